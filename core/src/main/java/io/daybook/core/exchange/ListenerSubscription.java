package io.daybook.core.exchange;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeListener;
import io.daybook.api.OrderBookReport;
import io.daybook.api.Subscription;
import io.daybook.api.UnsubscribeBookQuery;
import io.daybook.core.listener.ListenerErrors;
import io.daybook.core.listener.Listeners;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A listener of a running exchange, which may unsubscribe. Any thread. */
final class ListenerSubscription implements Subscription {
    private static final Logger LOG = LoggerFactory.getLogger(ListenerSubscription.class);

    private final Exchange exchange;
    private final Listeners listeners;
    private final ListenerErrors errors;
    private final ExchangeListener listener;
    private final Executor background;

    /**
     * Creates the subscription of a listener that was added.
     *
     * @param errors removes its record of the listener when the listener unsubscribes
     * @param background runs work on a thread that may wait for room in the ring
     */
    ListenerSubscription(
            final Exchange exchange,
            final Listeners listeners,
            final ListenerErrors errors,
            final ExchangeListener listener,
            final Executor background) {
        this.exchange = exchange;
        this.listeners = listeners;
        this.errors = errors;
        this.listener = listener;
        this.background = background;
    }

    @Override
    public void close() {
        for (final int symbol : listeners.remove(listener)) {
            endBook(symbol);
        }
        errors.forget(listener);
    }

    /** Ends a book subscription. The listener receives nothing more in any case; this only saves the engine work. */
    private void endBook(final int symbol) {
        try {
            unsubscribe(symbol);
        } catch (IllegalStateException e) {
            LOG.trace("the ring is full, and a thread of the exchange must not wait for it", e);
            background.execute(() -> unsubscribe(symbol));
        }
    }

    private void unsubscribe(final int symbol) {
        try {
            final CompletableFuture<OrderBookReport> unused =
                    exchange.query(new UnsubscribeBookQuery(symbol, listener));
        } catch (ExchangeClosedException e) {
            LOG.debug("the exchange has ended, and with it all subscriptions to books", e);
        }
    }
}
