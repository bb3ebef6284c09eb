package io.daybook.server.spot;

import io.daybook.host.VenueTime;
import io.daybook.server.api.Markets;
import io.daybook.server.api.Waiting;
import io.daybook.server.config.Offer;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.http.Limiter;
import io.daybook.server.http.Router;
import io.daybook.server.orders.OrderDoor;
import io.daybook.server.orders.OrdersBook;

/** All routes of the dialect. */
public final class SpotRoutes {
    private final Offer offer;
    private final SpotMarketRoutes market;
    private final SpotOrderRoutes orders;
    private final SpotListRoutes lists;
    private final SpotAccountRoutes account;
    private final ListenKeys listenKeys;

    /**
     * Makes the routes for these markets and this door.
     *
     * @param timeoutMs the longest time that a request waits for its result
     */
    public SpotRoutes(
            final Markets markets,
            final Offer offer,
            final MarketHistory history,
            final OrdersBook book,
            final OrderDoor door,
            final Waiting waiting,
            final Limiter limiter,
            final ListenKeys listenKeys,
            final VenueTime time,
            final int timeoutMs) {
        this.offer = offer;
        this.market = new SpotMarketRoutes(markets, offer, history, limiter, time);
        final SpotOrders sent = new SpotOrders(markets, book, door, timeoutMs);
        this.orders = new SpotOrderRoutes(markets, book, sent);
        this.lists = new SpotListRoutes(markets, book, sent);
        this.account = new SpotAccountRoutes(markets, offer, book, waiting, limiter, time);
        this.listenKeys = listenKeys;
    }

    public void addTo(final Router router) {
        market.addTo(router);
        final Router ofOrders = router.serving(offer.orders(), Offer.ORDERS);
        orders.addTo(ofOrders);
        lists.addTo(ofOrders);
        account.addTo(router);
        new SpotListenRoutes(listenKeys).addTo(ofOrders);
    }

    ListenKeys listenKeys() {
        return listenKeys;
    }
}
