package io.daybook.gateway.fix.view;

import io.daybook.api.Exchange;
import io.daybook.api.Listing;
import io.daybook.gateway.fix.marketdata.MarketData;
import io.daybook.gateway.fix.order.RequestHandler;
import io.daybook.host.Clock;
import io.daybook.host.Scheduler;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The handlers of a session's requests for data besides its orders. The assembly of a gateway gives them to its
 * builder, calls {@link #open} once the exchange runs and before the door opens, and {@link #close} after closing the
 * door.
 */
public final class Views implements AutoCloseable {
    private final Inquiries inquiries;
    private final MarketData marketData;
    private final Map<String, RequestHandler> handlers;

    /** Creates the handlers for the given listings. */
    public Views(final List<Listing> listings, final Clock clock) {
        final List<Listing> listed = List.copyOf(listings);
        final Scheduler scheduler = Scheduler.threads(clock);
        inquiries = new Inquiries(scheduler);
        marketData = new MarketData(listings, scheduler, clock);
        handlers = Map.of(
                "V", marketData,
                "x", new SecurityLists(() -> listed),
                "g", new SessionStates(listings, inquiries),
                "AN", new PositionReports(listings, inquiries),
                "BB", new Collateral(listings, inquiries));
    }

    /**
     * The handlers that need only listings, for a door without an exchange; they need no {@link #open}.
     *
     * @param listings the present listings; any thread
     */
    public static Map<String, RequestHandler> ofListings(final Supplier<List<Listing>> listings) {
        return Map.of("x", new SecurityLists(listings));
    }

    /** The handlers by the MsgType that each answers. */
    public Map<String, RequestHandler> handlers() {
        return handlers;
    }

    /** Begins to answer from a running exchange. */
    public void open(final Exchange running) {
        inquiries.open(running);
        marketData.open(running);
    }

    /** Stops answering. */
    @Override
    public void close() {
        marketData.close();
        inquiries.close();
    }
}
