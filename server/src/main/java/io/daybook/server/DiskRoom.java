package io.daybook.server;

import io.daybook.host.Clock;
import io.daybook.server.api.OverviewRoutes;
import java.io.File;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * The free room on the disk of a folder, read on a separate thread, because a disk, such as one over a network, may not
 * answer. Any thread.
 */
final class DiskRoom implements AutoCloseable, OverviewRoutes.Disk {
    private static final long MIN_FREE_BYTES = 1L << 28;
    private static final int MIN_FREE_SHARE = 10;

    /** Free room that is enough on disks of any size. */
    private static final long ENOUGH_FREE_BYTES = 1L << 32;

    /** A disk that takes longer to answer is reported. */
    private static final long SILENT_NS = TimeUnit.SECONDS.toNanos(1);

    private final Disk disk;
    private final Clock clock;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        final Thread own = new Thread(task, "daybook-disk");
        own.setDaemon(true);
        return own;
    });

    /** The last query, which completes with the answer. */
    private CompletableFuture<Void> asked = CompletableFuture.completedFuture(null);

    private long askedNs;
    private volatile Room seen;

    /** A disk, in bytes; its methods may be slow. */
    interface Disk {
        /** The room that is left for this process. */
        long usable();

        /** The size of the disk. */
        long total();
    }

    private record Room(long usable, long total) {}

    DiskRoom(final Disk disk, final Clock clock) {
        this.disk = disk;
        this.clock = clock;
        this.seen = new Room(disk.usable(), disk.total());
    }

    /** The room of the disk with a folder. */
    static DiskRoom of(final File folder, final Clock clock) {
        return new DiskRoom(
                new Disk() {
                    @Override
                    public long usable() {
                        return folder.getUsableSpace();
                    }

                    @Override
                    public long total() {
                        return folder.getTotalSpace();
                    }
                },
                clock);
    }

    /** Queries the disk, unless a query is under way. The result completes with the answer, or after a second. */
    @Override
    public synchronized CompletableFuture<Void> look() {
        if (asked.isDone()) {
            askedNs = clock.nanoTime();
            try {
                asked = CompletableFuture.runAsync(() -> seen = new Room(disk.usable(), disk.total()), thread);
            } catch (RejectedExecutionException e) {
                return asked; // the server ends
            }
        }
        return asked.copy().completeOnTimeout(null, SILENT_NS, TimeUnit.NANOSECONDS);
    }

    @Override
    public long freeBytes() {
        return seen.usable;
    }

    @Override
    public long totalBytes() {
        return seen.total;
    }

    /** A message about the last answer; nothing if there is room. */
    synchronized List<String> reasons() {
        final long silentNs = asked.isDone() ? 0 : clock.nanoTime() - askedNs;
        if (silentNs >= SILENT_NS) {
            return List.of(String.format(
                    Locale.ROOT,
                    "the disk has not reported its free room for %d s",
                    TimeUnit.NANOSECONDS.toSeconds(silentNs)));
        }
        final Room room = seen;
        if (room.usable < MIN_FREE_BYTES) {
            return List.of("less than 256 MiB of disk is free");
        }
        return room.usable < Math.min(ENOUGH_FREE_BYTES, room.total / MIN_FREE_SHARE)
                ? List.of("less than " + MIN_FREE_SHARE + "% of the disk is free")
                : List.of();
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
