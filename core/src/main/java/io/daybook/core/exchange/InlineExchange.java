package io.daybook.core.exchange;

import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeMetrics;
import io.daybook.api.ExchangeState;
import io.daybook.api.FollowerPoller;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.Query;
import io.daybook.api.RestingOrders;
import io.daybook.api.SnapshotReport;
import io.daybook.api.Tick;
import io.daybook.core.delivery.ExchangeFuture;
import io.daybook.core.delivery.SnapshotFuture;
import io.daybook.core.doors.OpenClaim;
import io.daybook.core.doors.SafeDoor;
import io.daybook.core.doors.SlotClaims;
import io.daybook.core.doors.ThreadDoor;
import io.daybook.core.journaling.CommandJournal;
import io.daybook.core.recovery.KeptIds;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.SentCommand;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An exchange without threads: the calling thread carries the command out, journals it and reports its result before
 * the call returns. One caller at a time. A command that a listener sends is carried out after the current one, so the
 * listener must not wait for its result; if a listener closes the exchange, all these commands are carried out first.
 */
public final class InlineExchange extends ExchangeParts {
    private static final Logger LOG = LoggerFactory.getLogger(InlineExchange.class);
    private static final CommandSlot[] NO_SLOTS = {};

    private final @Nullable CommandJournal commandJournal;
    private final ArrayDeque<CommandSlot> waiting = new ArrayDeque<>();
    private final AtomicLong givenUp = new AtomicLong();
    private final InlineFollowers followers;

    /** Snapshots that are written once the followers have given their parts. */
    private final ArrayDeque<Runnable> snapshotWork = new ArrayDeque<>();

    private @Nullable Throwable markFailure;
    private long published;
    private boolean busy;

    /** Creates an exchange on a recovered engine; see {@link RingExchange} for the parameters. */
    public InlineExchange(
            final ExchangeConfig config, final RecoveredState recovered, final ExchangeListener... listeners) {
        super(config, recovered, 1, listeners);
        this.followers = snapshots == null
                ? new InlineFollowers(List.of())
                : InlineFollowers.of(recovered, snapshots, delivery::reportDetached);
        this.commandJournal =
                journal == null || snapshots == null ? null : CommandJournal.behind(recovered, config, snapshots);
    }

    @Override
    void writeSnapshot(final Runnable work) {
        snapshotWork.add(work);
    }

    @Override
    void markSnapshot() {
        if (commandJournal != null) {
            try {
                commandJournal.idle();
            } catch (RuntimeException | Error e) {
                markFailure = e;
                throw e;
            }
        }
    }

    /**
     * Throws if the journal has failed. The exchange survives a failed snapshot, but not a journal that could not
     * record the mark of one.
     */
    private void requireJournal() {
        if (markFailure instanceof Error failure) {
            throw failure;
        }
        if (markFailure instanceof RuntimeException failure) {
            throw failure;
        }
    }

    @Override
    public CompletableFuture<CommandResult> submit(
            final Command command, final long cookie, final long timestampNs, final byte[] tag) {
        return submit(command, cookie, timestampNs, tag, keptIds);
    }

    @Override
    public Optional<CompletableFuture<CommandResult>> trySubmit(
            final Command command, final long cookie, final byte[] tag) {
        return Optional.of(submit(command, cookie, stamps.nowNs(), tag, keptIds));
    }

    @Override
    public Optional<CompletableFuture<CommandResult>> trySubmit(
            final String follower, final Command command, final long cookie, final byte[] tag) {
        requireFollower(follower);
        return Optional.of(submit(command, cookie, stamps.nowNs(), tag, KeptIds.NONE));
    }

    private CompletableFuture<CommandResult> submit(
            final Command command, final long cookie, final long timestampNs, final byte[] tag, final KeptIds kept) {
        final CompletableFuture<CommandResult> future = new ExchangeFuture<>(this::isCarryingOut);
        submit(command, cookie, timestampNs, tag, kept, future);
        return future;
    }

    @Override
    public CompletableFuture<SnapshotReport> snapshot() {
        final CompletableFuture<SnapshotReport> onDisk = new ExchangeFuture<>(this::isCarryingOut);
        submit(new PersistSnapshot(), 0, stamps.nowNs(), SafeDoor.NO_TAG, keptIds, new SnapshotFuture(onDisk));
        return onDisk;
    }

    private void submit(
            final Command command,
            final long cookie,
            final long timestampNs,
            final byte[] tag,
            final KeptIds kept,
            final CompletableFuture<CommandResult> future) {
        SentCommand.requireTagLength(tag.length);
        stamps.requireStamp(timestampNs);
        final byte[] payload = CommandRecords.encodePayload(command);
        if (payload == null) {
            room.require();
        } else {
            room.requireForPayload();
        }
        final CommandSlot slot = new CommandSlot();
        CommandRecords.fill(slot, command, payload);
        slot.cookie(cookie);
        kept.require(slot);
        slot.timestampNs(timestampNs);
        slot.tag(tag, 0, tag.length);
        slot.completion(future);
        stamps.sent(timestampNs);
        accept(slot);
    }

    @Override
    public <R> CompletableFuture<R> query(final Query<R> query) {
        listeners.require(query);
        final CompletableFuture<R> future = new ExchangeFuture<>(this::isCarryingOut);
        final CommandSlot slot = new CommandSlot();
        slot.type(CommandRecords.queryType(query).code());
        slot.payload(query);
        slot.completion(future);
        accept(slot);
        return future;
    }

    @Override
    public RestingOrders restingOrders(final int symbol) {
        return engine.restingOrders(symbol);
    }

    @Override
    public FollowerPoller poller(final String name) {
        throw new IllegalArgumentException("without threads, no follower is polled: name=" + name);
    }

    @Override
    Supplier<SlotClaims> newClaims() {
        return InlineClaims::new;
    }

    @Override
    void inBackground(final Runnable work) {
        work.run();
    }

    @Override
    public synchronized ExchangeMetrics metrics() {
        final CommandJournal log = commandJournal;
        final long claimed = published + givenUp.get();
        return new ExchangeMetrics(
                claimed,
                claimed,
                delivery.carriedOut(),
                delivery.refused(),
                delivery.deliveredSeq(),
                0,
                0,
                0,
                log == null ? 0 : log.writtenSeq(),
                log == null ? 0 : log.forcedSeq(),
                log == null ? 0 : log.releasedSeq(),
                log == null ? 0 : log.forces(),
                log == null ? 0 : log.forceTimeNs(),
                room.isShort(),
                0,
                delivery.listenerErrors(),
                marks.lastSeen(),
                marks.followersLastSeen(),
                followers.metrics());
    }

    /** Carries a command out, or queues it if a listener sends it; returns whether the slot is free again. */
    private synchronized boolean accept(final CommandSlot slot) {
        if (!lifecycle.isRunning()) {
            throw lifecycle.refusal();
        }
        published++;
        if (busy) {
            waiting.add(slot);
            return false;
        }
        busy = true;
        try {
            carryOut(slot);
            while (!waiting.isEmpty()) {
                carryOut(waiting.remove());
            }
        } finally {
            busy = false;
        }
        if (lifecycle.state() == ExchangeState.CLOSING) {
            end();
        }
        return true;
    }

    /** Whether the calling thread is inside {@link #accept}; another thread would have to wait for it. */
    private boolean isCarryingOut() {
        return Thread.holdsLock(this) && busy;
    }

    private void carryOut(final CommandSlot slot) {
        try {
            engine.execute(slot);
            final CommandJournal log = commandJournal;
            if (log != null) {
                log.take(slot);
                log.release();
            }
            delivery.deliver(slot);
            if (log != null) {
                followers.deliver(slot);
            }
            ExchangeEngine.releaseEvents(slot);
            if (log != null || automaticTicks != null) {
                doDueWork();
            }
        } catch (RuntimeException | Error e) {
            fail(slot, e);
            throw e;
        }
    }

    /**
     * Does the work due after a command. Without a journal there are no followers and no snapshots, so only ticks can
     * be due.
     */
    private void doDueWork() {
        writeSnapshots();
        requireJournal();
        askForSnapshotWhenDue();
        if (automaticTicks != null) {
            automaticTicks.doWork();
        }
    }

    /** Queues a tick that is due after the commands that wait already. */
    @Override
    CompletableFuture<CommandResult> tryTick(final int symbol) {
        room.require();
        final CompletableFuture<CommandResult> result = new CompletableFuture<>();
        final CommandSlot slot = new CommandSlot();
        CommandRecords.fill(slot, new Tick(symbol), null);
        slot.timestampNs(stamps.nowNs());
        slot.completion(result);
        published++;
        waiting.add(slot);
        return result;
    }

    private void writeSnapshots() {
        for (Runnable work = snapshotWork.poll(); work != null; work = snapshotWork.poll()) {
            work.run();
        }
    }

    private void askForSnapshotWhenDue() {
        if (schedule == null) {
            return;
        }
        final long nowNs = clock.nanoTime();
        if (schedule.isDue(engine.seq(), nowNs)) {
            final CommandSlot slot = new CommandSlot();
            CommandRecords.fill(slot, new PersistSnapshot(), null);
            slot.timestampNs(stamps.nowNs());
            waiting.add(slot);
            schedule.asked(engine.seq() + 1, nowNs);
        }
    }

    private void fail(final CommandSlot failed, final Throwable cause) {
        lifecycle.fail(cause);
        failAnswer(failed);
        waiting.forEach(this::failAnswer);
        waiting.clear();
        end();
    }

    private void failAnswer(final CommandSlot slot) {
        if (slot.completion() instanceof CompletableFuture<?> future) {
            future.completeExceptionally(lifecycle.refusal());
        }
    }

    @Override
    public synchronized void close() {
        if (lifecycle.beginClosing() && !busy) { // if busy, a listener called this, and accept() ends the exchange
            end();
        }
    }

    /**
     * Ends the exchange. A disk error at the end is a failure that listeners receive; closing itself always succeeds.
     */
    private void end() {
        try {
            endFiles();
        } catch (RuntimeException | Error e) {
            lifecycle.fail(e);
            LOG.error("the exchange has failed while it closed: {}", e.toString(), e);
        }
        lifecycle.end();
        delivery.reportEnd(lifecycle.failure());
    }

    private void endFiles() {
        if (automaticTicks != null) {
            automaticTicks.end(0);
        }
        if (snapshots != null) {
            snapshots.failUnfinished();
        }
        closeJournal(commandJournal);
    }

    @Override
    public boolean awaitClosed(final Duration timeout) throws InterruptedException {
        if (isCarryingOut() && !lifecycle.hasEnded()) {
            throw new IllegalStateException("a listener must not wait for the end: it would wait for itself");
        }
        return lifecycle.awaitEnd(timeout, scheduler);
    }

    /** The slots of a fast door for one thread, carried out as they are published. */
    private final class InlineClaims implements SlotClaims {
        private CommandSlot[] slots = NO_SLOTS;

        @Override
        public long claim(final int count) {
            if (!lifecycle.isRunning()) {
                throw lifecycle.refusal();
            }
            room.require();
            if (slots.length < count) {
                slots = new CommandSlot[count];
                for (int i = 0; i < count; i++) {
                    slots[i] = new CommandSlot();
                }
            } else {
                clear(0, count - 1);
            }
            return 0;
        }

        @Override
        public long tryClaim(final int count) {
            return claim(count);
        }

        @Override
        public int capacity() {
            return config.ringSize();
        }

        @Override
        public CommandSlot slot(final long sequence) {
            return slots[(int) sequence];
        }

        @Override
        public void publish(final long first, final long last) {
            final CommandSlot[] handedOver = slots;
            slots = NO_SLOTS; // a listener that sends through this door claims other slots than those being delivered
            try {
                for (int i = (int) first; i <= last; i++) {
                    if (!accept(handedOver[i])) {
                        handedOver[i] = new CommandSlot();
                    }
                }
            } finally {
                if (slots.length == 0) {
                    slots = handedOver;
                }
            }
        }

        /** Drops the slots instead of carrying them out as void: no later slot waits for them. */
        @Override
        public void giveUp(final long first, final long last) {
            clear((int) first, (int) last);
            givenUp.addAndGet(last - first + 1);
        }

        private void clear(final int first, final int last) {
            for (int i = first; i <= last; i++) {
                slots[i].clearCommand();
            }
        }

        @Override
        public OpenClaim register(final Thread thread, final ThreadDoor door) {
            return new OpenClaim(thread, door, null);
        }
    }
}
