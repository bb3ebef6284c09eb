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
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node on which a result waits that no other node has carried out: a snapshot releases it, or ends the node. */
class ResultReleaseTest {
    /** The bytes of one result, with its head. */
    private static final long MOST_HELD_BYTES = 30;

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
                config,
                NodeRelease.THIS,
                followers,
                new StatusBoard(config, false, NodeRelease.THIS, List.of()),
                new StuckElection(said -> {}),
                MOST_HELD_BYTES);
        release.onMessage(100, ClusterState.followed(BookTypes.all(OrderBookType.LADDER), HashSecret.of(1), release));
        release.onResult(new byte[10], 0, 10);
    }

    private static void end(final String why) {
        throw new IllegalStateException(why);
    }

    /** Takes a snapshot; each value is whether the node finds a leader at its next check. */
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

    /** Carries out the next message; returns how often the node checked whether there is a leader. */
    private int nextMessage(final boolean leads, final BooleanSupplier isElected) {
        release.role(leads);
        final int[] looks = {0};
        release.awaitRoom(BusySpinIdleStrategy.INSTANCE, () -> {
            looks[0]++;
            return isElected.getAsBoolean();
        });
        return looks[0];
    }

    @Test
    void shouldCarryOutNoMoreWhereItLeadsUntilWhatWaitsIsReleased() {
        final int[] left = {100};
        final int looks = nextMessage(true, () -> {
            if (--left[0] == 0) {
                snapshot(false); // releases everything
            }
            return true;
        });
        assertEquals(100, looks);
        assertEquals(1, followers.releasedSeq());
    }

    @Test
    void shouldCarryOutMoreWhereItFollowsOrThereIsNoLeaderOrRoom() {
        assertEquals(0, nextMessage(false, () -> true));
        assertEquals(1, nextMessage(true, () -> false));
        snapshot(false);
        assertEquals(0, nextMessage(true, () -> true));
    }

    /** The leader can compare the report only once it has carried out the log up to the report's place. */
    @Test
    void shouldCarryOutMoreWhereItLeadsAndAnotherNodeIsFurther() {
        release.work(0, true, false);
        release.role(true);
        final CarriedOut further = new CarriedOut(1);
        further.progress(200, 2, 0);
        release.onReport(further);
        assertEquals(0, nextMessage(true, () -> true));
    }

    @Test
    void shouldLetNothingGoInAnElectionOfANodeThatHadALeader() {
        release.work(0, true, false);
        assertThrows(NoSuchElementException.class, () -> snapshot(false, false), "the snapshot waits");
        assertEquals(0, followers.releasedSeq());
    }
}
