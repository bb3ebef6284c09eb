package io.daybook.server.spot;

import io.daybook.journal.host.Clock;
import io.daybook.server.api.Markets;
import io.daybook.server.api.Waiting;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.http.Limiter;
import io.daybook.server.http.Router;
import io.daybook.server.orders.OrderDoor;
import io.daybook.server.orders.OrdersBook;

/** All routes of the dialect. */
public final class SpotRoutes {
    private final SpotMarketRoutes market;
    private final SpotOrderRoutes orders;
    private final SpotAccountRoutes account;
    private final ListenKeys listenKeys;

    /**
     * On these markets, through this door.
     *
     * @param timeoutMs how long a request waits for its result
     */
    public SpotRoutes(
            final Markets markets,
            final MarketHistory history,
            final OrdersBook book,
            final OrderDoor door,
            final Waiting waiting,
            final Limiter limiter,
            final Clock clock,
            final int timeoutMs) {
        this.market = new SpotMarketRoutes(markets, history, limiter, clock);
        this.orders = new SpotOrderRoutes(markets, book, new SpotOrders(markets, book, door, timeoutMs));
        this.account = new SpotAccountRoutes(markets, book, waiting, limiter, clock);
        this.listenKeys = new ListenKeys(clock);
    }

    /** Adds the routes. */
    public void addTo(final Router router) {
        market.addTo(router);
        orders.addTo(router);
        account.addTo(router);
        new SpotListenRoutes(listenKeys).addTo(router);
    }

    ListenKeys listenKeys() {
        return listenKeys;
    }
}
