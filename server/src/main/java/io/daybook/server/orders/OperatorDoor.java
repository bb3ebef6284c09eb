package io.daybook.server.orders;

import io.daybook.api.Command;
import java.util.concurrent.CompletableFuture;

/** Sends commands of operators into the ring without waiting, and returns their results. Any thread. */
public interface OperatorDoor {
    /** Thrown if the ring has no room; then nothing was sent. */
    final class RingFullException extends Exception {
        private static final long serialVersionUID = 1;

        RingFullException() {
            super("the ring of commands is full", null, false, false);
        }
    }

    /**
     * Sends a command that is not an order.
     *
     * @return the result, which completes on a thread of the exchange: the caller must continue on another thread
     * @throws RingFullException if nothing was sent
     */
    CompletableFuture<Outcome> submit(Command command) throws RingFullException;

    /** The number of commands without a result. */
    int inFlight();
}
