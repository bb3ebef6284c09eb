package io.daybook.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.Command;
import io.daybook.api.OrderBookType;
import io.daybook.api.OrderTerms;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.host.Proves;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.state.InvalidStateException;
import io.daybook.kernel.state.StateRecordType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A state is restored into any number of shards, and the refusal of an impossible record names its kind. */
@Proves("impossible records of a restored state are refused")
class StateRestoreTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldRestoreTheSameStateIntoAnyNumberOfShards(final int shards) {
        final ExchangeEngine engine = market();
        final ExchangeEngine copy = engine(shards);
        copy.readState(Tape.of(engine), engine.seq(), engine.timeNs());
        assertEquals(engine.stateHash(), copy.stateHash());
        assertEquals(engine.seq(), copy.seq());
        assertEquals(Tape.of(engine).rows, Tape.of(copy).rows);
    }

    /** Changes one field of the first record of a kind. */
    @ParameterizedTest
    @CsvSource({
        "ORDER, 0, 9, unknown symbol: 9",
        "ORDER, 0, 4294967297, unknown symbol: 4294967297",
        "ORDER, 1, 0, unknown side: 0",
        "ORDER, 2, 0, price out of limits: 0",
        "ORDER, 2, 1001, price out of limits: 1001",
        "ORDER, 4, 0, order id must be at least 1: 0",
        "ORDER, 5, 77, unknown user: 77",
        "ORDER, 5, 0, unknown user: 0",
        "ORDER, 6, 2, type cannot rest: 2",
        "ORDER, 6, 99, type cannot rest: 99",
        "ORDER, 7, 99, reserve price contradicts side and price: 99",
        "ORDER, 7, 1001, reserve price contradicts side and price: 1001",
        "ORDER, 8, 0, size out of limits: 0",
        "ORDER, 8, 1099511627777, size out of limits: 1099511627777",
        "ORDER, 9, 0, remaining must be 1 to size: 0",
        "ORDER, 9, 6, remaining must be 1 to size: 6",
        "BOOK, 0, 9, unknown symbol: 9",
        "BOOK, 1, 0, next trade id must be at least 1: 0"
    })
    void shouldRefuseARecordThatCannotBe(
            final StateRecordType type, final int field, final long value, final String reason) {
        final Tape tape = Tape.of(market());
        tape.rows.stream()
                .filter(row -> row.type() == type)
                .findFirst()
                .orElseThrow()
                .fields()
                .set(field, value);
        for (final int shards : new int[] {1, 2}) {
            final ExchangeEngine engine = engine(shards);
            final InvalidStateException refused =
                    assertThrows(InvalidStateException.class, () -> engine.readState(tape.again(), 1, 0));
            assertEquals(type + " record: " + reason, refused.getMessage());
        }
    }

    @Test
    void shouldRefuseAnAskThatWouldNotBringInItsFee() {
        final Tape tape = Tape.of(market());
        final Tape.Row ask = tape.rows.stream()
                .filter(row -> row.type() == StateRecordType.ORDER
                        && row.fields().get(0) == 5
                        && row.fields().get(1) == Side.ASK.code())
                .findFirst()
                .orElseThrow();
        ask.fields().set(2, 6L);
        final InvalidStateException refused =
                assertThrows(InvalidStateException.class, () -> engine(1).readState(tape.again(), 1, 0));
        assertEquals("ORDER record: price below the fee: 6", refused.getMessage());
    }

    @Test
    void shouldRefuseAnOrderWhoseIdIsLive() {
        final Tape tape = Tape.of(market());
        tape.rows.add(tape.rows.get(tape.rows.size() - 1));
        assertThrows(IllegalStateException.class, () -> engine(2).readState(tape, 1, 0));
    }

    @Test
    void shouldRefuseABracketOfMoreLotsThanArePending() {
        final Tape tape = Tape.of(market(PlaceOrder.gtc(7, 4, 6, Side.BID, 40, 9)
                .withTerms(OrderTerms.builder().exit(7, 60, 0, 0).build())));
        final Tape.Row position = tape.rows.stream()
                .filter(row -> row.type() == StateRecordType.POSITION
                        && row.fields().get(0) == 7
                        && row.fields().get(1) == 4)
                .findFirst()
                .orElseThrow();
        engine(1).readState(tape.again(), 1, 0);
        position.fields().set(5, 8L);
        final InvalidStateException refused =
                assertThrows(InvalidStateException.class, () -> engine(1).readState(tape.again(), 1, 0));
        assertEquals("EXIT record: lots of an entry must be pending: 9", refused.getMessage());
    }

    private static ExchangeEngine engine(final int shards) {
        final List<EventRing> events =
                Stream.generate(() -> new EventRing(64)).limit(shards).toList();
        return new ExchangeEngine(new EngineConfig(OrderBookType.LADDER, true, false), events);
    }

    /** A market of two pairs and a future, in which a bid rests before the given commands. */
    private static ExchangeEngine market(final Command... more) {
        final ExchangeEngine engine = engine(1);
        final List<Command> commands = new ArrayList<>(List.of(
                new AddSymbol(SymbolSpec.exchangePair(5, 10, 20)
                        .prices(1, 1_000)
                        .feesPerLot(7, 7)
                        .build()),
                new AddSymbol(
                        SymbolSpec.exchangePair(3, 11, 20).prices(1, 1_000).build()),
                new AddSymbol(SymbolSpec.futuresContract(4, 10, 20)
                        .margins(1, 1)
                        .prices(1, 1_000)
                        .build()),
                new AddUser(8),
                new AddUser(7),
                new AdjustBalance(7, 20, 1_000_000, 1),
                new AdjustBalance(8, 20, 1_000_000, 1),
                new AdjustBalance(8, 10, 1_000_000, 2),
                PlaceOrder.gtc(7, 3, 1, Side.BID, 100, 5),
                PlaceOrder.gtc(7, 5, 1, Side.BID, 100, 5),
                PlaceOrder.gtc(8, 5, 2, Side.ASK, 100, 2),
                PlaceOrder.gtc(8, 5, 3, Side.ASK, 200, 2),
                PlaceOrder.gtc(7, 4, 4, Side.BID, 50, 2),
                PlaceOrder.gtc(8, 4, 5, Side.ASK, 50, 3)));
        commands.addAll(List.of(more));
        for (final Command command : commands) {
            final CommandSlot slot = new CommandSlot();
            CommandRecords.fill(slot, command, CommandRecords.encodePayload(command));
            engine.execute(slot);
            assertEquals(0, slot.resultCode(), command::toString);
        }
        return engine;
    }
}
