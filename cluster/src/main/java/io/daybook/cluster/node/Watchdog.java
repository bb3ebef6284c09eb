package io.daybook.cluster.node;

import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.status.NodeStatus;
import io.daybook.cluster.status.StatusBoard;
import io.daybook.cluster.status.StatusClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends the node before it does harm: before its disk is full, when the others continue and it does not, and when its
 * results differ from theirs. It checks once a second, on its own thread.
 */
public final class Watchdog implements AutoCloseable {
    private static final long EVERY_MS = 1_000;
    private static final int ANSWER_MS = 500;
    private static final long STILL_NS = TimeUnit.SECONDS.toNanos(10);

    /** The space reserved for files other than the log. */
    private static final long RESERVE_BYTES = 64L << 20;

    private final ClusterConfig config;
    private final NodeMachine.FreeSpace space;
    private final StatusBoard board;
    private final DurabilityCheck durability;
    private final ReportWaiver waiver = new ReportWaiver();
    private final long leastBytes;
    private final Thread thread;
    private long lastPosition = -1;
    private long lastOthers = -1;
    private long stillSinceNs;
    private boolean isDifferent;

    private Watchdog(
            final ClusterConfig config,
            final NodeMachine.FreeSpace space,
            final StatusBoard board,
            final long segmentBytes) {
        this.config = config;
        this.space = space;
        this.board = board;
        this.durability = new DurabilityCheck(config, System.err::println);
        this.leastBytes = segmentBytes + RESERVE_BYTES;
        this.thread = new Thread(this::run, "cluster-watchdog");
    }

    static Watchdog start(
            final ClusterConfig config,
            final NodeMachine.FreeSpace space,
            final StatusBoard board,
            final long segmentBytes) {
        final Watchdog watchdog = new Watchdog(config, space, board, segmentBytes);
        watchdog.thread.setDaemon(true);
        watchdog.thread.start();
        return watchdog;
    }

    private void run() {
        stillSinceNs = System.nanoTime();
        while (!Thread.currentThread().isInterrupted()) {
            try {
                Thread.sleep(EVERY_MS);
                check();
            } catch (InterruptedException e) {
                return;
            } catch (IOException e) {
                NodeExit.FILES.halt("the free space cannot be read: " + e);
            }
        }
    }

    private void check() throws IOException {
        final long free = space.bytes(config.dir());
        if (free < leastBytes) {
            NodeExit.NO_SPACE.halt(config.dir() + " has " + free + " bytes of space left, a node needs " + leastBytes);
        }
        final NodeStatus own = board.shown();
        final List<NodeStatus> others = new ArrayList<>();
        for (final Optional<NodeStatus> status : askOthers()) {
            status.filter(other -> other.node() != config.node()).ifPresent(others::add);
        }
        durability.report(others);
        final long nowNs = System.nanoTime();
        waiver.answered(others, nowNs);
        board.anyWithoutReports(waiver.holds(nowNs));
        if (others.size() == ClusterConfig.NODES - 1
                && others.stream()
                        .allMatch(one -> one.markSeq() == own.markSeq() && one.markChain() == own.markChain())) {
            board.checked(own.markSeq());
        }
        final String difference = difference(board.shown(), others);
        final boolean wasDifferent = isDifferent;
        isDifferent = difference != null;
        if (difference != null && wasDifferent) { // a difference persists, but a single check may be wrong
            NodeExit.DIFFERS.halt(config.dir(), difference);
        }
        checkProgress(own, others);
    }

    private List<Optional<NodeStatus>> askOthers() {
        try {
            return StatusClient.ask(config, ANSWER_MS);
        } catch (IOException e) {
            return List.of(); // the network is gone: Aeron's own time-outs handle that
        }
    }

    /** Returns the fault in this node's results; null if there is none, or if the others may be wrong. */
    public static @Nullable String difference(final NodeStatus own, final List<NodeStatus> others) {
        if (others.size() < ClusterConfig.NODES - 1 || !others.stream().allMatch(own::differsFrom)) {
            return null;
        }
        return "its results differ from those of both others up to seq " + own.seq();
    }

    private void checkProgress(final NodeStatus own, final List<NodeStatus> others) {
        final long furthest = others.stream()
                .filter(other -> other.role().equals("LEADER"))
                .mapToLong(NodeStatus::position)
                .max()
                .orElse(lastOthers);
        final boolean isStill = own.position() == lastPosition && furthest > own.position();
        if (!isStill || furthest == lastOthers) {
            stillSinceNs = System.nanoTime();
        } else if (System.nanoTime() - stillSinceNs > STILL_NS) {
            NodeExit.STUCK.halt("its log has reached " + own.position() + ", the leader's " + furthest);
        }
        lastPosition = own.position();
        lastOthers = furthest;
    }

    @Override
    public void close() {
        NodeThreads.end(thread);
    }
}
