package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.OrderBookType;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterMember;
import io.daybook.cluster.follower.NodeFollowers;
import io.daybook.cluster.state.ClusterState;
import io.daybook.cluster.status.NodeRelease;
import io.daybook.cluster.status.StatusBoard;
import io.daybook.engine.matching.BookTypes;
import io.daybook.kernel.slab.HashSecret;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.NoSuchElementException;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a snapshot lets out of a node on which a result waits that no other node has carried out. */
class ResultReleaseTest {
    @TempDir
    private Path dir;

    private @Nullable NodeFollowers followers;
    private @Nullable ResultRelease release;

    @BeforeEach
    void hold() {
        final ClusterMember member = new ClusterMember("127.0.0.1", 29_000);
        final ClusterConfig config = NodeConfigs.local(dir, member, member, member);
        followers = new NodeFollowers((name, beginning) -> null, ResultReleaseTest::end);
        release = new ResultRelease(
                config, NodeRelease.THIS, followers, new StatusBoard(config, false, NodeRelease.THIS, List.of()));
        release.onMessage(100, ClusterState.followed(BookTypes.all(OrderBookType.LADDER), HashSecret.of(1), release));
        release.onResult(new byte[10], 0, 10);
    }

    private static void end(final String why) {
        throw new IllegalStateException(why);
    }

    /** A snapshot, while there is a leader or none at the looks of the node. */
    private void snapshot(final Boolean... looks) {
        final ArrayDeque<Boolean> left = new ArrayDeque<>(List.of(looks));
        release.awaitAll(BusySpinIdleStrategy.INSTANCE, left::removeFirst, ResultReleaseTest::end);
    }

    @Test
    void shouldLetAllGoOfANodeThatStarts() {
        snapshot(false);
        assertEquals(1, followers.releasedSeq());
    }

    @Test
    void shouldEndTheNodeWhereAnElectionBeginsWhileASnapshotWaits() {
        final String why = assertThrows(IllegalStateException.class, () -> snapshot(true, true, false))
                .getMessage();
        assertTrue(why.contains("an election began"), why);
        assertEquals(0, followers.releasedSeq());
    }

    @Test
    void shouldLetNothingGoInAnElectionOfANodeThatHadALeader() {
        release.work(0, true);
        assertThrows(NoSuchElementException.class, () -> snapshot(false, false), "it waits");
        assertEquals(0, followers.releasedSeq());
    }
}
