package io.daybook.risk;

import static io.daybook.api.ResultCode.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import io.daybook.host.Proves;
import io.daybook.kernel.state.InvalidStateException;
import io.daybook.kernel.state.StateHasher;
import io.daybook.kernel.state.StateRecordType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Risk's state as records: canonical, complete, and refused if it is impossible. */
@Proves("each field of a state record changes the hash or is refused")
class StateRecordsTest {
    private static final int USD = 20;

    private static TestExchange busy() {
        final TestExchange exchange = new TestExchange()
                .symbol(SymbolSpec.futuresContract(7, 11, USD)
                        .margins(5, 6)
                        .feesPerLot(2, 1)
                        .prices(1, 1_000))
                .symbol(SymbolSpec.exchangePair(3, 10, USD).feesProportional(1_000, 500))
                .user(900)
                .user(5)
                .user(77);
        exchange.deposit(900, USD, 1_000_000).deposit(5, USD, 500_000).deposit(5, 10, 400);
        exchange.bid(900, 7, 1, 10, 100);
        exchange.ask(5, 7, 2, 7, 100);
        exchange.bid(900, 3, 1, 20, 5_000);
        exchange.ask(5, 3, 2, 4, 5_000);
        exchange.run(new SuspendUser(77));
        return exchange;
    }

    @Test
    void shouldWriteRecordsInCanonicalOrder() {
        // The taker pays ⌊20,000 × 0.1%⌋ = 20 and the maker 10; the futures trade brings 7 × 2 + 7 × 1.
        final StateRecorder expected = new StateRecorder();
        expected.add(StateRecordType.SYMBOL, 3, 1, 10, 20, 1, 1, 2, 1_000, 500, 0, 0, 1, 1L << 40);
        expected.add(StateRecordType.SYMBOL, 7, 2, 11, 20, 1, 1, 1, 2, 1, 5, 6, 1, 1_000);
        expected.add(StateRecordType.CURRENCY, 10, 0, -400);
        expected.add(StateRecordType.CURRENCY, 20, 51, -1_500_000);
        expected.add(StateRecordType.USER, 5, 1, 3);
        expected.add(StateRecordType.USER, 77, 2, 0);
        expected.add(StateRecordType.USER, 900, 1, 1);
        expected.add(StateRecordType.ACCOUNT, 5, 10, 396, 0);
        expected.add(StateRecordType.ACCOUNT, 5, 20, 500_000 - 14 + 20_000 - 20, 0);
        expected.add(StateRecordType.ACCOUNT, 900, 10, 4, 0);
        expected.add(StateRecordType.ACCOUNT, 900, 20, 1_000_000 - 7 - 20_010, 6 + 80_080);
        expected.add(StateRecordType.POSITION, 5, 7, 2, 7, 700, 0, 0);
        expected.add(StateRecordType.POSITION, 900, 7, 1, 7, 700, 3, 0);
        assertEquals(expected.records, StateRecorder.of(busy().risk).records);
    }

    @Test
    void shouldRestoreWhatItWrote() {
        final TestExchange exchange = busy();
        final StateRecorder written = StateRecorder.of(exchange.risk);
        written.add(StateRecordType.BOOK, 3, 2, 5_000);
        written.add(StateRecordType.BOOK, 7, 2, 100);
        final RiskEngine restored = written.restore();
        written.records.removeIf(each -> each.type() == StateRecordType.BOOK);
        assertEquals(written.records, StateRecorder.of(restored).records);
        assertEquals(exchange.hash(), hash(restored));
        for (final long uid : new long[] {5, 77, 900}) {
            assertEquals(
                    exchange.risk.accounts(exchange.risk.userIndex(uid)), restored.accounts(restored.userIndex(uid)));
        }
        restored.totals().requireBalanced();
    }

    @Test
    void shouldHashTheSameHoweverTheStateCameAbout() {
        final TestExchange one = new TestExchange().user(1).user(2).deposit(1, USD, 5);
        final TestExchange other = new TestExchange().user(2).user(1);
        other.deposit(1, USD, 7).deposit(2, 30, 4);
        other.adjust(2, 30, -4);
        other.adjust(1, USD, -2);
        assertNotEquals(one.hash(), other.hash()); // the transaction ids differ
        final StateRecorder recorder = StateRecorder.of(other.risk);
        recorder.records.removeIf(each -> each.type() == StateRecordType.USER);
        recorder.records.add(0, new StateRecorder.Entry(StateRecordType.USER, List.of(2L, 1L, 0L)));
        recorder.records.add(0, new StateRecorder.Entry(StateRecordType.USER, List.of(1L, 1L, 1L)));
        assertEquals(one.hash(), hash(recorder.restore()));
    }

    @Test
    void shouldSeeEveryFieldInTheHash() {
        final StateRecorder written = StateRecorder.of(busy().risk);
        final long hash = hash(written.restore());
        int changed = 0;
        for (int i = 0; i < written.records.size(); i++) {
            final StateRecorder.Entry original = written.records.get(i);
            for (int field = 0; field < original.fields().size(); field++) {
                final List<Long> fields = new java.util.ArrayList<>(original.fields());
                fields.set(field, fields.get(field) + 1);
                written.records.set(i, new StateRecorder.Entry(original.type(), fields));
                try {
                    assertNotEquals(hash, hash(written.restore()), original + " field " + field);
                    changed++;
                } catch (final InvalidStateException refused) {
                    assertTrue(refused.getMessage().contains("record"));
                }
            }
            written.records.set(i, original);
        }
        assertTrue(changed > 30, "changed=" + changed);
    }

    static List<StateRecorder.Entry> invalidRecords() {
        return List.of(
                entry(StateRecordType.SYMBOL, 3, 1, 10, 20, 1, 1, 1, 0, 0, 0, 0, 1, 9), // twice
                entry(StateRecordType.SYMBOL, 4, 3, 10, 20, 1, 1, 1, 0, 0, 0, 0, 1, 9),
                entry(StateRecordType.SYMBOL, 4, 1, 10, 20, 1, 1, 3, 0, 0, 0, 0, 1, 9),
                entry(StateRecordType.SYMBOL, 4, 1, 10, 10, 1, 1, 1, 0, 0, 0, 0, 1, 9),
                entry(StateRecordType.SYMBOL, 1L << 32 | 4, 1, 10, 20, 1, 1, 1, 0, 0, 0, 0, 1, 9),
                entry(StateRecordType.CURRENCY, 0, 1, 1),
                entry(StateRecordType.CURRENCY, USD, 1, 1), // twice
                entry(StateRecordType.CURRENCY, 30, -1, 1),
                entry(StateRecordType.CURRENCY, 30, 0, (1L << 62) + 1),
                entry(StateRecordType.USER, 5, 1, 0), // twice
                entry(StateRecordType.USER, 0, 1, 0),
                entry(StateRecordType.USER, 6, 3, 0),
                entry(StateRecordType.USER, 6, 1, -1),
                entry(StateRecordType.ACCOUNT, 6, 30, 1, 0), // unknown user
                entry(StateRecordType.ACCOUNT, 5, USD, 1, 0), // twice
                entry(StateRecordType.ACCOUNT, 5, 30, 0, 0),
                entry(StateRecordType.ACCOUNT, 5, 30, 1, -1),
                entry(StateRecordType.ACCOUNT, 5, 0, 1, 0),
                entry(StateRecordType.POSITION, 6, 7, 1, 1, 5, 0, 0), // unknown user
                entry(StateRecordType.POSITION, 77, 8, 1, 1, 5, 0, 0), // unknown symbol
                entry(StateRecordType.POSITION, 77, 3, 1, 1, 5, 0, 0), // a pair
                entry(StateRecordType.POSITION, 5, 7, 1, 1, 5, 0, 0), // twice
                entry(StateRecordType.POSITION, 77, 7, 3, 1, 5, 0, 0),
                entry(StateRecordType.POSITION, 77, 7, 0, 1, 5, 0, 0),
                entry(StateRecordType.POSITION, 77, 7, 1, 0, 0, 1, 0),
                entry(StateRecordType.POSITION, 77, 7, 0, 0, 0, 0, 0),
                entry(StateRecordType.POSITION, 77, 7, 1, 1, 1_001, 0, 0), // over maxPrice
                entry(StateRecordType.POSITION, 77, 7, 1, 2, 1, 0, 0), // less than one tick per lot
                entry(StateRecordType.POSITION, 77, 7, 1, 1, 5, -1, 0),
                entry(StateRecordType.POSITION, 77, 7, 0, 0, 0, 1L << 60, 0),
                entry(StateRecordType.BOOK, 8, 1, 5),
                entry(StateRecordType.BOOK, 7, 1, 1_001),
                entry(StateRecordType.BOOK, 7, 1, -1),
                entry(StateRecordType.ORDER, 3, 1, 5, 0, 1, 5, 1, 5, 1, 1));
    }

    @ParameterizedTest
    @MethodSource("invalidRecords")
    void shouldRefuseRecordsThatCannotBe(final StateRecorder.Entry invalid) {
        final StateRecorder records = StateRecorder.of(busy().risk);
        records.records.add(invalid);
        final InvalidStateException refused = assertThrows(InvalidStateException.class, records::restore);
        assertTrue(refused.getMessage().startsWith(invalid.type().name()), refused.getMessage());
    }

    @Test
    void shouldAcceptTheRecordsNextToTheInvalidOnes() {
        final StateRecorder records = StateRecorder.of(busy().risk);
        records.add(StateRecordType.SYMBOL, 4, 1, 10, 20, 1, 1, 1, 0, 0, 0, 0, 1, 9);
        records.add(StateRecordType.USER, 6, 2, 9);
        records.add(StateRecordType.ACCOUNT, 6, 30, -1, 0);
        records.add(StateRecordType.POSITION, 77, 7, 1, 1, 1_000, 0, 0);
        records.add(StateRecordType.BOOK, 7, 1, 1_000);
        final RiskEngine restored = records.restore();
        assertEquals(-1, restored.accounts(restored.userIndex(6)).get(0).balance());
        assertEquals(1_000, restored.lastPrice(restored.symbolIndex(7)));
    }

    @Test
    void shouldFindAnUnbalancedState() {
        final StateRecorder records = StateRecorder.of(busy().risk);
        records.add(StateRecordType.ACCOUNT, 77, USD, 1, 0);
        final RiskEngine restored = records.restore();
        assertThrows(IllegalStateException.class, () -> restored.totals().requireBalanced());
        final StateRecorder other = StateRecorder.of(busy().risk);
        other.add(StateRecordType.POSITION, 77, 7, 1, 1, 1_000, 0, 0);
        other.add(StateRecordType.ACCOUNT, 77, USD, 1_000, 0);
        assertThrows(IllegalStateException.class, () -> other.restore().totals().requireBalanced());
    }

    @Test
    void shouldGoOnAfterARestoreAsIfNothingHadHappened() {
        final TestExchange exchange = busy();
        final StateRecorder written = StateRecorder.of(exchange.risk);
        written.add(StateRecordType.BOOK, 7, 2, 100);
        final RiskEngine restored = written.restore();
        assertEquals(SUCCESS, exchange.bid(900, 7, 9, 4, 100));
        exchange.slot.clearOutcome();
        restored.hold(exchange.slot);
        assertEquals(SUCCESS.code(), exchange.slot.resultCode());
        assertEquals(exchange.hash(), hash(restored));
    }

    private static StateRecorder.Entry entry(final StateRecordType type, final long... fields) {
        final StateRecorder recorder = new StateRecorder();
        recorder.add(type, fields);
        return recorder.records.get(0);
    }

    private static long hash(final RiskEngine risk) {
        final StateHasher hasher = new StateHasher();
        risk.hashState(hasher);
        return hasher.sum();
    }
}
