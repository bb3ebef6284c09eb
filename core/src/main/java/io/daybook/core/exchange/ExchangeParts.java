package io.daybook.core.exchange;

import io.daybook.api.Attachment;
import io.daybook.api.Command;
import io.daybook.api.CommandDoor;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeState;
import io.daybook.api.RecoverySummary;
import io.daybook.api.RetentionMarks;
import io.daybook.api.Subscription;
import io.daybook.core.delivery.ResultDelivery;
import io.daybook.core.doors.SafeDoor;
import io.daybook.core.doors.SlotClaims;
import io.daybook.core.doors.SlotDoor;
import io.daybook.core.follower.AttachedFollower;
import io.daybook.core.journaling.CommandJournal;
import io.daybook.core.journaling.JournalRoom;
import io.daybook.core.listener.ListenerErrors;
import io.daybook.core.listener.Listeners;
import io.daybook.core.recovery.JournalMarks;
import io.daybook.core.recovery.KeptIds;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.core.scheduling.CommandClock;
import io.daybook.core.scheduling.Lifecycle;
import io.daybook.core.snapshot.SnapshotSchedule;
import io.daybook.core.snapshot.Snapshots;
import io.daybook.core.ticking.AutomaticTicks;
import io.daybook.engine.ExchangeEngine;
import io.daybook.host.Clock;
import io.daybook.host.Scheduler;
import io.daybook.journal.access.Journal;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The parts of every exchange, with threads or without: a recovered engine, its journal, delivery and snapshots. A
 * subclass passes commands to them and results back.
 */
abstract class ExchangeParts implements Exchange {
    final Lifecycle lifecycle = new Lifecycle();
    final ExchangeConfig config;
    final Clock clock;
    final Scheduler scheduler;
    final ExchangeEngine engine;
    final @Nullable Journal journal;
    final CommandClock stamps;
    final KeptIds keptIds;
    final Listeners listeners;
    final ResultDelivery delivery;
    final JournalRoom room;
    final JournalMarks marks;
    final @Nullable Snapshots snapshots;

    /** Null if there are no automatic snapshots. */
    final @Nullable SnapshotSchedule schedule;

    final @Nullable AutomaticTicks automaticTicks;

    private final ListenerErrors errors;
    private final List<String> followerNames;
    private final RecoverySummary recovery;

    /**
     * Connects the parts.
     *
     * @param recovered engine, events and journal, which this exchange owns from now on
     * @param slots the most commands that may be on the way into the journal
     */
    ExchangeParts(
            final ExchangeConfig config,
            final RecoveredState recovered,
            final int slots,
            final ExchangeListener... listeners) {
        this.config = config;
        this.clock = recovered.clock();
        this.scheduler = recovered.scheduler();
        this.engine = recovered.engine();
        this.journal = recovered.journal();
        this.recovery = recovered.summary();
        this.keptIds = recovered.keptIds();
        this.followerNames =
                recovered.followers().stream().map(one -> one.follower().name()).toList();
        this.stamps = new CommandClock(recovered.time(), engine.timeNs());
        this.errors = new ListenerErrors(clock);
        this.listeners = new Listeners(listeners);
        this.marks = JournalMarks.of(journal);
        this.room = new JournalRoom(lifecycle, journal, slots, config.blockBytes());
        this.schedule = config.snapshots().isAutomatic() && journal != null
                ? new SnapshotSchedule(config.snapshots(), recovery.snapshotSeq(), clock.nanoTime())
                : null;
        this.snapshots = journal == null
                ? null
                : new Snapshots(
                        journal,
                        engine,
                        this.listeners,
                        errors,
                        this::writeSnapshot,
                        this::markSnapshot,
                        recovered.followers().stream().map(Attachment::follower).toList(),
                        clock,
                        scheduler);
        this.delivery = new ResultDelivery(this.listeners, errors, snapshots, engine.newCursor());
        if (snapshots != null) {
            engine.snapshotPoint(snapshots);
        }
        this.automaticTicks = config.automaticTicks() ? new AutomaticTicks(this::tryTick, stamps::nowNs) : null;
        if (automaticTicks != null) {
            engine.dueListener(automaticTicks.due());
            recovered.time().drives(automaticTicks);
        }
    }

    /** Writes a captured snapshot without delaying commands more than necessary. */
    abstract void writeSnapshot(Runnable work);

    /** Makes the journal record a snapshot that is on the disk. */
    abstract void markSnapshot();

    /** Sends a tick that is due; returns null if there is no room for it now. */
    abstract @Nullable CompletableFuture<CommandResult> tryTick(int symbol);

    /** Runs work on a thread that may wait for room. */
    abstract void inBackground(Runnable work);

    /** A source of slots for a new fast door. */
    abstract Supplier<SlotClaims> newClaims();

    @Override
    public final CompletableFuture<CommandResult> submit(final Command command, final long cookie) {
        return submit(command, cookie, stamps.nowNs(), SafeDoor.NO_TAG);
    }

    @Override
    public final CompletableFuture<CommandResult> submit(
            final Command command, final long cookie, final long timestampNs) {
        return submit(command, cookie, timestampNs, SafeDoor.NO_TAG);
    }

    @Override
    public final CompletableFuture<CommandResult> submit(final Command command, final long cookie, final byte[] tag) {
        return submit(command, cookie, stamps.nowNs(), tag);
    }

    @Override
    public final CommandDoor newDoor() {
        return new SlotDoor(newClaims(), stamps, keptIds);
    }

    @Override
    public final CommandDoor newDoor(final String follower) {
        requireFollower(follower);
        return new SlotDoor(newClaims(), stamps, KeptIds.NONE);
    }

    final void requireFollower(final String follower) {
        AttachedFollower.require(followerNames, follower);
    }

    @Override
    public final Subscription addListener(final ExchangeListener listener) {
        Objects.requireNonNull(listener, "listener");
        if (!listeners.add(listener)) {
            throw lifecycle.refusal();
        }
        return new ListenerSubscription(this, listeners, errors, listener, this::inBackground);
    }

    @Override
    public final RetentionMarks retentionMarks() {
        return marks;
    }

    @Override
    public final ExchangeConfig config() {
        return config;
    }

    @Override
    public final RecoverySummary recovery() {
        return recovery;
    }

    @Override
    public final CompletableFuture<Integer> overdueEnded() {
        return automaticTicks == null ? Exchange.super.overdueEnded() : automaticTicks.overdueEnded();
    }

    @Override
    public final ExchangeState state() {
        return lifecycle.state();
    }

    /**
     * Closes the journal: everything is on the disk before the lock is released. After a failure nothing more is
     * written.
     */
    final void closeJournal(final @Nullable CommandJournal commandJournal) {
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
}
