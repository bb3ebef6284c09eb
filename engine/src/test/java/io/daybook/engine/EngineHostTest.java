package io.daybook.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddUser;
import io.daybook.api.Command;
import io.daybook.api.CustomQuery;
import io.daybook.api.Nop;
import io.daybook.api.OrderBookType;
import io.daybook.api.QueryRefusedException;
import io.daybook.api.StateHashQuery;
import io.daybook.api.StateView;
import io.daybook.api.SuspendUser;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.command.Numbering;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineHostTest {
    private final ExchangeEngine engine =
            new ExchangeEngine(new EngineConfig(OrderBookType.LADDER, true, true), new EventRing(64));
    private final EngineHost host = new EngineHost(engine);
    private final CommandSlot slot = new CommandSlot();
    private final List<String> told = new ArrayList<>();
    private final EngineHost.Sink sink =
            (applied, seq, timeNs) -> told.add(seq + " at " + timeNs + ": " + CommandRecords.toRecord(applied));

    private CommandSlot holding(final Command command) {
        slot.clear();
        CommandRecords.fill(slot, command, CommandRecords.encodePayload(command));
        slot.timestampNs(5);
        return slot;
    }

    @Test
    void shouldNumberCommandsAndKeepTheirTime() {
        host.apply(holding(new AddUser(1)), 100, sink);
        host.apply(holding(new SuspendUser(1)), 90, sink);
        host.apply(holding(new Nop()), 110, sink);
        assertEquals(
                List.of("1 at 100: " + new AddUser(1), "2 at 100: " + new SuspendUser(1), "3 at 110: " + new Nop()),
                told);
        assertEquals(3, host.seq());
        assertEquals(110, host.timeNs());
    }

    @Test
    void shouldTakeTheNumberThatItsOwnerBringsAlong() {
        host.apply(holding(new Nop()), 1, 100, sink);
        for (final long other : new long[] {0, 1, 3}) {
            assertThrows(IllegalStateException.class, () -> host.apply(holding(new Nop()), other, 200, sink));
        }
        host.apply(holding(new Nop()), 2, 200, sink);
        assertEquals(2, host.seq());
        assertEquals(2, told.size());
    }

    @Test
    void shouldGiveNoNumberToVoidSlotsAndQueries() {
        slot.clear();
        assertThrows(IllegalArgumentException.class, () -> host.apply(slot, 1, sink));
        slot.type(new StateHashQuery().type().code());
        assertThrows(IllegalArgumentException.class, () -> host.apply(slot, 1, sink));
        assertEquals(0, host.seq());
        assertTrue(told.isEmpty());
    }

    @Test
    void shouldAnswerFromTheStateOfNow() {
        host.apply(holding(new AddUser(1)), 100, sink);
        assertEquals(1, host.answer(new StateHashQuery()).seq());
        assertEquals(engine.stateHash(), host.answer(new StateHashQuery()).hash());
        assertEquals(1, host.seq());
    }

    /** A query that is registered with no engine. */
    private record Unregistered() implements CustomQuery<String> {
        @Override
        public String report(final StateView state) {
            return "never";
        }
    }

    @Test
    void shouldSayWhyAQueryHasNoAnswer() {
        assertThrows(QueryRefusedException.class, () -> host.answer(new Unregistered()));
    }

    @Test
    void shouldStartCursorsWhereTheEngineIs() {
        host.apply(holding(new Nop()), 100, sink);
        final Numbering cursor = engine.newCursor();
        host.apply(holding(new Nop()), 200, sink);
        assertEquals(1, cursor.seq(), "the cursor must not follow the engine");
        cursor.next(200);
        assertEquals(host.seq(), cursor.seq());
        assertEquals(host.timeNs(), cursor.timeNs());
    }

    @Test
    void shouldKeepTheTimeOfARestoredStateOutOfItsHash() {
        host.apply(holding(new AddUser(1)), 100, sink);
        final ExchangeEngine later =
                new ExchangeEngine(new EngineConfig(OrderBookType.LADDER, true, true), new EventRing(64));
        final StateTape tape = new StateTape();
        engine.writeState(tape);
        later.readState(tape, 7, 1_000);
        assertEquals(7, later.seq());
        assertEquals(1_000, later.timeNs());
        assertEquals(engine.stateHash(), later.stateHash());
    }
}
