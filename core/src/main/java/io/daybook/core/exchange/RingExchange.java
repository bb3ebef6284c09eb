package io.daybook.core.exchange;

import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeMetrics;
import io.daybook.api.FollowerPoller;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.Query;
import io.daybook.api.SnapshotReport;
import io.daybook.api.Tick;
import io.daybook.core.doors.CommandRing;
import io.daybook.core.doors.RingClaims;
import io.daybook.core.doors.SafeDoor;
import io.daybook.core.doors.SlotClaims;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.core.scheduling.ExchangeThreads;
import io.daybook.core.snapshot.AutomaticSnapshots;
import io.daybook.core.snapshot.SnapshotWriting;
import io.daybook.core.stages.Pipeline;
import io.daybook.host.Task;
import io.daybook.kernel.command.CommandSlot;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An exchange on a ring: producers publish; the threads of a {@link Pipeline} carry out, journal and deliver. This
 * class holds its doors, and ends it in order or after a failure.
 */
public final class RingExchange extends ExchangeParts {
    private static final Logger LOG = LoggerFactory.getLogger(RingExchange.class);

    /** The name of the thread that waits when a thread of the exchange must not. */
    static final String BACKGROUND = "daybook-closer";

    private static final Duration WARN_AFTER = Duration.ofSeconds(30);

    private final Pipeline pipeline;
    private final CommandRing ring;
    private final SafeDoor door;
    private final AtomicBoolean finishing = new AtomicBoolean();
    private final SnapshotWriting snapshotWriting;
    private final @Nullable AutomaticSnapshots automaticSnapshots;

    /**
     * Starts an exchange on a recovered engine.
     *
     * @param recovered engine, events and journal, which this exchange owns from now on
     */
    public RingExchange(
            final ExchangeConfig config, final RecoveredState recovered, final ExchangeListener... listeners) {
        super(config, recovered, config.ringSize(), listeners);
        this.snapshotWriting = new SnapshotWriting(lifecycle, clock, scheduler);
        this.pipeline = new Pipeline(config, recovered, lifecycle, delivery, snapshots, this::onThreadFailure);
        this.ring = pipeline.ring();
        this.door = new SafeDoor(ring, lifecycle, room, stamps, keptIds, config.queryTimeoutMs());
        this.automaticSnapshots = journal == null || schedule == null
                ? null
                : new AutomaticSnapshots(schedule, journal.writer()::writtenSeq, this::trySnapshot, clock, scheduler);
    }

    @Override
    void writeSnapshot(final Runnable work) {
        snapshotWriting.execute(work);
    }

    @Override
    void markSnapshot() {
        pipeline.wake();
    }

    private @Nullable CompletableFuture<CommandResult> trySnapshot() {
        return door.trySubmit(new PersistSnapshot(), stamps.nowNs());
    }

    @Override
    @Nullable
    CompletableFuture<CommandResult> tryTick(final int symbol) {
        return door.trySubmit(new Tick(symbol), stamps.nowNs());
    }

    /** Starts the threads. Called once. */
    public RingExchange start() {
        boolean started = false;
        try {
            pipeline.start();
            if (automaticSnapshots != null) {
                automaticSnapshots.start();
            }
            if (automaticTicks != null) {
                automaticTicks.start(scheduler);
            }
            started = true;
            return this;
        } finally {
            if (!started) { // the system has no more threads; the starter of an exchange closes the journal
                lifecycle.halt();
                pipeline.join(deadlineNs());
            }
        }
    }

    @Override
    public CompletableFuture<CommandResult> submit(
            final Command command, final long cookie, final long timestampNs, final byte[] tag) {
        return door.submit(command, cookie, timestampNs, tag);
    }

    @Override
    public Optional<CompletableFuture<CommandResult>> trySubmit(
            final Command command, final long cookie, final byte[] tag) {
        return door.trySubmit(command, cookie, stamps.nowNs(), tag);
    }

    @Override
    public Optional<CompletableFuture<CommandResult>> trySubmit(
            final String follower, final Command command, final long cookie, final byte[] tag) {
        requireFollower(follower);
        return door.trySubmitAny(command, cookie, stamps.nowNs(), tag);
    }

    @Override
    public <R> CompletableFuture<R> query(final Query<R> query) {
        listeners.require(query);
        return door.query(query);
    }

    @Override
    Supplier<SlotClaims> newClaims() {
        final RingClaims claims = new RingClaims(ring, lifecycle, room);
        return () -> claims;
    }

    @Override
    public CompletableFuture<SnapshotReport> snapshot() {
        return door.snapshot(stamps.nowNs());
    }

    @Override
    public FollowerPoller poller(final String name) {
        final FollowerPoller poller = pipeline.poller(name);
        if (poller == null) {
            throw new IllegalArgumentException("name must be the name of a polled follower: name=" + name);
        }
        return poller;
    }

    @Override
    public ExchangeMetrics metrics() {
        return pipeline.metrics(marks.lastSeen(), marks.followersLastSeen(), room.isShort());
    }

    @Override
    public void close() {
        inBackground(this::drainAndFinish); // that thread is never interrupted: an interrupt would close the channels
        if (!lifecycle.threads().isOwn()) {
            awaitEndUninterruptibly();
        }
    }

    @Override
    public boolean awaitClosed(final Duration timeout) throws InterruptedException {
        if (lifecycle.threads().isOwn() && !lifecycle.hasEnded()) {
            throw new IllegalStateException(
                    "a thread of the exchange must not wait for the end: it would wait for itself");
        }
        return lifecycle.awaitEnd(timeout, scheduler);
    }

    private long deadlineNs() {
        return clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(config.closeTimeoutMs());
    }

    private void drainAndFinish() {
        if (!lifecycle.beginClosing()) {
            if (lifecycle.isHalted()) {
                finish(); // the failure may have left no memory for another thread
            }
            return;
        }
        long deadlineNs = deadlineNs();
        long end = claimEnd(deadlineNs);
        if (end == CommandRing.FULL && goesOnWithoutFollowers()) {
            deadlineNs = deadlineNs();
            end = claimEnd(deadlineNs);
        }
        if (end == CommandRing.FULL) {
            failToClose();
        } else {
            ring.endAt(end);
            ring.publish(end, end);
            if (!isDelivered(end, deadlineNs) && !(goesOnWithoutFollowers() && isDelivered(end, deadlineNs()))) {
                failToClose();
            }
            awaitFollowers(end, deadlineNs);
            awaitSnapshot(deadlineNs);
        }
        finish();
    }

    private long claimEnd(final long deadlineNs) {
        for (int tries = 0; !lifecycle.isHalted() && clock.nanoTime() - deadlineNs < 0; tries++) {
            final long sequence = ring.tryClaimForExchange();
            if (sequence != CommandRing.FULL) {
                return sequence;
            }
            ring.pause(tries);
        }
        return CommandRing.FULL;
    }

    private boolean isDelivered(final long end, final long deadlineNs) {
        int tries = 0;
        while (pipeline.delivered() < end && !lifecycle.isHalted() && clock.nanoTime() - deadlineNs < 0) {
            ring.pause(tries++);
        }
        return pipeline.delivered() >= end;
    }

    /**
     * After the timeout, detaches the followers that keep the ring or its events full; returns whether there were any.
     */
    private boolean goesOnWithoutFollowers() {
        return !lifecycle.isHalted() && pipeline.detachFollowersBehind(pipeline.delivered(), whyDetached()) > 0;
    }

    private String whyDetached() {
        return "did not receive the last results within closeTimeoutMs=" + config.closeTimeoutMs()
                + "; it receives them at the next start";
    }

    /** Waits for followers; those that do not keep up receive the rest at the next start. */
    private void awaitFollowers(final long end, final long deadlineNs) {
        int tries = 0;
        while (!pipeline.haveFollowersPassed(end) && !lifecycle.isHalted() && clock.nanoTime() - deadlineNs < 0) {
            ring.pause(tries++);
        }
        if (!lifecycle.isHalted()) {
            pipeline.detachFollowersBehind(end, whyDetached());
        }
    }

    /** Waits for a snapshot in progress while the journal's thread, which marks it, still runs. */
    private void awaitSnapshot(final long deadlineNs) {
        int tries = 0;
        while (snapshots != null && !snapshots.isIdle() && !lifecycle.isHalted()) {
            if (clock.nanoTime() - deadlineNs >= 0) {
                LOG.warn("closing no longer waits for a snapshot, which is abandoned");
                return;
            }
            ring.pause(tries++);
        }
    }

    private void failToClose() {
        if (lifecycle.isHalted()) {
            return;
        }
        lifecycle.fail(new IllegalStateException("closing took longer than closeTimeoutMs=" + config.closeTimeoutMs()
                + ": a producer claimed a slot and did not publish it,"
                + " a listener does not return, or the disk does not answer"));
    }

    private void onThreadFailure(final Throwable cause) {
        try {
            if (lifecycle.fail(cause)) {
                LOG.error("the exchange has stopped: {}", cause.toString(), cause);
            }
        } finally {
            inBackground(this::finish);
        }
    }

    @Override
    void inBackground(final Runnable work) {
        scheduler.run(BACKGROUND, lifecycle.threads().in(ExchangeThreads.Role.CLOSER, work));
    }

    /**
     * Stops the threads, fails the futures without an answer, closes the files. Runs once, on no thread of the
     * exchange.
     */
    private void finish() {
        if (!finishing.compareAndSet(false, true)) {
            return;
        }
        lifecycle.halt();
        try {
            endThreadsAndFiles();
        } catch (RuntimeException | Error e) {
            lifecycle.fail(e);
            LOG.error("the exchange has failed while it closed: {}", e.toString(), e);
        }
        try {
            failUnanswered();
            delivery.reportEnd(lifecycle.failure());
        } finally {
            lifecycle.end();
        }
    }

    private void endThreadsAndFiles() {
        if (automaticTicks != null) {
            automaticTicks.end(deadlineNs());
        }
        final boolean threadsEnded = pipeline.join(deadlineNs());
        final boolean snapshotsEnded = endSnapshots();
        if (lifecycle.failure() != null && pipeline.canDrain()) {
            drain();
        }
        if (snapshots != null) {
            snapshots.failUnfinished();
        }
        if (snapshotsEnded && threadsEnded) {
            closeJournal(pipeline.journal());
        } else {
            // The journal stays locked, because the thread that does not stop may still write to it.
            lifecycle.fail(new IllegalStateException(
                    "a thread of the exchange did not stop: a listener does not return, or the"
                            + " disk does not answer; the journal stays locked until the process ends"));
        }
    }

    /** Ends the writer of snapshots before the files are closed, because it uses them; returns whether it has ended. */
    private boolean endSnapshots() {
        if (automaticSnapshots != null) {
            automaticSnapshots.end();
        }
        if (snapshots == null) {
            return true;
        }
        snapshots.abandon();
        return snapshotWriting.end(TimeUnit.MILLISECONDS.toNanos(config.closeTimeoutMs()));
    }

    /**
     * Delivers what the journal had released before the failure, on a separate thread. That thread can be abandoned if
     * a listener does not return, because it does not touch the journal.
     */
    private void drain() {
        try {
            final Task drain = scheduler.run(
                    "daybook-drain", lifecycle.threads().in(ExchangeThreads.Role.CLOSER, pipeline::drain));
            if (!drain.join(deadlineNs())) {
                lifecycle.fail(new IllegalStateException("a listener did not return within closeTimeoutMs="
                        + config.closeTimeoutMs() + " after the failure: later results are not delivered"));
            }
        } catch (RuntimeException | Error e) { // the system has no thread for it; the files are closed anyway
            lifecycle.fail(e);
        }
    }

    private void failUnanswered() {
        final long cursor = ring.cursor();
        for (long at = pipeline.delivered() + 1; at <= cursor; at++) {
            if (ring.isPublished(at)) {
                final CommandSlot slot = ring.slot(at);
                if (slot.completion() instanceof CompletableFuture<?> future) {
                    future.completeExceptionally(lifecycle.refusal());
                }
            }
        }
    }

    private void awaitEndUninterruptibly() {
        boolean interrupted = false;
        boolean ended = false;
        while (!ended) {
            try {
                ended = lifecycle.awaitEnd(WARN_AFTER, scheduler);
                if (!ended) {
                    LOG.warn("still closing after {}", WARN_AFTER);
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
