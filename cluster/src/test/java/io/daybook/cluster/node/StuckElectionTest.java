package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The reports of cuts that show that an election cannot end. */
class StuckElectionTest {
    private static final int OTHER = 1;
    private static final int THIRD = 2;

    private final List<String> said = new ArrayList<>();
    private final StuckElection election = new StuckElection(said::add);

    @BeforeEach
    void lead() {
        election.waits(true);
    }

    private void report(final int node, final long cuts, final long position) {
        final CarriedOut report = new CarriedOut(node);
        report.cuts(cuts, position);
        for (int repeated = 0; repeated < 3; repeated++) {
            election.onReport(report);
        }
    }

    @Test
    void shouldBeginAgainOnceANodeHasCutItsLogTwiceAtOnePlace() {
        report(OTHER, 0, -1);
        report(OTHER, 1, 32_576);
        assertFalse(election.isStuck());
        report(OTHER, 2, 32_576);
        assertTrue(election.isStuck());
        assertEquals(1, said.size());
        assertTrue(said.get(0).contains("node 1 has cut its log at position 32576 again"), said.get(0));
        election.begunAgain();
        assertFalse(election.isStuck());
    }

    @Test
    void shouldNotCountCutsOfEarlierElections() {
        report(OTHER, 6, 32_576);
        report(OTHER, 7, 32_576); // the first report of this election
        election.waits(false);
        report(OTHER, 8, 32_576);
        election.waits(true);
        election.waits(true);
        report(OTHER, 8, 32_576);
        report(OTHER, 9, 32_576);
        assertFalse(election.isStuck());
        report(OTHER, 10, 32_576);
        assertTrue(election.isStuck());
    }

    @Test
    void shouldNotCountCutsAtOtherPlacesOrOfOtherNodes() {
        report(OTHER, 0, -1);
        report(THIRD, 0, -1);
        report(OTHER, 1, 32_576);
        report(THIRD, 1, 32_576);
        report(OTHER, 2, 32_864);
        assertFalse(election.isStuck());
    }

    @Test
    void shouldNotTakeANewStartForACut() {
        report(OTHER, 1, 32_576);
        report(OTHER, 0, -1);
        assertFalse(election.isStuck());
        report(OTHER, 1, 32_576);
        assertFalse(election.isStuck(), "the first cut after its restart");
        report(OTHER, 2, 32_576);
        assertTrue(election.isStuck());
    }

    @Test
    void shouldReadTheReportOfANodeThatReportsNoCuts() {
        final CarriedOut read = new CarriedOut(0);
        final CarriedOut sent = new CarriedOut(OTHER);
        sent.cuts(7, 32_576);
        sent.progress(4_096, 12, 99);
        assertTrue(read.copy(sent.bytes(), 0, CarriedOut.LENGTH));
        assertEquals(7, read.cuts());
        assertTrue(read.copy(sent.bytes(), 0, 48));
        assertEquals(0, read.cuts());
        assertEquals(12, read.seq());
        assertFalse(read.copy(sent.bytes(), 0, 47));
    }

    @Test
    void shouldReportTheCutsOfItsOwnLog() {
        final CarriedOut report = new CarriedOut(OTHER);
        election.put(report);
        assertEquals(0, report.cuts());
        election.cut(4_096);
        election.cut(32_576);
        election.put(report);
        assertEquals(2, report.cuts());
        assertEquals(32_576, report.cutPosition());
    }
}
