package io.daybook.engine;

import static io.daybook.kernel.state.StateRecordType.ACCOUNT;
import static io.daybook.kernel.state.StateRecordType.BOOK;
import static io.daybook.kernel.state.StateRecordType.ORDER;
import static io.daybook.kernel.state.StateRecordType.POSITION;
import static io.daybook.kernel.state.StateRecordType.SYMBOL;
import static io.daybook.kernel.state.StateRecordType.USER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.Command;
import io.daybook.api.Nop;
import io.daybook.api.OrderBookType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.engine.matching.BookTypes;
import io.daybook.host.Proves;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.slab.HashSecret;
import io.daybook.risk.RiskConfig;
import io.daybook.risk.RiskEngine;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Plants faults into a state, each of which changes nothing else, and checks what the audit reports.
 *
 * <p>The sound state: users 1 and 2 have traded 3 lots of pair 1 at 100 (user 1 bought, and still bids for 2 at 100)
 * and 4 lots of future 2 at 50 (user 1 is long); user 3 bids for 5 lots of the future at 40.
 */
@Proves(value = "the audit finds and names each fault that is planted into a sound state", normal = "12 faults")
class AuditTest {
    private static final int PAIR = 1;
    private static final int FUTURE = 2;
    private static final int GOLD = 10;
    private static final int USD = 20;

    private final ExchangeEngine sound = engine(0);

    AuditTest() {
        run(sound, new AddSymbol(SymbolSpec.exchangePair(PAIR, GOLD, USD).build()));
        run(
                sound,
                new AddSymbol(SymbolSpec.futuresContract(FUTURE, GOLD, USD)
                        .feesPerLot(2, 1)
                        .margins(10, 10)
                        .prices(1, 1000)
                        .build()));
        run(
                sound,
                AddAccounts.of(
                        Map.of(1L, Map.of(USD, 9_000L), 2L, Map.of(GOLD, 10L, USD, 9_000L), 3L, Map.of(USD, 9_000L))));
        run(sound, PlaceOrder.gtc(1, PAIR, 1, Side.BID, 100, 5));
        run(sound, PlaceOrder.gtc(2, PAIR, 2, Side.ASK, 100, 3));
        run(sound, PlaceOrder.gtc(1, FUTURE, 3, Side.BID, 50, 4));
        run(sound, PlaceOrder.gtc(2, FUTURE, 4, Side.ASK, 50, 4));
        run(sound, PlaceOrder.gtc(3, FUTURE, 5, Side.BID, 40, 5));
    }

    private static ExchangeEngine engine(final int validateEvery) {
        return new ExchangeEngine(
                new EngineConfig(
                        BookTypes.all(OrderBookType.LADDER), true, false, validateEvery, Set.of(), HashSecret.NONE),
                new EventRing(64));
    }

    private static void run(final ExchangeEngine engine, final Command command) {
        final CommandSlot slot = new CommandSlot();
        CommandRecords.fill(slot, command, CommandRecords.encodePayload(command));
        engine.apply(slot);
        ExchangeEngine.releaseEvents(slot);
        assertEquals(ResultCode.SUCCESS, ResultCode.of(slot.resultCode()), command::toString);
    }

    private StateTape tape() {
        final StateTape tape = new StateTape();
        sound.writeState(tape);
        return tape;
    }

    private List<String> violationsAfter(final Consumer<StateTape> fault) {
        final StateTape tape = tape();
        fault.accept(tape);
        final ExchangeEngine engine = engine(0);
        engine.readState(tape, sound.seq(), sound.timeNs());
        return engine.audit().violations();
    }

    @Test
    void shouldFindNothingInASoundState() {
        assertEquals(List.of(), sound.audit().violations());
        assertEquals(List.of(), violationsAfter(tape -> {}));
        assertEquals(3, sound.audit().users());
        assertEquals(2, sound.audit().orders());
    }

    @Test
    void shouldFindMoneyThatCameFromNowhere() {
        assertEquals(
                List.of("a currency must add up to 0: currency=20 sum=1 balances=26989"),
                violationsAfter(tape -> tape.find(ACCOUNT, 1, USD).add(2, 1)));
    }

    @Test
    void shouldFindLotsThatNobodyIsShortOf() {
        assertEquals(
                List.of("longs must equal shorts: symbol=2 long=5 short=4"),
                violationsAfter(tape -> tape.find(POSITION, 1, FUTURE).add(3, 1)));
    }

    @Test
    void shouldFindAHoldThatBelongsToAnother() {
        // the sum over all users stays the same
        assertEquals(
                List.of(
                        "user 1, currency 20: 199 is held, but live orders need 200",
                        "user 2, currency 20: 1 is held, but live orders need 0"),
                violationsAfter(tape -> {
                    tape.find(ACCOUNT, 1, USD).add(3, -1);
                    tape.find(ACCOUNT, 2, USD).add(3, 1);
                }));
    }

    @Test
    void shouldFindAHoldWithoutItsOrder() {
        assertEquals(
                List.of("user 1, currency 20: 200 is held, but live orders need 0"),
                violationsAfter(tape -> tape.rows.remove(tape.find(ORDER, PAIR))));
    }

    @Test
    void shouldFindAnOrderWithoutItsHold() {
        assertEquals(
                List.of("user 1, currency 20: 200 is held, but live orders need 100"),
                violationsAfter(tape -> tape.find(ORDER, PAIR).add(9, -1)));
    }

    @Test
    void shouldFindPendingLotsThatNoLiveOrderHas() {
        assertEquals(
                List.of("user 2, symbol 2: 0 lots are pending to buy and 6 to sell, but live orders have 0 and 0"),
                violationsAfter(tape -> tape.find(POSITION, 2, FUTURE).add(6, 6)));
        assertEquals(
                List.of("user 3, symbol 2: 4 lots are pending to buy and 1 to sell, but live orders have 5 and 0"),
                violationsAfter(tape -> {
                    tape.find(POSITION, 3, FUTURE).add(5, -1);
                    tape.find(POSITION, 3, FUTURE).add(6, 1);
                }));
    }

    @Test
    void shouldFindALiveFuturesOrderWithoutAPosition() {
        assertEquals(
                List.of("user 3, symbol 2: no position, but live bids of 5 lots and asks of 0"),
                violationsAfter(tape -> tape.rows.remove(tape.find(POSITION, 3, FUTURE))));
    }

    @Test
    void shouldFindACrossedBook() {
        final List<String> violations = violationsAfter(tape -> tape.rows.add(new StateTape.Row(
                ORDER,
                LongStream.of(FUTURE, Side.ASK.code(), 39, 0, 9, 3, 1, 0, 5, 5)
                        .boxed()
                        .toList())));
        assertTrue(violations.contains("book must not be crossed: 40, 39"), violations::toString);
    }

    @Test
    void shouldFindTradesWithoutAPriceAndAPriceWithoutTrades() {
        assertEquals(
                List.of("symbol 1: the next trade has number 1, but the last price is 100"),
                violationsAfter(tape -> tape.find(BOOK, PAIR).add(1, -1)));
        assertEquals(
                List.of("symbol 1: the next trade has number 2, but the last price is 0"),
                violationsAfter(tape -> tape.find(BOOK, PAIR).add(2, -100)));
    }

    @Test
    void shouldFindAMarkThatIsNotTheLastPriceOfTheBook() {
        final RiskEngine risk = new RiskEngine(new RiskConfig(true, false));
        final BookShards books =
                new BookShards(BookTypes.all(OrderBookType.AVL), List.of(new EventRing(64)), HashSecret.NONE);
        final StateTape tape = tape();
        tape.rows.removeIf(row -> row.type() != SYMBOL && row.type() != BOOK);
        while (tape.next()) {
            if (tape.type() == SYMBOL) {
                risk.restore(tape);
                books.restoreSymbol(risk.spec(risk.symbolCount() - 1));
            } else {
                books.restoreBook(tape, risk.symbolIndex((int) tape.get(0)));
                if (tape.get(0) == FUTURE) {
                    tape.find(BOOK, FUTURE).add(2, 1);
                }
                risk.restore(tape);
            }
        }
        assertEquals(
                List.of("symbol 2: the last price is 51 in risk, but 50 in the book"),
                Audit.of(0, risk, books).violations());
    }

    @Test
    void shouldNotFillTheReportWithOneFaultAMillionTimes() {
        final List<String> violations = violationsAfter(tape -> {
            for (int uid = 100; uid < 300; uid++) {
                tape.add(USER, uid, 1, 0);
                tape.add(ACCOUNT, uid, USD, 0, 1);
            }
        });
        assertEquals(101, violations.size());
        assertEquals("and more", violations.get(100));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldHaltAfterTheCommandThatIsCheckedWhenSomethingDoesNotHold(final boolean inOneStep) {
        final StateTape tape = tape();
        tape.find(POSITION, 3, FUTURE).add(5, 1);
        final ExchangeEngine engine = engine(10);
        engine.readState(tape, sound.seq(), sound.timeNs());
        assertEquals(8, engine.seq());
        final CommandSlot slot = new CommandSlot();
        final IllegalStateException halted = assertThrows(IllegalStateException.class, () -> {
            for (int i = 0; i < 20; i++) {
                CommandRecords.fill(slot, new Nop(), null);
                if (inOneStep) {
                    engine.apply(slot);
                } else if (engine.hold(slot, false) || engine.hold(slot, true)) {
                    engine.match(0, slot);
                    engine.settle(slot);
                }
            }
        });
        assertEquals(
                "after command 10 the state contradicts itself: user 3, symbol 2: 6 lots are pending to buy and 0 to"
                        + " sell, but live orders have 5 and 0",
                halted.getMessage());
        assertEquals(10, engine.seq());
    }

    @Test
    void shouldCheckEveryFewCommandsWithoutChangingAnything() {
        final ExchangeEngine checked = engine(1);
        checked.readState(tape(), sound.seq(), sound.timeNs());
        for (final ExchangeEngine engine : List.of(sound, checked)) {
            run(engine, PlaceOrder.gtc(2, FUTURE, 6, Side.BID, 45, 4));
            run(engine, PlaceOrder.gtc(1, FUTURE, 7, Side.ASK, 45, 4));
        }
        assertEquals(sound.stateHash(), checked.stateHash());
    }
}
