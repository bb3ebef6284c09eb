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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A listener of a running exchange, which may leave. Any thread. */
final class ListenerSubscription implements Subscription {
    private static final Logger LOG = LoggerFactory.getLogger(ListenerSubscription.class);

    private final Exchange exchange;
    private final Listeners listeners;
    private final ListenerErrors errors;
    private final ExchangeListener listener;

    /**
     * For a listener that was added.
     *
     * @param errors forgets it when it leaves
     */
    ListenerSubscription(
            final Exchange exchange,
            final Listeners listeners,
            final ListenerErrors errors,
            final ExchangeListener listener) {
        this.exchange = exchange;
        this.listeners = listeners;
        this.errors = errors;
        this.listener = listener;
    }

    @Override
    public void close() {
        for (final int symbol : listeners.remove(listener)) {
            endBook(symbol);
        }
        errors.forget(listener);
    }

    /** It hears nothing more in any case; this only spares the engine work. */
    private void endBook(final int symbol) {
        try {
            final CompletableFuture<OrderBookReport> unused =
                    exchange.query(new UnsubscribeBookQuery(symbol, listener));
        } catch (ExchangeClosedException e) {
            LOG.debug("the exchange has ended, and its books with it", e);
        } catch (IllegalStateException e) { // on a thread of the exchange, with a full ring
            LOG.debug("the changes of book {} are computed until the next query ends them", symbol, e);
        }
    }
}
