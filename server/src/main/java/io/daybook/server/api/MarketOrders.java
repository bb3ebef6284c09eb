package io.daybook.server.api;

import io.daybook.api.Limits;
import io.daybook.api.Listing;
import io.daybook.api.LiveBook;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;

/** Makes market orders, which trade at once, within 5% of the best price of the other side. Any thread. */
public final class MarketOrders {
    private static final long PROTECTION_DIVISOR = 20;

    private MarketOrders() {}

    /**
     * Makes an order for a size, without an id.
     *
     * @throws Problem NO_LIQUIDITY
     */
    public static PlaceOrder bySize(
            final Markets markets, final Listing listing, final long uid, final Side side, final long lots) {
        final long limit = limit(listing, side, best(markets, listing, side));
        return PlaceOrder.ioc(uid, listing.symbol(), 0, side, limit, lots);
    }

    /** The worst price of an order without a price. */
    public static long limit(final Listing listing, final Side side, final long best) {
        final long room = best / PROTECTION_DIVISOR;
        return side == Side.BID
                ? Math.min(best + room, listing.spec().maxPrice())
                : Math.max(best - room, listing.spec().minPrice());
    }

    /**
     * Makes a bid of a pair for as many lots as an amount of money buys, without an id.
     *
     * @param money quote minor units, without the fee
     * @throws Problem NO_LIQUIDITY, or BAD_DECIMAL if the money does not suffice for a lot
     */
    public static PlaceOrder byMoney(final Markets markets, final Listing listing, final long uid, final long money) {
        final long best = best(markets, listing, Side.BID);
        final long total = money / listing.spec().tickValue();
        final long lowest = Math.max(1, best - best / PROTECTION_DIVISOR);
        final long lots = Math.min(total / lowest, Limits.MAX_SIZE);
        if (lots == 0) {
            throw Problem.of(ProblemCode.BAD_DECIMAL, "money must suffice for a lot at the best price")
                    .with("pointer", "/money");
        }
        return PlaceOrder.iocBudget(uid, listing.symbol(), 0, total, lots);
    }

    private static long best(final Markets markets, final Listing listing, final Side side) {
        final LiveBook book = markets.book(listing);
        final long best = side == Side.BID ? book.bestAsk() : book.bestBid();
        if (best == 0) {
            throw Problem.of(ProblemCode.NO_LIQUIDITY, "the other side has no orders: place a limit order");
        }
        return best;
    }
}
