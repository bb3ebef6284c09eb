package io.daybook.core.doors;

import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.Query;
import io.daybook.api.SnapshotReport;
import io.daybook.core.delivery.ExchangeFuture;
import io.daybook.core.delivery.SnapshotFuture;
import io.daybook.core.journaling.JournalRoom;
import io.daybook.core.recovery.KeptIds;
import io.daybook.core.scheduling.CommandClock;
import io.daybook.core.scheduling.ExchangeThreads;
import io.daybook.core.scheduling.Lifecycle;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.SentCommand;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The safe door: takes records and returns futures. Used by any thread. */
public final class SafeDoor {
    /** The empty tag. */
    public static final byte[] NO_TAG = {};

    private final CommandRing ring;
    private final Lifecycle lifecycle;
    private final JournalRoom room;
    private final CommandClock stamps;
    private final KeptIds keptIds;
    private final int queryTimeoutMs;
    private final BooleanSupplier completesResults;
    private final BooleanSupplier completesSnapshots;

    public SafeDoor(
            final CommandRing ring,
            final Lifecycle lifecycle,
            final JournalRoom room,
            final CommandClock stamps,
            final KeptIds keptIds,
            final int queryTimeoutMs) {
        this.ring = ring;
        this.lifecycle = lifecycle;
        this.room = room;
        this.stamps = stamps;
        this.keptIds = keptIds;
        this.queryTimeoutMs = queryTimeoutMs;
        this.completesResults =
                () -> lifecycle.threads().isOwn() && !lifecycle.threads().isOwn(ExchangeThreads.Role.SNAPSHOTS);
        this.completesSnapshots = lifecycle.threads()::isOwn;
    }

    public CompletableFuture<CommandResult> submit(
            final Command command, final long cookie, final long timestampNs, final byte[] tag) {
        Objects.requireNonNull(command, "command");
        final ExchangeFuture<CommandResult> future = new ExchangeFuture<>(completesResults);
        submit(command, cookie, timestampNs, tag, future);
        return future;
    }

    /** Requests a snapshot; the future completes when the snapshot is on the disk. */
    public CompletableFuture<SnapshotReport> snapshot(final long timestampNs) {
        final ExchangeFuture<SnapshotReport> onDisk = new ExchangeFuture<>(completesSnapshots);
        submit(new PersistSnapshot(), 0, timestampNs, NO_TAG, new SnapshotFuture(onDisk));
        return onDisk;
    }

    /**
     * Sends a command without a payload on behalf of the exchange itself; null if the ring is full or no more commands
     * are carried out.
     */
    @Nullable
    public CompletableFuture<CommandResult> trySubmit(final Command command, final long timestampNs) {
        room.require();
        if (!lifecycle.isRunning()) {
            throw lifecycle.refusal();
        }
        final CompletableFuture<CommandResult> result = new CompletableFuture<>();
        // No allocation after the claim: if one failed, later slots would wait for this one.
        final long sequence = ring.tryClaimForExchange();
        if (sequence == CommandRing.FULL) {
            return null;
        }
        final CommandSlot slot = ring.slot(sequence);
        CommandRecords.fill(slot, command, null);
        slot.timestampNs(timestampNs);
        slot.completion(result);
        return ring.publish(sequence, sequence) ? result : null;
    }

    /** Sends a command; returns nothing if it would have to wait for room. */
    public Optional<CompletableFuture<CommandResult>> trySubmit(
            final Command command, final long cookie, final long timestampNs, final byte[] tag) {
        return trySubmit(command, cookie, timestampNs, tag, keptIds);
    }

    /** Sends a command with any cookie and order id; returns nothing if it would have to wait for room. */
    public Optional<CompletableFuture<CommandResult>> trySubmitAny(
            final Command command, final long cookie, final long timestampNs, final byte[] tag) {
        return trySubmit(command, cookie, timestampNs, tag, KeptIds.NONE);
    }

    private Optional<CompletableFuture<CommandResult>> trySubmit(
            final Command command, final long cookie, final long timestampNs, final byte[] tag, final KeptIds kept) {
        final byte[] payload = prepare(command, timestampNs, tag);
        final long sequence = ring.tryClaim(1);
        if (sequence == CommandRing.FULL) {
            return Optional.empty();
        }
        final ExchangeFuture<CommandResult> future = new ExchangeFuture<>(completesResults);
        fill(sequence, command, payload, cookie, timestampNs, tag, kept, future);
        return Optional.of(future);
    }

    private void submit(
            final Command command,
            final long cookie,
            final long timestampNs,
            final byte[] tag,
            final CompletableFuture<CommandResult> future) {
        final byte[] payload = prepare(command, timestampNs, tag);
        fill(ring.claim(1), command, payload, cookie, timestampNs, tag, keptIds, future);
    }

    /** Makes every check that is possible before a slot is claimed; returns the command's payload, if it has one. */
    private byte @Nullable [] prepare(final Command command, final long timestampNs, final byte[] tag) {
        SentCommand.requireTagLength(tag.length);
        stamps.requireStamp(timestampNs);
        final byte[] payload = CommandRecords.encodePayload(command);
        if (payload == null) {
            room.require();
        } else {
            room.requireForPayload();
        }
        return payload;
    }

    private void fill(
            final long sequence,
            final Command command,
            final byte @Nullable [] payload,
            final long cookie,
            final long timestampNs,
            final byte[] tag,
            final KeptIds kept,
            final CompletableFuture<CommandResult> future) {
        final CommandSlot slot = ring.slot(sequence);
        boolean filled = false;
        try {
            CommandRecords.fill(slot, command, payload);
            slot.cookie(cookie);
            kept.require(slot);
            slot.timestampNs(timestampNs);
            slot.tag(tag, 0, tag.length);
            slot.completion(future);
            stamps.sent(timestampNs);
            filled = true;
        } finally {
            if (!filled) {
                slot.clearCommand(); // everything after a claimed slot waits for it, so it is handed over as void
            }
            publish(sequence, future);
        }
    }

    public <R> CompletableFuture<R> query(final Query<R> query) {
        Objects.requireNonNull(query, "query");
        final ExchangeFuture<R> future = new ExchangeFuture<>(completesResults);
        final int type = CommandRecords.queryType(query).code();
        final long sequence = ring.claimForQuery(TimeUnit.MILLISECONDS.toNanos(queryTimeoutMs));
        if (sequence == CommandRing.FULL) {
            future.completeExceptionally(
                    new TimeoutException("the ring was full for " + queryTimeoutMs + " ms; the query was not sent"));
            return future;
        }
        final CommandSlot slot = ring.slot(sequence);
        slot.type(type);
        slot.payload(query);
        slot.completion(future);
        publish(sequence, future);
        return future;
    }

    /** Publishes a command. If its outcome is not known before the exchange ends, the end fails the future. */
    private void publish(final long sequence, final CompletableFuture<?> future) {
        if (!ring.publish(sequence, sequence) && (lifecycle.isHalted() || sequence > ring.lastSequence())) {
            lifecycle.failAtEnd(future);
        }
    }
}
