package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cluster.config.Answers;
import org.junit.jupiter.api.Test;

/** The table of {@link ReleaseGuard}, row by row: all combinations of this node's state and another node's report. */
class ReleaseGuardTest {
    private static final int SELF = 1;
    private static final int OTHER = 2;
    private static final long SNAPSHOT = 1_000;
    private static final long TERM = 5;
    private static final long TERM_POSITION = 2_000;

    private final CarriedOut report = new CarriedOut(OTHER);

    private static ReleaseGuard guard(final boolean isLeader, final Answers answers) {
        final ReleaseGuard guard = new ReleaseGuard(SELF, answers);
        guard.begin(SNAPSHOT, 10, 77, ReleaseGuard.NONE);
        guard.role(isLeader);
        guard.term(TERM, TERM_POSITION);
        guard.elected(true);
        for (int i = 1; i <= 3; i++) {
            guard.carriedOut(place(i), 10 + i, chain(i));
        }
        return guard;
    }

    private static long place(final int message) {
        return TERM_POSITION + 100L * message;
    }

    private static long chain(final int message) {
        return 1_000L * message;
    }

    private CarriedOut report(final long term, final boolean isLeader, final int message, final long chain) {
        report.term(term, isLeader);
        report.progress(place(message), 10 + message, chain);
        report.confirmed(0);
        return report;
    }

    @Test
    void shouldConfirmAPlaceThatAnotherNodeHasCarriedOutInTheTermOfTheLeader() {
        for (final boolean leads : new boolean[] {false, true}) {
            for (final boolean otherLeads : new boolean[] {false, true}) {
                for (final long term : new long[] {TERM - 1, TERM, TERM + 1}) {
                    for (final long chain : new long[] {chain(2), 99}) {
                        for (final boolean isElected : new boolean[] {false, true}) {
                            final ReleaseGuard guard = guard(leads, Answers.CARRIED_OUT);
                            guard.elected(isElected);
                            guard.onReport(report(term, otherLeads, 2, chain));
                            final boolean isConfirmed =
                                    (leads || otherLeads) && term == TERM && chain == chain(2) && isElected;
                            assertEquals(
                                    isConfirmed ? place(2) : SNAPSHOT,
                                    guard.limit(),
                                    () -> leads + " " + otherLeads + " " + term + " " + chain + " " + isElected);
                        }
                    }
                }
            }
        }
    }

    @Test
    void shouldCompareAReportThatIsAheadOnceItHasComeSoFar() {
        final ReleaseGuard guard = guard(true, Answers.CARRIED_OUT);
        guard.onReport(report(TERM, false, 4, chain(4)));
        guard.onReport(report(TERM, false, 6, 99));
        assertEquals(SNAPSHOT, guard.limit());
        for (int i = 4; i <= 6; i++) {
            guard.carriedOut(place(i), 10 + i, chain(i));
            assertEquals(place(4), guard.limit(), "a different chain confirms nothing");
        }
        for (int i = 7; i <= 500; i++) {
            guard.onReport(report(TERM, false, i, chain(i)));
        }
        for (int i = 7; i <= 500; i++) {
            guard.carriedOut(place(i), 10 + i, chain(i));
        }
        assertEquals(place(500), guard.limit(), "of too many reports the last one is kept");
    }

    @Test
    void shouldSayWhetherAReportIsAheadUntilItHasComeSoFarOrAnElectionBegins() {
        final ReleaseGuard guard = guard(true, Answers.CARRIED_OUT);
        guard.onReport(report(TERM, false, 3, chain(3)));
        assertFalse(guard.isReportAhead());
        guard.onReport(report(TERM, false, 4, chain(4)));
        assertTrue(guard.isReportAhead());
        guard.carriedOut(place(4), 14, chain(4));
        assertFalse(guard.isReportAhead());
        guard.onReport(report(TERM, false, 5, chain(5)));
        guard.elected(false);
        assertFalse(guard.isReportAhead());
    }

    /** Aeron names a term only when the log reaches it, which is before the snapshot here. */
    @Test
    void shouldReportTheTermOfTheSnapshotThatItBeganWith() {
        final ReleaseGuard restarted = new ReleaseGuard(SELF, Answers.CARRIED_OUT);
        restarted.begin(SNAPSHOT, 10, 77, TERM);
        assertEquals(TERM, restarted.own().term());
        restarted.elected(true);
        restarted.carriedOut(place(1), 11, chain(1));
        restarted.onReport(report(TERM, true, 1, chain(1)));
        assertEquals(place(1), restarted.limit());
    }

    @Test
    void shouldForgetReportsOfBeforeAnElection() {
        final ReleaseGuard guard = guard(false, Answers.CARRIED_OUT);
        guard.onReport(report(TERM, true, 4, chain(4)));
        guard.elected(false);
        guard.elected(true);
        guard.carriedOut(place(4), 14, chain(4));
        assertEquals(SNAPSHOT, guard.limit());
    }

    @Test
    void shouldTakeAPlaceForConfirmedThatAnotherNodeSaysIsWhileItCatchesUp() {
        for (final boolean leads : new boolean[] {false, true}) {
            final ReleaseGuard guard = guard(leads, Answers.CARRIED_OUT);
            report(TERM, false, 9, 99).confirmed(place(9));
            guard.onReport(report);
            assertEquals(leads ? SNAPSHOT : place(3), guard.limit(), "a leader compares chains itself");
        }
        final ReleaseGuard guard = guard(false, Answers.CARRIED_OUT);
        guard.onReport(report(TERM, true, 1, chain(1)));
        report(TERM, true, 9, chain(9)).confirmed(place(9));
        guard.onReport(report);
        assertEquals(place(1), guard.limit(), "a node that has received the leader's reports compares chains itself");
    }

    @Test
    void shouldNotTakeAPlaceOfAnotherTermForConfirmedInALogThatMayBeCut() {
        for (final long term : new long[] {TERM - 1, TERM, TERM + 1}) {
            final ReleaseGuard guard = guard(true, Answers.CARRIED_OUT);
            guard.role(false); // a deposed leader
            guard.elected(false);
            report(term, true, 9, 99).confirmed(place(9));
            guard.onReport(report);
            assertEquals(term == TERM ? place(3) : SNAPSHOT, guard.limit(), () -> "term " + term);
        }
        final ReleaseGuard guard = guard(false, Answers.CARRIED_OUT);
        guard.elected(false);
        report(TERM + 1, true, 9, 99).confirmed(place(9));
        guard.onReport(report);
        assertEquals(SNAPSHOT, guard.limit());
        guard.term(TERM + 1, place(4));
        guard.onReport(report);
        assertEquals(place(4), guard.limit(), "the limit grows once the log has reached that term");
    }

    @Test
    void shouldTakeAPlaceOfAnyTermForConfirmedWhileItStarts() {
        final ReleaseGuard starting = new ReleaseGuard(SELF, Answers.CARRIED_OUT);
        starting.begin(SNAPSHOT, 10, 77, ReleaseGuard.NONE);
        report(TERM + 1, true, 9, 99).confirmed(place(9));
        starting.onReport(report);
        starting.term(TERM, TERM_POSITION);
        assertEquals(TERM_POSITION, starting.limit());
        final ReleaseGuard snapshot = new ReleaseGuard(SELF, Answers.CARRIED_OUT);
        snapshot.begin(SNAPSHOT, 10, 77, ReleaseGuard.NONE);
        snapshot.elected(true);
        snapshot.onReport(report);
        snapshot.carriedOut(place(1), 11, chain(1));
        assertEquals(place(1), snapshot.limit(), "a snapshot does not contain its term");
    }

    @Test
    void shouldWaitForNobodyWhereItIsToldSo() {
        assertEquals(ReleaseGuard.ALL, guard(true, Answers.COMMITTED).limit());
        final ReleaseGuard guard = guard(true, Answers.CARRIED_OUT);
        guard.waived(true);
        assertEquals(ReleaseGuard.ALL, guard.limit());
        guard.waived(false);
        assertEquals(SNAPSHOT, guard.limit());
    }

    @Test
    void shouldSpeakOfNoTermBeforeTheLogHasComeToItsOwn() {
        final ReleaseGuard guard = guard(false, Answers.CARRIED_OUT);
        guard.role(true);
        guard.onReport(report(TERM, false, 2, chain(2)));
        assertEquals(SNAPSHOT, guard.limit(), "the node has led in no term yet");
        guard.term(TERM + 1, place(4));
        guard.onReport(report(TERM, false, 3, chain(3)));
        assertEquals(SNAPSHOT, guard.limit());
        report(TERM + 1, false, 4, chain(3)).progress(place(4), 13, chain(3));
        guard.onReport(report);
        assertEquals(place(4), guard.limit(), "the beginning of the term confirms everything before it");
    }
}
