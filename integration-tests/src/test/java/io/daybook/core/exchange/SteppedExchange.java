package io.daybook.core.exchange;

import io.daybook.api.Command;
import io.daybook.api.CommandDoor;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeMetrics;
import io.daybook.api.ExchangeState;
import io.daybook.api.FollowerPoller;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.Query;
import io.daybook.api.RecoverySummary;
import io.daybook.api.RetentionMarks;
import io.daybook.api.SnapshotReport;
import io.daybook.api.Subscription;
import io.daybook.core.delivery.ResultDelivery;
import io.daybook.core.doors.CommandRing;
import io.daybook.core.doors.RingClaims;
import io.daybook.core.doors.SafeDoor;
import io.daybook.core.doors.SlotDoor;
import io.daybook.core.journaling.JournalRoom;
import io.daybook.core.listener.ListenerErrors;
import io.daybook.core.listener.Listeners;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.core.scheduling.CommandClock;
import io.daybook.core.scheduling.Lifecycle;
import io.daybook.core.scheduling.Stage;
import io.daybook.core.snapshot.JournalMarks;
import io.daybook.core.snapshot.Snapshots;
import io.daybook.core.stages.JournalStage;
import io.daybook.core.stages.Pipeline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * The pipeline of an exchange on a ring without any of its threads: the caller lets one stage after the other do its
 * work, in an order of the dice, so that commands share frames and forces, results wait for the journal, and snapshots
 * are written while the engine has gone on; all of it again from the same seed.
 *
 * <p>Here and not in the product because nobody else wants it; in this package because stages are nobody's business
 * outside.
 */
public final class SteppedExchange implements Exchange {
    private final Lifecycle lifecycle = new Lifecycle();
    private final CommandClock clock;
    private final ExchangeConfig config;
    private final RecoveredState recovered;
    private final Random random;
    private final ResultDelivery delivery;
    private final Pipeline pipeline;
    private final CommandRing ring;
    private final SafeDoor door;
    private final JournalRoom room;
    private final Snapshots snapshots;
    private final List<Stage> stages = new ArrayList<>();
    private final Deque<Runnable> snapshotWork = new ArrayDeque<>();

    private RuntimeException journalFailure;

    /** On a recovered engine with a journal. */
    public SteppedExchange(
            final ExchangeConfig config,
            final RecoveredState recovered,
            final Random random,
            final ExchangeListener listener) {
        this.config = config;
        this.clock = new CommandClock(recovered.clock());
        this.recovered = recovered;
        this.random = random;
        this.room = new JournalRoom(lifecycle, recovered.journal(), config.ringSize(), config.blockBytes());
        final Listeners listeners = new Listeners(listener);
        final ListenerErrors errors = new ListenerErrors(recovered.clock());
        this.snapshots = new Snapshots(
                recovered.journal(),
                recovered.engine(),
                listeners,
                errors,
                snapshotWork::add,
                this::stepJournal,
                List.of(),
                recovered.clock());
        this.delivery = new ResultDelivery(
                listeners, errors, snapshots, recovered.engine().newCursor());
        this.pipeline = new Pipeline(config, recovered, lifecycle, delivery, snapshots, this::keep, cause -> {
            throw new AssertionError("no thread was started", cause);
        });
        this.ring = pipeline.ring();
        this.door = new SafeDoor(ring, lifecycle, room, config.queryTimeoutMs());
        recovered.engine().snapshotPoint(snapshots);
    }

    private Stage keep(final Stage stage) {
        stages.add(stage);
        return stage;
    }

    private void stepJournal() {
        for (final Stage stage : stages) {
            if (stage instanceof JournalStage) {
                try {
                    stage.doWork();
                } catch (RuntimeException e) {
                    journalFailure = e; // its own thread would have ended with it
                    throw e;
                }
            }
        }
    }

    /**
     * Lets some stages do some work, or a snapshot be written, so many times. What one throws has stopped the exchange
     * when it reaches the caller.
     */
    public void step(final int times) {
        try {
            for (int i = 0; i < times; i++) {
                final int choice = random.nextInt(stages.size() + 1);
                if (choice < stages.size()) {
                    stepStage(stages.get(choice));
                } else if (random.nextInt(4) == 0) {
                    writeSnapshot();
                }
            }
        } catch (RuntimeException | Error e) {
            fail(e);
            throw e;
        }
    }

    /** Without work the journal would look at the clock, and mark a force or not, as the machine is quick or slow. */
    private void stepStage(final Stage stage) {
        if (!(stage instanceof JournalStage journal) || journal.released().get() < ring.cursor()) {
            stage.doWork();
        }
    }

    private void writeSnapshot() {
        final Runnable work = snapshotWork.poll();
        if (work != null) {
            work.run();
        }
        if (journalFailure != null) {
            throw journalFailure;
        }
    }

    /** Lets the stages work until everything that was published is delivered. */
    public void runDry() {
        while (pipeline.delivered() < ring.cursor()) {
            step(1);
        }
    }

    @Override
    public CompletableFuture<CommandResult> submit(final Command command, final long cookie) {
        return submit(command, cookie, clock.nowNs());
    }

    @Override
    public CompletableFuture<CommandResult> submit(final Command command, final long cookie, final long timestampNs) {
        return submit(command, cookie, timestampNs, SafeDoor.NO_TAG);
    }

    @Override
    public CompletableFuture<CommandResult> submit(final Command command, final long cookie, final byte[] tag) {
        return submit(command, cookie, clock.nowNs(), tag);
    }

    @Override
    public CompletableFuture<CommandResult> submit(
            final Command command, final long cookie, final long timestampNs, final byte[] tag) {
        final CompletableFuture<CommandResult> future = door.submit(command, cookie, timestampNs, tag);
        runDry();
        return future;
    }

    @Override
    public <R> CompletableFuture<R> query(final Query<R> query) {
        final CompletableFuture<R> future = door.query(query);
        while (pipeline.delivered() < ring.cursor()) { // nothing is journaled, so no disk can fail
            stepStage(stages.get(random.nextInt(stages.size())));
        }
        return future;
    }

    @Override
    public CompletableFuture<SnapshotReport> snapshot() {
        submit(new PersistSnapshot());
        throw new UnsupportedOperationException("its writing takes its turn; listen");
    }

    /** What it publishes waits for {@link #step}. */
    @Override
    public Subscription addListener(final ExchangeListener listener) {
        throw new UnsupportedOperationException("the one listener is there from the start");
    }

    @Override
    public RetentionMarks retentionMarks() {
        return JournalMarks.of(recovered.journal());
    }

    @Override
    public FollowerPoller poller(final String name) {
        throw new IllegalArgumentException("a simulated exchange has no followers: name=" + name);
    }

    @Override
    public CommandDoor newDoor() {
        return new SlotDoor(() -> new RingClaims(ring, lifecycle, room), clock);
    }

    @Override
    public ExchangeMetrics metrics() {
        return pipeline.metrics(List.of());
    }

    @Override
    public ExchangeConfig config() {
        return config;
    }

    @Override
    public RecoverySummary recovery() {
        return recovered.summary();
    }

    @Override
    public ExchangeState state() {
        return lifecycle.state();
    }

    private void fail(final Throwable cause) {
        lifecycle.fail(cause);
        end(cause);
    }

    @Override
    public void close() {
        if (!lifecycle.isRunning()) {
            return;
        }
        runDry();
        try {
            while (!snapshotWork.isEmpty()) {
                writeSnapshot();
            }
        } catch (RuntimeException e) {
            fail(e);
            throw e;
        }
        lifecycle.beginClosing();
        try {
            pipeline.journal().finish();
        } finally {
            end(null);
        }
    }

    private void end(final Throwable cause) {
        snapshots.abandon();
        if (cause != null) {
            pipeline.drain();
        }
        snapshots.failUnfinished();
        try {
            recovered.journal().close();
        } catch (RuntimeException e) {
            if (cause == null) {
                throw e;
            }
            cause.addSuppressed(e);
        } finally {
            delivery.tellEnd(cause);
            lifecycle.end();
        }
    }

    @Override
    public boolean awaitClosed(final Duration timeout) throws InterruptedException {
        return lifecycle.awaitEnd(timeout);
    }
}
