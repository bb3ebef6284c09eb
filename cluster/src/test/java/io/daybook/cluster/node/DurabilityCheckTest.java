package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigException;
import io.daybook.cluster.config.ClusterMember;
import io.daybook.cluster.status.NodeMetrics;
import io.daybook.cluster.status.NodeStart;
import io.daybook.cluster.status.NodeStatus;
import io.daybook.host.Proves;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

@Proves("a node knows how far its log was committed, and with which durability others run")
class DurabilityCheckTest {
    private static final ClusterMember MEMBER = new ClusterMember("127.0.0.1", 29_000);
    private static final ClusterConfig POWER = NodeConfigs.local(Path.of("none"), MEMBER, MEMBER, MEMBER);

    private static NodeStatus status(final int node, final String durability) {
        return new NodeStatus(
                "tulip",
                node,
                "LEADER",
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
                NodeMetrics.NONE,
                new NodeStart(durability, List.of()));
    }

    @Test
    void shouldRefuseAStartBesideAnotherDurability() {
        final String refusal = assertThrows(
                        ClusterConfigException.class, () -> DurabilityCheck.require(POWER, status(1, "process")))
                .getMessage();
        assertTrue(refusal.contains("node 1 runs with durability = \"process\""), refusal);
        assertTrue(refusal.contains("node 0 has durability = \"power\""), refusal);
        assertDoesNotThrow(() -> DurabilityCheck.require(POWER, status(1, "power")));
        assertDoesNotThrow(
                () -> DurabilityCheck.require(POWER, status(1, "")), "an earlier release does not report it");
    }

    @Test
    void shouldReportEachNodeOnceUntilItHasTheSame() {
        final List<String> notes = new ArrayList<>();
        final DurabilityCheck check = new DurabilityCheck(POWER, notes::add);
        check.report(List.of(status(1, "power"), status(2, "process")));
        check.report(List.of(status(1, "power"), status(2, "process")));
        assertEquals(1, notes.size());
        assertTrue(notes.get(0).contains("node 2 runs with durability = \"process\""), notes.get(0));
        check.report(List.of(status(2, "power")));
        check.report(List.of(status(2, "power-metadata")));
        assertEquals(2, notes.size());
    }
}
