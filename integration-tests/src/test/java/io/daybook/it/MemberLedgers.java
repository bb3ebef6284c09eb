package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Compares the ledgers, which members build from their streams alone, with the journal of their exchange. */
final class MemberLedgers {
    private static final int MIN_ANSWERS = 100;

    private MemberLedgers() {}

    /** The user of a session, in all tests that trade. */
    static long uidOf(final int session) {
        return 284L + session;
    }

    /**
     * Requires that each request has one fate, and that trades and live orders in the ledgers are those of the journal.
     */
    static void requireTold(final Path data, final Map<Integer, MemberLedger> ledgers, final long seed) {
        compareWithTheJournal(data, ledgers, seed);
        compareWithReports(data, ledgers, seed);
    }

    private static void compareWithTheJournal(
            final Path data, final Map<Integer, MemberLedger> ledgers, final long seed) {
        final ToldByJournal told = ToldByJournal.of(data);
        final int answered = ledgers.values().stream()
                .mapToInt(ledger -> ledger.answers().size())
                .sum();
        assertTrue(answered >= MIN_ANSWERS, () -> "answers: " + answered + " seed=" + seed);
        ledgers.forEach((session, ledger) -> {
            final Map<Long, Long> answers = new TreeMap<>();
            ledger.answers().forEach((request, answer) -> answers.put(request, answer.seq()));
            assertEquals(told.requests(session), answers, () -> "seed=" + seed);
            long expected = 1;
            for (final long request : answers.keySet()) {
                assertEquals(expected++, request, () -> "seed=" + seed);
            }
            ledger.answers().values().stream()
                    .filter(answer -> !answer.ofGateway())
                    .forEach(answer -> assertEquals(told.code(answer.seq()), answer.code(), () -> "seed=" + seed));
            assertEquals(told.fills(session), ledger.fills(), () -> "seed=" + seed);
        });
    }

    private static void compareWithReports(final Path data, final Map<Integer, MemberLedger> ledgers, final long seed) {
        final Map<Long, Map<Long, Long>> live = ToldByJournal.live(
                data, ledgers.keySet().stream().map(MemberLedgers::uidOf).toList());
        ledgers.forEach((session, ledger) ->
                assertEquals(live.get(uidOf(session)), ledger.live(), () -> "session " + session + " seed=" + seed));
    }
}
