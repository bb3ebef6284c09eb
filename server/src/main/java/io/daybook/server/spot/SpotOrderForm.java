package io.daybook.server.spot;

import io.daybook.api.Limits;
import io.daybook.api.Listing;
import io.daybook.api.OrderBookReport;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.StpMode;
import io.daybook.server.api.MarketOrders;
import io.daybook.server.api.Markets;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a request to place an order says.
 *
 * @param listing the pair
 * @param side bid or ask
 * @param type LIMIT, LIMIT_MAKER or MARKET
 * @param orderType what that is here
 * @param price ticks; 0 of a market order
 * @param lots 0 where money is said
 * @param money quote minor units; 0 where a size is said
 * @param selfTrade what it does that meets an order of its own user, in the words of the dialect; null for the user's
 *     setting
 * @param detail how much is answered: ACK, RESULT or FULL
 */
record SpotOrderForm(
        Listing listing,
        Side side,
        String type,
        OrderType orderType,
        long price,
        long lots,
        long money,
        @Nullable String selfTrade,
        Detail detail) {

    static final String LIMIT = "LIMIT";
    static final String LIMIT_MAKER = "LIMIT_MAKER";
    static final String MARKET = "MARKET";

    static final Map<String, Side> SIDES = new TreeMap<>(Map.of("BUY", Side.BID, "SELL", Side.ASK));
    static final Map<String, String> TYPES =
            new TreeMap<>(Map.of(LIMIT, LIMIT, LIMIT_MAKER, LIMIT_MAKER, MARKET, MARKET));
    static final Map<String, OrderType> TIMES_IN_FORCE =
            new TreeMap<>(Map.of("GTC", OrderType.GTC, "IOC", OrderType.IOC, "FOK", OrderType.FOK));
    static final Map<String, StpMode> SELF_TRADES = new TreeMap<>(Map.of(
            "NONE",
            StpMode.NONE,
            "EXPIRE_TAKER",
            StpMode.CANCEL_TAKER,
            "EXPIRE_MAKER",
            StpMode.CANCEL_MAKER,
            "EXPIRE_BOTH",
            StpMode.CANCEL_BOTH,
            "DECREMENT",
            StpMode.DECREMENT));

    private static final Map<String, Detail> DETAILS =
            new TreeMap<>(Map.of("ACK", Detail.ACK, "RESULT", Detail.RESULT, "FULL", Detail.FULL));

    /** How much of an order is answered. */
    enum Detail {
        /** That it was taken. */
        ACK,
        /** What became of it. */
        RESULT,
        /** And each fill. */
        FULL
    }

    /** Reads it, but for what else a request may say. */
    static SpotOrderForm read(final SpotSymbols symbols, final SpotParameters given) {
        final Listing listing = given.symbol(symbols);
        final Side side = required(given, "side", SIDES, SpotErrors.SIDE);
        final String type = required(given, "type", TYPES, SpotErrors.TYPE);
        final OrderType orderType = orderType(given, type);
        final boolean isMarket = type.equals(MARKET);
        long price = 0;
        long lots = 0;
        long money = 0;
        if (isMarket) {
            given.refuse("price");
        } else {
            price = given.steps("price", listing::ticks, "PRICE_FILTER");
            if (price < listing.spec().minPrice() || price > listing.spec().maxPrice()) {
                throw SpotErrors.filter("PRICE_FILTER");
            }
        }
        if (isMarket && given.has("quoteOrderQty")) {
            given.refuse("quantity");
            money = given.steps("quoteOrderQty", amount -> minorUnits(listing, amount), "NOTIONAL");
        } else {
            given.refuse("quoteOrderQty");
            lots = given.steps("quantity", listing::lots, "LOT_SIZE");
            if (lots > Limits.MAX_SIZE) {
                throw SpotErrors.filter("LOT_SIZE");
            }
        }
        given.choice("selfTradePreventionMode", SELF_TRADES, SpotErrors.NOT_VALID);
        final String selfTrade = given.optional("selfTradePreventionMode");
        final Detail asked = given.choice("newOrderRespType", DETAILS, SpotErrors.NOT_VALID);
        // Whole numbers of the sender's own, which nobody is told again.
        given.whole("strategyId");
        given.whole("strategyType");
        return new SpotOrderForm(
                listing,
                side,
                type,
                orderType,
                price,
                lots,
                money,
                selfTrade,
                asked == null ? type.equals(LIMIT_MAKER) ? Detail.ACK : Detail.FULL : asked);
    }

    /** As a command without an id. */
    PlaceOrder order(final Markets markets, final long uid) {
        final PlaceOrder order;
        if (!type.equals(MARKET)) {
            order = new PlaceOrder(uid, listing.symbol(), 0, side, orderType, price, 0, lots);
        } else if (money == 0) {
            order = MarketOrders.bySize(markets, listing, uid, side, lots);
        } else if (side == Side.BID) {
            order = MarketOrders.byMoney(markets, listing, uid, money);
        } else {
            order = MarketOrders.bySize(markets, listing, uid, side, lotsFor(markets));
        }
        final StpMode stp = selfTrade == null ? null : SELF_TRADES.get(selfTrade);
        return stp == null
                ? order
                : order.withTerms(OrderTerms.builder().stp(stp).build());
    }

    /** How many whole lots the bids of the book take for the money, and no more. */
    private long lotsFor(final Markets markets) {
        final long tickValue = listing.spec().tickValue();
        long left = money / tickValue;
        long sold = 0;
        for (final OrderBookReport.Level bid : markets.book(listing).report(0).bids()) {
            final long taken = Math.min(bid.size(), left / bid.price());
            sold += taken;
            left -= taken * bid.price();
            if (taken < bid.size()) {
                break;
            }
        }
        if (sold == 0) {
            throw markets.book(listing).bestBid() <= 0
                    ? Problem.of(ProblemCode.NO_LIQUIDITY, "nobody bids")
                    : SpotErrors.filter("LOT_SIZE");
        }
        return sold;
    }

    private static long minorUnits(final Listing listing, final BigDecimal amount) {
        try {
            return amount.movePointRight(listing.quote().decimals()).longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("an amount must be of whole minor units and fit in 64 bits", e);
        }
    }

    private static OrderType orderType(final SpotParameters given, final String type) {
        if (type.equals(LIMIT)) {
            return required(given, "timeInForce", TIMES_IN_FORCE, SpotErrors.TIME_IN_FORCE);
        }
        given.refuse("timeInForce");
        return type.equals(MARKET) ? OrderType.IOC : OrderType.POST_ONLY;
    }

    private static <T> T required(
            final SpotParameters given, final String name, final Map<String, T> words, final int code) {
        final T chosen = given.choice(name, words, code);
        if (chosen == null) {
            throw SpotErrors.missing(name);
        }
        return chosen;
    }
}
