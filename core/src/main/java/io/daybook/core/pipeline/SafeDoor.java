package io.daybook.core.pipeline;

import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Query;
import io.daybook.core.codec.CommandRecords;
import io.daybook.risk.command.CommandSlot;
import java.util.concurrent.CompletableFuture;

/** The safe door: records in, futures out. Used by any thread. */
final class SafeDoor {
    private final CommandRing ring;
    private final Lifecycle lifecycle;

    SafeDoor(final CommandRing ring, final Lifecycle lifecycle) {
        this.ring = ring;
        this.lifecycle = lifecycle;
    }

    CompletableFuture<CommandResult> submit(final Command command, final long cookie, final long timestampNs) {
        final byte[] payload = CommandRecords.encodePayload(command);
        final ExchangeFuture<CommandResult> future = new ExchangeFuture<>(lifecycle);
        final long sequence = ring.claim(1);
        final CommandSlot slot = ring.slot(sequence);
        slot.clear();
        CommandRecords.fill(slot, command, payload);
        slot.cookie(cookie);
        slot.timestampNs(timestampNs);
        slot.completion(future);
        publish(sequence, future);
        return future;
    }

    <R> CompletableFuture<R> query(final Query<R> query) {
        final ExchangeFuture<R> future = new ExchangeFuture<>(lifecycle);
        final long sequence = ring.claim(1);
        final CommandSlot slot = ring.slot(sequence);
        slot.clear();
        slot.type(query.type().code());
        slot.payload(query);
        slot.completion(future);
        publish(sequence, future);
        return future;
    }

    private void publish(final long sequence, final CompletableFuture<?> future) {
        ring.publish(sequence);
        if (!ring.isAccepted(sequence)) {
            future.completeExceptionally(lifecycle.refusal());
        }
    }
}
