package io.daybook.server.orders;

import io.daybook.api.Command;
import java.util.concurrent.CompletableFuture;

/** Sends what operators want into the ring, never waiting, and says what became of it. Any thread. */
public interface CommandDoor {
    /** The ring has no room; nothing was sent. */
    final class RingFullException extends Exception {
        private static final long serialVersionUID = 1;

        RingFullException() {
            super("the ring of commands is full", null, false, false);
        }
    }

    /**
     * Sends any command but an order.
     *
     * @return completes on a thread of the exchange: go on elsewhere
     * @throws RingFullException where nothing was sent
     */
    CompletableFuture<Outcome> submit(Command command) throws RingFullException;

    /** How many commands are on their way. */
    int inFlight();
}
