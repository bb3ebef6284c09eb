package io.daybook.cluster.node;

import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.status.StatusBoard;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Keeps the log short: at set times of the day the leading node requests a snapshot of all nodes, and each node then
 * purges its own log, as {@link NodeRetain} does. It runs on its own thread, reports failures, and tries again at the
 * next time.
 */
final class NodeUpkeep implements AutoCloseable {
    private static final long EVERY_MS = 500;

    /** How long a snapshot may take, and how far the clocks of two nodes may differ. */
    private static final long PATIENCE_MS = TimeUnit.MINUTES.toMillis(5);

    private final ClusterConfig config;
    private final StatusBoard board;
    private final Supplier<Instant> clock;
    private final Thread thread;

    private NodeUpkeep(final ClusterConfig config, final StatusBoard board, final Supplier<Instant> clock) {
        this.config = config;
        this.board = board;
        this.clock = clock;
        this.thread = new Thread(this::run, "cluster-upkeep");
    }

    /** Starts the upkeep; without times it does nothing. */
    static NodeUpkeep start(final ClusterConfig config, final StatusBoard board, final Supplier<Instant> clock) {
        final NodeUpkeep upkeep = new NodeUpkeep(config, board, clock);
        upkeep.thread.setDaemon(true);
        if (!config.upkeepAt().isEmpty()) {
            upkeep.thread.start();
        }
        return upkeep;
    }

    /** Returns the next of some times of the day (UTC) after an instant. */
    static Instant next(final List<LocalTime> times, final Instant behind) {
        final OffsetDateTime from = behind.atOffset(ZoneOffset.UTC);
        Instant earliest = Instant.MAX;
        for (final LocalTime time : times) {
            final OffsetDateTime today = from.with(time);
            final Instant next = (today.isAfter(from) ? today : today.plusDays(1)).toInstant();
            earliest = next.isBefore(earliest) ? next : earliest;
        }
        return earliest;
    }

    private void run() {
        Instant due = next(config.upkeepAt(), clock.get());
        while (!Thread.currentThread().isInterrupted()) {
            try {
                Thread.sleep(EVERY_MS);
                if (!clock.get().isBefore(due)) {
                    keepUp();
                    due = next(config.upkeepAt(), clock.get());
                }
            } catch (InterruptedException e) {
                return;
            } catch (IOException | RuntimeException e) {
                System.err.println("daybook cluster node: the log was not purged: " + e.getMessage());
                due = next(config.upkeepAt(), clock.get());
            }
        }
    }

    private void keepUp() throws IOException, InterruptedException {
        final long before = board.shown().metrics().snapshotAtMs();
        final long start = System.nanoTime();
        boolean isAsked = false;
        while (board.shown().metrics().snapshotAtMs() == before
                && TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) < PATIENCE_MS) {
            if (!isAsked && board.shown().role().equals("LEADER")) {
                isAsked = ClusterNode.requestSnapshot(config); // refused while another one is taken
            }
            Thread.sleep(EVERY_MS);
        }
        final NodeRetain retained = NodeRetain.run(config);
        System.out.println("node " + config.node() + " of " + config.cluster() + " keeps its log from position "
                + retained.to() + " on, was " + retained.from() + "; kept for " + retained.keptFor());
    }

    @Override
    public void close() {
        NodeThreads.end(thread);
    }
}
