package io.daybook.core.pipeline;

import com.lmax.disruptor.Sequence;
import io.daybook.api.Command;
import io.daybook.api.CommandDoor;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeState;
import io.daybook.api.Query;
import io.daybook.api.RecoverySummary;
import io.daybook.api.SnapshotReport;
import io.daybook.core.engine.ExchangeEngine;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.core.snapshot.Snapshots;
import io.daybook.journal.Journal;
import io.daybook.risk.command.CommandSlot;
import io.daybook.risk.command.EventRing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An exchange on a ring: producers publish, the engine's thread carries out, and the journal's thread writes and delivers (without a
 * journal the engine's thread delivers too: two busy threads with a producer are what two cores can carry).
 */
public final class RingExchange implements Exchange {
    private static final Logger LOG = LoggerFactory.getLogger(RingExchange.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);
    private static final int ENGINE_BATCH = 64;
    private static final int ENGINE_BATCH_BESIDE_JOURNAL = 256;

    private final Lifecycle lifecycle = new Lifecycle();
    private final ExchangeListener[] listeners;
    private final CommandRing ring;
    private final SafeDoor door;
    private final @Nullable Journal journal;
    private final @Nullable CommandJournal commandJournal;
    private final DeliveryStage deliveryStage;
    private final List<StageThread> threads = new ArrayList<>();
    private final AtomicBoolean finishing = new AtomicBoolean();
    private final CommandClock clock = new CommandClock();
    private final RecoverySummary recovery;
    private final JournalRoom room;
    private final SnapshotWriterThread snapshotWriter = new SnapshotWriterThread(lifecycle);
    private final @Nullable Snapshots snapshots;
    private final @Nullable AutomaticSnapshots automaticSnapshots;

    /**
     * Starts an exchange on a recovered engine.
     *
     * @param recovered engine, events and journal; from now on this exchange's
     */
    public RingExchange(
            final ExchangeConfig config, final RecoveredState recovered, final ExchangeListener... listeners) {
        this.listeners = listeners.clone();
        this.journal = recovered.journal();
        this.recovery = recovered.summary();
        final ExchangeEngine engine = recovered.engine();
        final EventRing events = recovered.events();
        final Wakeup wakeup = new Wakeup(2);
        this.ring = new CommandRing(config.ringSize(), wakeup, lifecycle);
        this.room = new JournalRoom(journal, config.ringSize(), config.blockBytes());
        this.door = new SafeDoor(ring, lifecycle, room);

        final boolean alone = journal == null;
        final EngineStage engineStage =
                new EngineStage(ring, engine, events, alone ? ENGINE_BATCH : ENGINE_BATCH_BESIDE_JOURNAL);
        final Sequence settled = engineStage.sequence();
        this.snapshots =
                journal == null ? null : new Snapshots(journal, engine, listeners, snapshotWriter, this::wakeStages);
        final ResultDelivery delivery = new ResultDelivery(listeners, snapshots, engine.seq(), recovered.timeNs());
        if (journal == null || snapshots == null) {
            this.commandJournal = null;
            this.deliveryStage = new DeliveryStage(ring, settled, settled, events, delivery);
            addThread("daybook-engine", config, wakeup, List.of(engineStage, deliveryStage));
        } else {
            this.commandJournal = new CommandJournal(
                    journal.writer(),
                    config.ackMode(),
                    config.forceIntervalMs(),
                    config.blockBytes(),
                    engine.seq(),
                    recovered.timeNs(),
                    snapshots);
            engine.snapshotPoint(snapshots);
            final JournalStage journalStage = new JournalStage(ring, commandJournal);
            this.deliveryStage = new DeliveryStage(ring, settled, journalStage.released(), events, delivery);
            addThread("daybook-engine", config, wakeup, List.of(engineStage));
            addThread("daybook-journal", config, wakeup, List.of(journalStage, deliveryStage));
        }
        ring.gate(deliveryStage.sequence());
        this.automaticSnapshots = journal == null || !config.snapshots().isAutomatic()
                ? null
                : new AutomaticSnapshots(
                        new SnapshotSchedule(config.snapshots(), recovery.snapshotSeq(), System.nanoTime()),
                        journal.writer()::writtenSeq,
                        this::trySnapshot);
    }

    /** A slot that means nothing wakes every stage, whatever it does when idle; when the ring is full none of them sleeps. */
    private void wakeStages() {
        final long sequence = ring.tryClaimAnyway(1);
        if (sequence != CommandRing.FULL) {
            ring.slot(sequence).clear();
            ring.publish(sequence);
        }
    }

    private boolean trySnapshot() {
        return door.trySnapshot(clock.nowNs());
    }

    private void addThread(
            final String name, final ExchangeConfig config, final Wakeup wakeup, final List<Stage> stages) {
        final Idler idler = new Idler(config.idleStrategy(), wakeup, threads.size());
        threads.add(new StageThread(name, stages, idler, lifecycle, this::onThreadFailure));
    }

    /** Starts the threads; once. */
    public RingExchange start() {
        threads.forEach(Thread::start);
        if (automaticSnapshots != null) {
            automaticSnapshots.start();
        }
        return this;
    }

    @Override
    public CompletableFuture<CommandResult> submit(final Command command, final long cookie) {
        return door.submit(command, cookie, clock.nowNs());
    }

    @Override
    public CompletableFuture<CommandResult> submit(final Command command, final long cookie, final long timestampNs) {
        return door.submit(command, cookie, timestampNs);
    }

    @Override
    public <R> CompletableFuture<R> query(final Query<R> query) {
        return door.query(query);
    }

    @Override
    public CommandDoor newDoor() {
        return new SlotDoor(new RingClaims(ring, lifecycle, room), clock);
    }

    @Override
    public CompletableFuture<SnapshotReport> snapshot() {
        return door.snapshot(clock.nowNs());
    }

    @Override
    public RecoverySummary recovery() {
        return recovery;
    }

    @Override
    public ExchangeState state() {
        return lifecycle.state();
    }

    @Override
    public void close() {
        if (StageThread.isCurrentOf(lifecycle) || SnapshotWriterThread.isCurrentOf(lifecycle)) {
            inBackground("daybook-closer", this::drainAndFinish);
            return;
        }
        drainAndFinish();
        awaitEndUninterruptibly();
    }

    @Override
    public boolean awaitClosed(final Duration timeout) throws InterruptedException {
        return lifecycle.awaitEnd(timeout);
    }

    private void drainAndFinish() {
        if (!lifecycle.beginClosing()) {
            return;
        }
        final long deadlineNs = System.nanoTime() + CLOSE_TIMEOUT.toNanos();
        final long end = claimEnd(deadlineNs);
        if (end != CommandRing.FULL) {
            ring.endAt(end);
            ring.slot(end).clear();
            ring.publish(end);
            awaitDelivered(end, deadlineNs);
            awaitSnapshot(deadlineNs);
        }
        finish();
    }

    private long claimEnd(final long deadlineNs) {
        for (int tries = 0; !lifecycle.isHalted() && System.nanoTime() - deadlineNs < 0; tries++) {
            final long sequence = ring.tryClaimAnyway(1);
            if (sequence != CommandRing.FULL) {
                return sequence;
            }
            CommandRing.pause(tries);
        }
        return CommandRing.FULL;
    }

    private void awaitDelivered(final long end, final long deadlineNs) {
        int tries = 0;
        while (deliveryStage.sequence().get() < end && !lifecycle.isHalted()) {
            if (System.nanoTime() - deadlineNs >= 0) {
                lifecycle.fail(new IllegalStateException("closing took longer than " + CLOSE_TIMEOUT
                        + ": a producer claimed a slot and did not publish it,"
                        + " a listener does not return, or the disk does not answer"));
                return;
            }
            CommandRing.pause(tries++);
        }
    }

    /** A snapshot that is on its way is finished: the journal's thread, which marks it, is still there. */
    private void awaitSnapshot(final long deadlineNs) {
        int tries = 0;
        while (snapshots != null && !snapshots.isIdle() && !lifecycle.isHalted()) {
            if (System.nanoTime() - deadlineNs >= 0) {
                LOG.warn("closing does not wait longer for a snapshot; it is given up");
                return;
            }
            CommandRing.pause(tries++);
        }
    }

    private void onThreadFailure(final Throwable cause) {
        if (lifecycle.fail(cause)) {
            LOG.error("the exchange has stopped: {}", cause.toString(), cause);
        }
        inBackground("daybook-closer", this::finish);
    }

    private static void inBackground(final String name, final Runnable work) {
        final Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Stops the threads, answers what has no answer, closes the files. Runs once, on no thread of the exchange. */
    private void finish() {
        if (!finishing.compareAndSet(false, true)) {
            return;
        }
        lifecycle.halt();
        joinThreads();
        endSnapshots();
        try {
            closeJournal();
        } catch (RuntimeException e) {
            lifecycle.fail(e);
        }
        final Throwable cause = lifecycle.failure();
        failUnanswered();
        if (cause != null) {
            tellFatal(cause);
        }
        lifecycle.end();
    }

    /** Before the files go: the writer of snapshots works on them. */
    private void endSnapshots() {
        if (automaticSnapshots != null) {
            automaticSnapshots.end();
        }
        if (snapshots != null) {
            snapshots.abandon();
            if (!snapshotWriter.end(CLOSE_TIMEOUT.toNanos())) {
                LOG.warn("a snapshot is still being written after {}", CLOSE_TIMEOUT);
            }
            snapshots.failUnfinished();
        }
    }

    private void joinThreads() {
        boolean interrupted = false;
        for (final StageThread thread : threads) {
            boolean ended = false;
            while (!ended) {
                try {
                    thread.join(CLOSE_TIMEOUT.toMillis());
                    ended = true;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** In order: everything is on the disk before the lock goes. After a failure nothing more is written. */
    private void closeJournal() {
        if (journal == null || commandJournal == null) {
            return;
        }
        try {
            if (lifecycle.failure() == null) {
                commandJournal.finish();
            }
        } finally {
            journal.close();
        }
    }

    private void failUnanswered() {
        final long cursor = ring.cursor();
        for (long at = deliveryStage.sequence().get() + 1; at <= cursor; at++) {
            if (ring.isPublished(at)) {
                final CommandSlot slot = ring.slot(at);
                if (slot.completion() instanceof CompletableFuture<?> future) {
                    future.completeExceptionally(lifecycle.refusal());
                }
            }
        }
    }

    private void tellFatal(final Throwable cause) {
        for (final ExchangeListener listener : listeners) {
            try {
                listener.onFatal(cause);
            } catch (RuntimeException e) {
                LOG.error("a listener threw in onFatal: {}", e.toString(), e);
            }
        }
    }

    private void awaitEndUninterruptibly() {
        boolean interrupted = false;
        boolean ended = false;
        while (!ended) {
            try {
                ended = lifecycle.awaitEnd(CLOSE_TIMEOUT);
                if (!ended) {
                    LOG.warn("still closing after {}", CLOSE_TIMEOUT);
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
