package io.daybook.server.orders;

import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** A door without the book of orders: its answers to commands have no orders. */
public final class PlainDoor implements OperatorDoor {
    private static final byte[] NO_TAG = {};

    private final Exchange exchange;
    private final AtomicInteger inFlight = new AtomicInteger();

    /** A door to an exchange. */
    public PlainDoor(final Exchange exchange) {
        this.exchange = exchange;
    }

    @Override
    public CompletableFuture<Outcome> submit(final Command command) throws RingFullException {
        final Optional<CompletableFuture<CommandResult>> sent;
        boolean isSent = false;
        inFlight.incrementAndGet();
        try {
            sent = exchange.trySubmit(command, 0, NO_TAG);
            isSent = sent.isPresent();
        } finally {
            if (!isSent) {
                inFlight.decrementAndGet();
            }
        }
        return sent.orElseThrow(RingFullException::new)
                .whenComplete((result, failure) -> inFlight.decrementAndGet())
                .thenApply(result -> new Outcome(
                        result.seq(),
                        result.timestampNs(),
                        result.code(),
                        null,
                        List.of(),
                        false,
                        result.more(),
                        List.of()));
    }

    @Override
    public int inFlight() {
        return inFlight.get();
    }
}
