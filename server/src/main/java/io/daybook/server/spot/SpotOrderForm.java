package io.daybook.server.spot;

import io.daybook.api.Limits;
import io.daybook.api.Listing;
import io.daybook.api.OrderBookReport;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.StpMode;
import io.daybook.api.Term;
import io.daybook.server.api.MarketOrders;
import io.daybook.server.api.Markets;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;

/**
 * The fields of a request to place an order.
 *
 * @param listing the pair
 * @param side bid or ask
 * @param type the type of the dialect
 * @param orderType the type in the exchange
 * @param price the price, in ticks; 0 for a market order without a trigger
 * @param lots the size in lots; 0 if money is given
 * @param money the money in quote minor units; 0 if a size is given
 * @param terms the terms of the order
 * @param detail the extent of the answer: ACK, RESULT or FULL
 */
record SpotOrderForm(
        Listing listing,
        Side side,
        SpotType type,
        OrderType orderType,
        long price,
        long lots,
        long money,
        OrderTerms terms,
        Detail detail)
        implements SpotWish {

    /** The largest number of parts of an iceberg order. */
    static final int MAX_PARTS = 256;

    static final Map<String, Side> SIDES = new TreeMap<>(Map.of("BUY", Side.BID, "SELL", Side.ASK));
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

    /** The extent of the answer. */
    enum Detail {
        /** Only the acceptance of the order. */
        ACK,
        /** The result. */
        RESULT,
        /** The result and each fill. */
        FULL
    }

    /** Reads the parameters of an order. Does not refuse other parameters. */
    static SpotOrderForm read(final SpotSymbols symbols, final SpotParameters given) {
        final Listing listing = given.symbol(symbols);
        final Side side = required(given, "side", SIDES, SpotErrors.SIDE);
        final SpotType type = required(given, "type", SpotType.ALL, SpotErrors.TYPE);
        final OrderType orderType = orderType(given, type);
        long price = 0;
        long lots = 0;
        long money = 0;
        if (type.isMarket()) {
            given.refuse("price");
        } else {
            price = price(given, listing, "price");
        }
        if (type == SpotType.MARKET && given.has("quoteOrderQty")) {
            given.refuse("quantity");
            money = given.steps("quoteOrderQty", amount -> minorUnits(listing, amount), "NOTIONAL");
        } else {
            given.refuse("quoteOrderQty");
            lots = lots(given, listing);
        }
        final OrderTerms.Builder terms = OrderTerms.builder();
        if (type.hasTrigger()) {
            refuseTrailing(given, "trailingDelta");
            final long trigger = price(given, listing, "stopPrice");
            terms.trigger(trigger, type.when(side));
            price = type.isMarket() ? MarketOrders.limit(listing, side, trigger) : price;
        } else {
            given.refuse("stopPrice");
            given.refuse("trailingDelta");
        }
        if (type == SpotType.LIMIT_MAKER || type.isMarket()) {
            given.refuse("icebergQty");
        } else {
            iceberg(given, listing, "icebergQty", lots, terms);
        }
        if (terms.build().has(Term.DISPLAY) && orderType != OrderType.GTC) {
            throw SpotErrors.of(SpotErrors.COMBINATION, "icebergQty needs timeInForce GTC.");
        }
        selfTrade(given, terms);
        final Detail detail = detail(given, type == SpotType.LIMIT || type == SpotType.MARKET);
        passStrategy(given, "strategy");
        return new SpotOrderForm(listing, side, type, orderType, price, lots, money, terms.build(), detail);
    }

    static long lots(final SpotParameters given, final Listing listing) {
        final long lots = given.steps("quantity", listing::lots, "LOT_SIZE");
        if (lots > Limits.MAX_SIZE) {
            throw SpotErrors.filter("LOT_SIZE");
        }
        return lots;
    }

    static long price(final SpotParameters given, final Listing listing, final String name) {
        final long price = given.steps(name, listing::ticks, "PRICE_FILTER");
        if (price < listing.spec().minPrice() || price > listing.spec().maxPrice()) {
            throw SpotErrors.filter("PRICE_FILTER");
        }
        return price;
    }

    /**
     * Refuses a trailing distance. In the dialect it is in hundredths of a percent, so it grows with the price; in the
     * exchange it does not.
     */
    static void refuseTrailing(final SpotParameters given, final String name) {
        if (given.optional(name) != null) {
            throw SpotErrors.of(SpotErrors.REFUSED, "Trailing stop orders are not supported for this symbol.");
        }
    }

    static void iceberg(
            final SpotParameters given,
            final Listing listing,
            final String name,
            final long lots,
            final OrderTerms.Builder terms) {
        if (given.has(name)) {
            final long display = given.steps(name, listing::lots, "LOT_SIZE");
            if (display > lots) {
                throw SpotErrors.of(SpotErrors.REFUSED, "IcebergQty exceeds QTY.");
            }
            if ((lots - 1) / display >= MAX_PARTS) {
                throw SpotErrors.filter("ICEBERG_PARTS");
            }
            if (display < lots) {
                terms.display(display);
            }
        }
        given.pass(name);
    }

    static void selfTrade(final SpotParameters given, final OrderTerms.Builder terms) {
        final StpMode mode = given.choice("selfTradePreventionMode", SELF_TRADES, SpotErrors.NOT_VALID);
        if (mode != null) {
            terms.stp(mode);
        }
    }

    /** The mode of self-trade prevention, in the words of the dialect. */
    static String selfTrade(final OrderTerms terms) {
        return SELF_TRADES.entrySet().stream()
                .filter(one -> terms.has(Term.STP) && one.getValue().code() == terms.get(Term.STP))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("NONE");
    }

    static Detail detail(final SpotParameters given, final boolean isFull) {
        final Detail asked = given.choice("newOrderRespType", DETAILS, SpotErrors.NOT_VALID);
        return asked != null ? asked : isFull ? Detail.FULL : Detail.ACK;
    }

    /** Accepts whole numbers that only the sender uses, and ignores them. */
    static void passStrategy(final SpotParameters given, final String name) {
        given.whole(name + "Id");
        given.whole(name + "Type");
    }

    @Override
    public boolean isMarket() {
        return type.isMarket();
    }

    @Override
    public PlaceOrder order(final Markets markets, final long uid) {
        return priced(markets, uid).withTerms(terms);
    }

    private PlaceOrder priced(final Markets markets, final long uid) {
        if (type != SpotType.MARKET) {
            return new PlaceOrder(uid, listing.symbol(), 0, side, orderType, price, 0, lots);
        }
        if (money == 0) {
            return MarketOrders.bySize(markets, listing, uid, side, lots);
        }
        return side == Side.BID
                ? MarketOrders.byMoney(markets, listing, uid, money)
                : MarketOrders.bySize(markets, listing, uid, side, lotsFor(markets));
    }

    /** The largest number of whole lots whose sale to the bids of the book brings at most the money of the order. */
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
                    ? Problem.of(ProblemCode.NO_LIQUIDITY, "there are no bids")
                    : SpotErrors.filter("LOT_SIZE");
        }
        return sold;
    }

    private static long minorUnits(final Listing listing, final BigDecimal amount) {
        try {
            return amount.movePointRight(listing.quote().decimals()).longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("an amount must be a whole number of minor units and fit in 64 bits", e);
        }
    }

    private static OrderType orderType(final SpotParameters given, final SpotType type) {
        if (!type.isMarket() && type != SpotType.LIMIT_MAKER) {
            return required(given, "timeInForce", TIMES_IN_FORCE, SpotErrors.TIME_IN_FORCE);
        }
        given.refuse("timeInForce");
        return type.isMarket() ? OrderType.IOC : OrderType.POST_ONLY;
    }

    static <T> T required(final SpotParameters given, final String name, final Map<String, T> words, final int code) {
        final T chosen = given.choice(name, words, code);
        if (chosen == null) {
            throw SpotErrors.missing(name);
        }
        return chosen;
    }
}
