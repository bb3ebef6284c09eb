package io.daybook.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.CancelReason;
import io.daybook.api.Command;
import io.daybook.api.EventKind;
import io.daybook.api.MassCancel;
import io.daybook.api.MoveOrder;
import io.daybook.api.OrderBookType;
import io.daybook.api.OrderTerms;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.TriggerWhen;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A mass cancel of flagged orders cancels one side after the other, from the best price on and by rank, visible orders
 * before hidden ones, and then orders in no level by id, even if orders were moved, refreshed or restored.
 */
class FlaggedOrdersTest {
    private final ExchangeEngine engine = engine();

    private static ExchangeEngine engine() {
        return new ExchangeEngine(new EngineConfig(OrderBookType.LADDER, true, false), new EventRing(256));
    }

    private static List<Long> apply(final ExchangeEngine engine, final Command command) {
        final CommandSlot slot = new CommandSlot();
        CommandRecords.fill(slot, command, CommandRecords.encodePayload(command));
        engine.execute(slot);
        assertEquals(0, slot.resultCode(), command::toString);
        final SlotResultView view = new SlotResultView();
        view.wrap(slot, engine.seq(), engine.timeNs());
        final List<Long> cancelled = new ArrayList<>();
        for (int i = 0; i < view.eventCount(); i++) {
            if (view.event(i).kind() == EventKind.CANCEL && view.event(i).causeCode() == CancelReason.MASS.code()) {
                cancelled.add(view.event(i).makerOrderId());
            }
        }
        ExchangeEngine.releaseEvents(slot);
        return cancelled;
    }

    private void say(final Command command) {
        apply(engine, command);
    }

    private void place(final long id, final Side side, final long price, final OrderTerms terms) {
        say(PlaceOrder.gtc(1, 1, id, side, price, 10).withTerms(terms));
    }

    private static OrderTerms.Builder flagged() {
        return OrderTerms.builder().flagged();
    }

    private void market() {
        say(new AddSymbol(SymbolSpec.exchangePair(1, 10, 20).build()));
        say(AddAccounts.of(Map.of(
                1L, Map.of(10, 1L << 30, 20, 1L << 40),
                2L, Map.of(10, 1L << 30, 20, 1L << 40))));
        place(31, Side.ASK, 105, flagged().hidden().build());
        place(30, Side.ASK, 105, flagged().build());
        place(29, Side.ASK, 104, OrderTerms.NONE);
        place(28, Side.ASK, 104, flagged().display(2).build());
        place(27, Side.ASK, 104, flagged().build());
        place(26, Side.ASK, 106, flagged().build());
        place(15, Side.BID, 90, flagged().build());
        place(14, Side.BID, 91, flagged().build());
        place(13, Side.BID, 90, flagged().build());
        place(12, Side.BID, 89, OrderTerms.NONE);
        place(3, Side.BID, 150, flagged().trigger(140, TriggerWhen.RISES).build());
        place(
                2,
                Side.BID,
                150,
                OrderTerms.builder().trigger(140, TriggerWhen.RISES).build());
        place(1, Side.BID, 151, flagged().trigger(139, TriggerWhen.RISES).build());
        say(new MoveOrder(1, 1, 15, 88));
        say(new MoveOrder(1, 1, 15, 90)); // order 15 now queues after order 13
        // trades all of order 29, the 2 shown lots of 28, which then queues after 27, and one lot of 27
        say(PlaceOrder.ioc(2, 1, 50, Side.BID, 104, 13));
        say(PlaceOrder.gtc(2, 1, 60, Side.BID, 80, 5)
                .withTerms(flagged().exit(61, 120, 0, 0).build()));
    }

    @Test
    void shouldTakeThemByPriceAndRank() {
        market();
        final ExchangeEngine restored = engine();
        restored.readState(Tape.of(engine), engine.seq(), engine.timeNs());
        for (final ExchangeEngine each : List.of(engine, restored)) {
            assertEquals(List.of(14L, 13L, 15L, 60L, 1L, 3L), apply(each, new MassCancel(0, 1, Side.BID, true, false)));
            assertEquals(List.of(27L, 28L, 30L, 31L, 26L), apply(each, new MassCancel(0, 1, null, true, false)));
            assertEquals(List.of(), apply(each, new MassCancel(0, 1, null, true, false)), "no flagged order is left");
            assertEquals(List.of(12L, 2L), apply(each, new MassCancel(0, 1, null, false, false)));
            assertEquals(List.of(), each.audit().violations());
        }
        assertEquals(engine.stateHash(), restored.stateHash());
    }
}
