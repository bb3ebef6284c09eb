package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cluster.status.NodeMetrics;
import io.daybook.cluster.status.NodeStart;
import io.daybook.cluster.status.NodeStatus;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReportWaiverTest {
    /** The status of node 1, with a release that reports or does not. */
    private static NodeStatus status(final boolean isReporting) {
        final NodeMetrics metrics = new NodeMetrics(
                0, 0, 0, Map.of(), 0, 0, 0, 0, 0, 0, 0, 1, 1, isReporting ? 0 : -1, isReporting ? 0 : -1, 0, 0);
        return new NodeStatus(
                "tulip",
                1,
                "FOLLOWER",
                1,
                2,
                3,
                4,
                5,
                6,
                7,
                8,
                9,
                10,
                11,
                12,
                true,
                List.of(),
                List.of(),
                metrics,
                new NodeStart("power", List.of()));
    }

    @Test
    void shouldHoldWhileANodeOfAnEarlierReleaseAnswers() {
        final ReportWaiver waiver = new ReportWaiver();
        assertFalse(waiver.holds(0), "no node has answered");
        for (int second = 1; second <= 30; second++) {
            final long nowNs = TimeUnit.SECONDS.toNanos(second);
            waiver.answered(second <= 10 ? List.of(status(false)) : List.of(), nowNs);
            assertEquals(second <= 15, waiver.holds(nowNs), "second " + second);
        }
    }

    @Test
    void shouldEndOnceTheNodeWasReplaced() {
        final ReportWaiver waiver = new ReportWaiver();
        waiver.answered(List.of(status(false)), 0);
        assertTrue(waiver.holds(0));
        waiver.answered(List.of(status(true)), 1);
        assertFalse(waiver.holds(1));
    }
}
