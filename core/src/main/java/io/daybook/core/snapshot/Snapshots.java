package io.daybook.core.snapshot;

import io.daybook.api.ExchangeListener;
import io.daybook.api.Follower;
import io.daybook.api.SnapshotFailedException;
import io.daybook.api.SnapshotReport;
import io.daybook.core.listener.ListenerErrors;
import io.daybook.core.listener.Listeners;
import io.daybook.engine.EngineStateCopy;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.SnapshotPoint;
import io.daybook.engine.state.SnapshotContent;
import io.daybook.host.Clock;
import io.daybook.host.Scheduler;
import io.daybook.host.Uninterrupted;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.Journal;
import io.daybook.journal.snapshot.SnapshotWriter;
import io.daybook.kernel.command.CommandSlot;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a snapshot from the command that requests it to the disk. Each of the exchange's threads has a small part in
 * it:
 *
 * <pre>
 *   engine     copies the state at the command            {@link #onPersistSnapshot}
 *   journal    ends the block with the command, and notes
 *              the chain value there                      {@link #onJournaled}
 *   delivery   hands over the copy once the command is
 *              settled and journaled                      {@link #onDelivered}
 *   followers  copy the state that they derive            {@link #onFollower}
 *   writer     serialises, writes, reads back, names it
 *   journal    writes and forces the mark                 {@link #nextMark}
 *   writer     reports to listeners and futures, deletes old ones
 * </pre>
 *
 * <p>One at a time: a command that arrives while a snapshot is in progress joins it. A failure here fails that snapshot
 * only, unless the folder is gone, moved or taken: then the journal's thread fails too.
 */
public final class Snapshots implements SnapshotPoint {
    private static final Logger LOG = LoggerFactory.getLogger(Snapshots.class);
    private static final long DURABLE_POLL_NS = 200_000;
    private static final long MARK_POLL_MS = 20;

    /** The facts that the journal's thread recorded about a command that requested a snapshot. */
    private record JournalPoint(long seq, long chain) {}

    private final FollowerCaptures followers;
    private final Journal journal;
    private final ExchangeEngine engine;
    private final Listeners listeners;
    private final ListenerErrors errors;
    private final Executor writer;
    private final Runnable wakeJournal;
    private final Clock clock;
    private final Scheduler scheduler;
    private final AtomicReference<@Nullable SnapshotCapture> active = new AtomicReference<>();
    private final Queue<JournalPoint> points = new ConcurrentLinkedQueue<>();
    private final Queue<SnapshotMark> marks = new ConcurrentLinkedQueue<>();

    private volatile boolean abandoned;
    private volatile @Nullable JournalException lost;

    /**
     * Creates the snapshots of an engine with a journal; pass it to {@link ExchangeEngine#snapshotPoint}.
     *
     * @param errors records the exceptions of listeners
     * @param writer runs the writing, one at a time
     * @param wakeJournal makes the journal's thread call {@link #nextMark} soon; called by any thread
     * @param followers that give parts, in the order of attachment
     */
    public Snapshots(
            final Journal journal,
            final ExchangeEngine engine,
            final Listeners listeners,
            final ListenerErrors errors,
            final Executor writer,
            final Runnable wakeJournal,
            final List<Follower> followers,
            final Clock clock,
            final Scheduler scheduler) {
        this.clock = clock;
        this.scheduler = scheduler;
        this.followers = new FollowerCaptures(followers, clock, scheduler);
        this.journal = journal;
        this.engine = engine;
        this.listeners = listeners;
        this.errors = errors;
        this.writer = writer;
        this.wakeJournal = wakeJournal;
    }

    @Override
    public void onPersistSnapshot(final CommandSlot slot, final long seq, final long timeNs) {
        SnapshotCapture capture = active.get();
        if (capture == null) {
            final long startNs = clock.nanoTime();
            final EngineStateCopy state = engine.copyState();
            capture = new SnapshotCapture(
                    seq,
                    timeNs,
                    state,
                    startNs,
                    clock.nanoTime() - startNs,
                    followers.newParts(),
                    new CompletableFuture<>());
            active.set(capture);
            followers.leaveOut(capture);
        }
        slot.report(capture);
    }

    /**
     * Called when a command that requests a snapshot was appended to the journal as the last of its block, by the
     * journal's thread.
     *
     * @param chain the journal's chain value after that block
     */
    public void onJournaled(final long seq, final long chain) {
        points.add(new JournalPoint(seq, chain));
    }

    /**
     * Called when a command that requests a snapshot is delivered, by the thread that delivers.
     *
     * @return a future that completes when the snapshot that the command started or joined is on the disk or has failed
     */
    public CompletableFuture<SnapshotReport> onDelivered(final CommandSlot slot, final long seq) {
        if (!(slot.report() instanceof SnapshotCapture capture)) {
            throw new IllegalStateException("seq " + seq + " must have captured the state, or joined a capture");
        }
        final JournalPoint point = pointOf(seq);
        if (capture.seq() == seq) {
            start(capture, point);
        }
        return capture.completion();
    }

    /**
     * Called when a follower has received a command that requests a snapshot, by the thread that runs the follower: if
     * the engine's state was captured at that command, the follower's state is captured too.
     *
     * @param index of the follower, in the order of attachment
     */
    public void onFollower(final int index, final CommandSlot slot, final long seq, final Follower follower) {
        if (slot.report() instanceof SnapshotCapture capture && capture.seq() == seq) {
            capture.parts().get(index).complete(follower.capture());
        }
    }

    /** Called when a follower receives nothing more, so that no snapshot waits for it. Any thread. */
    public void onDetached(final int index) {
        followers.detached(index, active::get);
    }

    private void start(final SnapshotCapture capture, final JournalPoint point) {
        if (abandoned) {
            fail(capture, stopped());
            return;
        }
        try {
            writer.execute(() -> Uninterrupted.run(() -> write(capture, point)));
        } catch (RuntimeException | Error e) { // the system has no thread for it
            fail(capture, e);
        }
    }

    private JournalPoint pointOf(final long seq) {
        JournalPoint point = points.poll();
        while (point != null && point.seq() < seq) {
            point = points.poll();
        }
        if (point == null || point.seq() != seq) {
            throw new IllegalStateException("seq " + seq + " must be journaled before it is delivered");
        }
        return point;
    }

    /**
     * The next mark to write to the journal, or null. For the journal's thread.
     *
     * @throws JournalException NOT_OWNER if a snapshot found the folder gone, moved or taken: the exchange must stop
     */
    public @Nullable SnapshotMark nextMark() {
        final JournalException notOwner = lost;
        if (notOwner != null) {
            throw notOwner;
        }
        return marks.poll();
    }

    /** Whether no snapshot is in progress. Any thread. */
    public boolean isIdle() {
        return active.get() == null;
    }

    /** Abandons the current snapshot and all later ones, because the exchange has stopped. Any thread. */
    public void abandon() {
        abandoned = true;
    }

    /**
     * Fails the futures that still wait, once the writer has ended: a state was captured, but its command was never
     * delivered.
     */
    public void failUnfinished() {
        final SnapshotCapture capture = active.getAndSet(null);
        if (capture != null) {
            capture.completion().completeExceptionally(new SnapshotFailedException(capture.seq(), stopped()));
        }
    }

    private void write(final SnapshotCapture capture, final JournalPoint point) {
        final SnapshotReport report;
        try {
            report = commit(capture, point);
        } catch (RuntimeException | Error e) { // an Error too: writing the state takes its memory a second time
            fail(capture, e);
            return;
        }
        active.set(null);
        capture.completion().complete(report);
        report("onSnapshot", report.seq(), listener -> listener.onSnapshot(report));
        Uninterrupted.run(this::retain); // a listener or an action of the future may have left the interrupt flag set
    }

    private void fail(final SnapshotCapture capture, final Throwable cause) {
        final SnapshotFailedException failure = new SnapshotFailedException(capture.seq(), cause);
        active.set(null);
        capture.completion().completeExceptionally(failure);
        LOG.warn("{}", failure.getMessage(), cause);
        report("onSnapshotFailed", capture.seq(), listener -> listener.onSnapshotFailed(failure));
        haltIfNotOwner(cause);
    }

    /** Makes the journal's thread fail when it takes the next mark, which stops the exchange. */
    private void haltIfNotOwner(final Throwable cause) {
        if (cause instanceof JournalException refusal && refusal.reason() == JournalException.Reason.NOT_OWNER) {
            lost = refusal;
            try {
                wakeJournal.run();
            } catch (JournalException e) { // thrown only if this is the journal's thread, which keeps the exception
                LOG.debug("the exchange stops", e);
            }
        }
    }

    private SnapshotReport commit(final SnapshotCapture capture, final JournalPoint point) {
        final long hash;
        final long sizeBytes;
        try (SnapshotWriter snapshot = journal.beginSnapshot(capture.seq())) {
            hash = SnapshotContent.write(capture.state(), SnapshotFiles.sink(snapshot), this::requireNotAbandoned);
            followers.write(capture, snapshot, this::requireNotAbandoned);
            while (journal.writer().durableSeq() < capture.seq()) {
                requireNotAbandoned();
                scheduler.pause(DURABLE_POLL_NS);
            }
            snapshot.commit(capture.timeNs(), hash, point.chain(), this::requireNotAbandoned);
            sizeBytes = snapshot.sizeBytes();
        }
        final SnapshotMark mark = new SnapshotMark(capture.seq(), hash);
        marks.add(mark);
        awaitForced(mark);
        return new SnapshotReport(
                capture.seq(),
                capture.timeNs(),
                hash,
                sizeBytes,
                capture.pauseNs(),
                clock.nanoTime() - capture.startNs());
    }

    private void awaitForced(final SnapshotMark mark) {
        try {
            wakeJournal.run();
            while (!mark.awaitForced(MARK_POLL_MS, scheduler)) {
                requireNotAbandoned();
                wakeJournal.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the thread that writes snapshots must not be interrupted", e);
        }
    }

    private void requireNotAbandoned() {
        if (abandoned) {
            throw stopped();
        }
    }

    private static CancellationException stopped() {
        return new CancellationException("the exchange has stopped");
    }

    private void retain() {
        try {
            final long nowNs = clock.epochNs();
            for (final String line : journal.retain(nowNs, followers.marks(), this::requireNotAbandoned)) {
                LOG.info("{}", line);
            }
        } catch (CancellationException e) {
            LOG.debug("retention is abandoned; the next run does the rest", e);
        } catch (RuntimeException | Error e) { // the next snapshot needs this thread
            haltIfNotOwner(e);
            LOG.warn("old snapshots and segments could not be deleted: {}", e.getMessage(), e);
        }
    }

    /** A call of a listener. */
    private interface News {
        void report(ExchangeListener listener);
    }

    private void report(final String method, final long seq, final News news) {
        for (final ExchangeListener listener : listeners.current()) {
            try {
                news.report(listener);
            } catch (RuntimeException e) {
                errors.onError(listener, method, seq, e);
            } catch (Error e) { // the next snapshot needs this thread
                errors.note(listener, method, seq, e);
            }
        }
    }
}
