package io.daybook.core.pipeline;

import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Query;
import io.daybook.core.codec.CommandRecords;
import io.daybook.risk.command.CommandSlot;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The safe door: records in, futures out. Used by any thread. */
final class SafeDoor {
    private final CommandRing ring;
    private final Lifecycle lifecycle;
    private final int queryTimeoutMs;

    SafeDoor(final CommandRing ring, final Lifecycle lifecycle, final int queryTimeoutMs) {
        this.ring = ring;
        this.lifecycle = lifecycle;
        this.queryTimeoutMs = queryTimeoutMs;
    }

    CompletableFuture<CommandResult> submit(final Command command, final long cookie, final long timestampNs) {
        Objects.requireNonNull(command, "command");
        final byte[] payload = CommandRecords.encodePayload(command);
        final ExchangeFuture<CommandResult> future = new ExchangeFuture<>(lifecycle);
        final long sequence = ring.claim(1);
        final CommandSlot slot = ring.slot(sequence);
        slot.clear();
        boolean filled = false;
        try {
            CommandRecords.fill(slot, command, payload);
            slot.cookie(cookie);
            slot.timestampNs(timestampNs);
            slot.completion(future);
            filled = true;
        } finally {
            if (!filled) {
                slot.clear(); // everybody behind a claimed slot waits for it: it goes on as a void one
            }
            publish(sequence, future);
        }
        return future;
    }

    <R> CompletableFuture<R> query(final Query<R> query) {
        Objects.requireNonNull(query, "query");
        final ExchangeFuture<R> future = new ExchangeFuture<>(lifecycle);
        final long sequence = ring.claimForQuery(TimeUnit.MILLISECONDS.toNanos(queryTimeoutMs));
        if (sequence == CommandRing.FULL) {
            future.completeExceptionally(
                    new TimeoutException("the ring was full for " + queryTimeoutMs + " ms; nothing was asked"));
            return future;
        }
        final CommandSlot slot = ring.slot(sequence);
        slot.clear();
        slot.type(CommandRecords.queryType(query).code());
        slot.payload(query);
        slot.completion(future);
        publish(sequence, future);
        return future;
    }

    private void publish(final long sequence, final CompletableFuture<?> future) {
        if (!ring.publish(sequence, sequence)) {
            future.completeExceptionally(lifecycle.refusal());
        }
    }
}
