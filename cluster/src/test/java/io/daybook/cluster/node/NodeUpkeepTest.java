package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterMember;
import io.daybook.cluster.status.StatusBoard;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalTime;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The thread that keeps a node's log short ends with its node. */
class NodeUpkeepTest {
    private static final Instant START = Instant.parse("2026-11-26T03:00:00Z");

    /** The time that the thread still needs after it was interrupted. */
    private static final long WHILE_NS = TimeUnit.MILLISECONDS.toNanos(300);

    private final AtomicBoolean isFirst = new AtomicBoolean(true);
    private final CountDownLatch isAtWork = new CountDownLatch(1);
    private final AtomicBoolean hasDone = new AtomicBoolean();

    @TempDir
    private Path dir;

    @Test
    void shouldHaveEndedOnceItIsClosed() throws InterruptedException {
        final ClusterMember member = new ClusterMember("127.0.0.1", 29_100);
        final ClusterConfig plain = NodeConfigs.local(dir, member, member, member);
        final ClusterConfig config = new ClusterConfig(
                plain.cluster(),
                plain.node(),
                plain.dir(),
                plain.members(),
                plain.bind(),
                plain.durability(),
                plain.answers(),
                plain.heartbeatMs(),
                plain.intervalMs(),
                plain.electionMs(),
                plain.clients(),
                null,
                List.of(LocalTime.of(4, 0)));
        final NodeUpkeep upkeep = NodeUpkeep.start(
                config, new StatusBoard(config, false, NodeMachine.REAL.release(), List.of()), this::slowClock);
        assertTrue(isAtWork.await(1, TimeUnit.MINUTES));
        upkeep.close();
        assertTrue(hasDone.get(), "the folder is free after the close");
    }

    /** The first reading of the clock sets the due time; the second returns only some time after the interrupt. */
    private Instant slowClock() {
        if (isFirst.getAndSet(false)) {
            return START;
        }
        isAtWork.countDown();
        while (!Thread.interrupted()) {
            LockSupport.park();
        }
        final long fromNs = System.nanoTime();
        while (System.nanoTime() - fromNs < WHILE_NS) {
            LockSupport.parkNanos(WHILE_NS);
        }
        hasDone.set(true);
        Thread.currentThread().interrupt();
        return START;
    }
}
