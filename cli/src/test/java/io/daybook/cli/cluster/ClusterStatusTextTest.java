package io.daybook.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.cluster.config.Answers;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.Durability;
import io.daybook.cluster.state.Refusal;
import io.daybook.cluster.status.NodeMetrics;
import io.daybook.cluster.status.NodeStart;
import io.daybook.cluster.status.NodeStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClusterStatusTextTest {
    private static final ClusterConfig CONFIG = new ClusterConfig(
            "venue",
            0,
            Path.of("node"),
            List.of(),
            "0.0.0.0",
            Durability.values()[0],
            Answers.CARRIED_OUT,
            1,
            1,
            1,
            1,
            null,
            List.of());

    @Test
    void shouldWriteTheStatusOfEachNodeOnALineForPrograms() {
        final NodeMetrics metrics = new NodeMetrics(
                12,
                3,
                4,
                Map.of(Refusal.values()[1].code(), 6L, Refusal.values()[0].code(), 5L),
                7,
                8,
                9,
                10,
                11,
                13,
                1_000,
                14,
                15,
                16,
                17,
                18,
                19);
        final NodeStatus status = new NodeStatus(
                "venue",
                0,
                "LEADER",
                20,
                1_024,
                21,
                -2,
                22,
                23,
                24,
                25,
                26,
                27,
                28,
                29,
                true,
                List.of("feed", "fix"),
                List.of(),
                metrics,
                new NodeStart("disk", List.of(1, 2)));
        assertEquals(
                List.of(
                        "{\"node\":0,\"role\":\"LEADER\",\"chain\":\"fffffffffffffffe\",\"durability\":\"disk\","
                                + "\"waitsFor\":[1, 2],\"term\":20,\"elections\":3,\"position\":1024,"
                                + "\"commitPosition\":12,\"lag\":0,\"seq\":21,\"checkedSeq\":8,\"releasedSeq\":16,"
                                + "\"waitingMs\":18,\"heldBytes\":19,\"sessions\":24,\"duplicates\":25,\"gaps\":4,"
                                + "\"refused\":26,\"connectionsClosed\":7,\"snapshotSeq\":27,\"snapshotAtMs\":9,"
                                + "\"snapshotPauseUs\":10,\"longestPauseUs\":11,\"logBytes\":13,\"freeBytes\":28,"
                                + "\"backupLag\":24,\"semantics\":14,\"knownSemantics\":15,\"refusedBy\":{\""
                                + Refusal.values()[0] + "\":5,\"" + Refusal.values()[1]
                                + "\":6},\"followers\":[\"feed\",\"fix\"],\"knownFollowers\":[]}",
                        "{\"node\":1,\"role\":null}"),
                ClusterStatusText.lines(
                        CONFIG, List.of(Optional.of(status), Optional.empty()), ClusterStatusText.Form.JSON));
    }
}
