package io.daybook.core.snapshot;

import io.daybook.api.Follower;
import io.daybook.api.FollowerPart;
import io.daybook.api.PartWriter;
import io.daybook.host.Clock;
import io.daybook.host.Scheduler;
import io.daybook.host.Uninterrupted;
import io.daybook.journal.JournalException;
import io.daybook.journal.follower.FollowerPlace;
import io.daybook.journal.snapshot.SnapshotPartWriter;
import io.daybook.journal.snapshot.SnapshotWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of followers in snapshots. A missing part fails no snapshot: the follower has no part, was detached, threw,
 * or was too late. The folder then keeps the results that the follower needs instead.
 */
final class FollowerCaptures {
    private static final Logger LOG = LoggerFactory.getLogger(FollowerCaptures.class);
    private static final long MOST_WAIT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long POLL_NS = 200_000;

    private final List<Follower> followers;
    private final List<String> names;
    private final AtomicIntegerArray detached;
    private final Clock clock;
    private final Scheduler scheduler;

    /**
     * The last mark that each follower reported; read first during the assembly of the exchange, then by the writer's
     * thread.
     */
    private final long[] lastMarks;

    FollowerCaptures(final List<Follower> followers, final Clock clock, final Scheduler scheduler) {
        this.clock = clock;
        this.scheduler = scheduler;
        this.followers = List.copyOf(followers);
        this.names = followers.stream().map(Follower::name).toList();
        this.detached = new AtomicIntegerArray(names.size());
        this.lastMarks = followers.stream().mapToLong(Follower::mark).toArray();
        Uninterrupted.clear();
    }

    /** The marks of followers that keep their state elsewhere. For the thread that writes snapshots. */
    Map<String, Long> marks() {
        final Map<String, Long> marks = new HashMap<>();
        for (int i = 0; i < lastMarks.length; i++) {
            try {
                lastMarks[i] = followers.get(i).mark();
            } catch (RuntimeException | Error e) { // a mark never falls, so an old one keeps enough
                LOG.warn(
                        "follower {} did not report its mark; its last one, seq {}, is used",
                        names.get(i),
                        lastMarks[i],
                        e);
            }
            Uninterrupted.clear();
            marks.put(names.get(i), lastMarks[i]);
        }
        return marks;
    }

    /** A place for each part of one snapshot. */
    List<CompletableFuture<@Nullable FollowerPart>> newParts() {
        final List<CompletableFuture<@Nullable FollowerPart>> parts = new ArrayList<>(names.size());
        for (int i = 0; i < names.size(); i++) {
            parts.add(new CompletableFuture<>());
        }
        return parts;
    }

    /**
     * Leaves out the followers that are detached by now. Called once {@link #detached} can find the capture, so that no
     * detachment is missed.
     */
    void leaveOut(final SnapshotCapture capture) {
        for (int i = 0; i < names.size(); i++) {
            if (detached.get(i) != 0) {
                capture.parts().get(i).complete(null);
            }
        }
    }

    /**
     * Called when a follower gives no more parts.
     *
     * @param active supplies the capture in progress; called after the follower was marked, so that no capture waits
     *     for it
     */
    void detached(final int index, final Supplier<@Nullable SnapshotCapture> active) {
        detached.set(index, 1);
        final SnapshotCapture onItsWay = active.get();
        if (onItsWay != null) {
            onItsWay.parts().get(index).complete(null);
        }
    }

    /**
     * Waits for the parts and writes those that arrive.
     *
     * @param requireNotAbandoned called every now and then; throws to abandon the snapshot
     * @throws JournalException if the disk fails
     */
    void write(final SnapshotCapture capture, final SnapshotWriter snapshot, final Runnable requireNotAbandoned) {
        for (int i = 0; i < names.size(); i++) {
            final CompletableFuture<@Nullable FollowerPart> coming =
                    capture.parts().get(i);
            while (!coming.isDone() && clock.nanoTime() - capture.startNs() < MOST_WAIT_NS) {
                requireNotAbandoned.run();
                scheduler.pause(POLL_NS);
            }
            if (coming.complete(null)) {
                LOG.warn("the snapshot at seq {} has no part of follower {}: too late", capture.seq(), names.get(i));
            }
            final FollowerPart part = coming.join();
            if (part != null) {
                write(capture, names.get(i), part, snapshot, requireNotAbandoned);
            }
        }
    }

    private static void write(
            final SnapshotCapture capture,
            final String name,
            final FollowerPart part,
            final SnapshotWriter snapshot,
            final Runnable requireNotAbandoned) {
        final SnapshotPartWriter file = snapshot.part(FollowerPlace.partOf(name));
        final Disk disk = new Disk(file, requireNotAbandoned);
        try {
            part.writeTo(disk);
            Uninterrupted.clear();
        } catch (RuntimeException | Error e) {
            Uninterrupted.clear();
            disk.rethrow();
            drop(snapshot, file, e);
            LOG.warn("the snapshot at seq {} has no part of follower {}, which threw", capture.seq(), name, e);
            return;
        }
        disk.rethrow();
        file.finish(0);
    }

    private static void drop(final SnapshotWriter snapshot, final SnapshotPartWriter file, final Throwable cause) {
        try {
            snapshot.drop(file);
        } catch (RuntimeException e) {
            e.addSuppressed(cause);
            throw e;
        }
    }

    /** Separates exceptions of the disk and of an abandoned snapshot from those of a follower. */
    private static final class Disk implements PartWriter {
        private final SnapshotPartWriter file;
        private final Runnable requireNotAbandoned;

        private @Nullable RuntimeException failure;

        Disk(final SnapshotPartWriter file, final Runnable requireNotAbandoned) {
            this.file = file;
            this.requireNotAbandoned = requireNotAbandoned;
        }

        @Override
        public void write(final byte[] bytes, final int offset, final int length) {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            rethrow();
            try {
                requireNotAbandoned.run();
                Uninterrupted.clear();
                file.write(bytes, offset, length);
            } catch (RuntimeException e) {
                failure = e;
                throw e;
            }
        }

        void rethrow() {
            final RuntimeException thrown = failure;
            if (thrown != null) {
                throw thrown;
            }
        }
    }
}
