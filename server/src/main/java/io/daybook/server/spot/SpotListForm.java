package io.daybook.server.spot;

import io.daybook.api.Listing;
import io.daybook.api.LiveBook;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.server.api.MarketOrders;
import io.daybook.server.api.Markets;
import io.daybook.server.orders.ListNames;
import java.util.HashSet;
import java.util.List;

/**
 * The fields of a request to place a list of two orders, one of which cancels the other: a limit order that takes the
 * profit, and a stop.
 *
 * @param listing the pair
 * @param side the side of both orders
 * @param lots the lots of each order
 * @param price the price of the limit order, in ticks
 * @param terms the terms of the one order in the exchange that represents both
 * @param names the client ids
 * @param detail the extent of the answer for each order
 */
record SpotListForm(
        Listing listing,
        Side side,
        long lots,
        long price,
        OrderTerms terms,
        ListNames names,
        SpotOrderForm.Detail detail)
        implements SpotWish {

    /** The names of the parameters of both orders. */
    private record Words(
            String limit, String limitPrice, String stop, String trigger, String stopPrice, String timeInForce) {
        static Words of(final String limit, final String stop) {
            return new Words(limit, limit + "Price", stop, stop + "StopPrice", stop + "Price", stop + "TimeInForce");
        }
    }

    private static final Words OLDER =
            new Words("limit", "price", "stop", "stopPrice", "stopLimitPrice", "stopLimitTimeInForce");

    /**
     * Reads the parameters of a list. Does not refuse other parameters.
     *
     * @param derived the end of the client ids that are made for ids that the sender left out
     */
    static SpotListForm read(final SpotSymbols symbols, final SpotParameters given, final String derived) {
        final Side side = SpotOrderForm.required(given, "side", SpotOrderForm.SIDES, SpotErrors.SIDE);
        final SpotType above = SpotOrderForm.required(given, "aboveType", SpotType.ALL, SpotErrors.TYPE);
        final SpotType below = SpotOrderForm.required(given, "belowType", SpotType.ALL, SpotErrors.TYPE);
        final boolean isSell = side == Side.ASK;
        final SpotType stop = isSell ? below : above;
        if ((isSell ? above : below) != SpotType.LIMIT_MAKER
                || stop != SpotType.STOP_LOSS && stop != SpotType.STOP_LOSS_LIMIT) {
            throw SpotErrors.of(
                    SpotErrors.COMBINATION,
                    "A list needs a LIMIT_MAKER, above to sell and below to buy, and a STOP_LOSS or STOP_LOSS_LIMIT.");
        }
        final Words words = isSell ? Words.of("above", "below") : Words.of("below", "above");
        given.refuse(words.limit + "StopPrice");
        given.refuse(words.limit + "TimeInForce");
        given.refuse(words.limit + "TrailingDelta");
        SpotOrderForm.refuseTrailing(given, words.stop + "TrailingDelta");
        return read(symbols, given, side, stop == SpotType.STOP_LOSS, words, derived);
    }

    /** Reads the older form of the request. */
    static SpotListForm readOlder(final SpotSymbols symbols, final SpotParameters given, final String derived) {
        final Side side = SpotOrderForm.required(given, "side", SpotOrderForm.SIDES, SpotErrors.SIDE);
        SpotOrderForm.refuseTrailing(given, "trailingDelta");
        return read(symbols, given, side, !given.has(OLDER.stopPrice), OLDER, derived);
    }

    private static SpotListForm read(
            final SpotSymbols symbols,
            final SpotParameters given,
            final Side side,
            final boolean isMarket,
            final Words words,
            final String derived) {
        final Listing listing = given.symbol(symbols);
        final long lots = SpotOrderForm.lots(given, listing);
        final long price = SpotOrderForm.price(given, listing, words.limitPrice);
        final long trigger = SpotOrderForm.price(given, listing, words.trigger);
        final long stopPrice = isMarket
                ? MarketOrders.limit(listing, side, trigger)
                : SpotOrderForm.price(given, listing, words.stopPrice);
        if (isMarket) {
            given.refuse(words.stopPrice);
            given.refuse(words.timeInForce);
        } else if (SpotOrderForm.required(
                        given, words.timeInForce, SpotOrderForm.TIMES_IN_FORCE, SpotErrors.TIME_IN_FORCE)
                == OrderType.FOK) {
            throw SpotErrors.of(SpotErrors.COMBINATION, "The stop of a list must be IOC.");
        }
        final boolean isInOrder =
                side == Side.ASK ? stopPrice <= trigger && trigger < price : price < trigger && trigger <= stopPrice;
        if (!isInOrder) {
            throw SpotErrors.of(SpotErrors.REFUSED, "The relationship of the prices for the orders is not correct.");
        }
        final OrderTerms.Builder terms = OrderTerms.builder()
                .trigger(trigger, SpotType.STOP_LOSS.when(side))
                .stopPrice(stopPrice);
        SpotOrderForm.iceberg(given, listing, words.limit + "IcebergQty", lots, terms);
        given.refuse(words.stop + "IcebergQty");
        SpotOrderForm.selfTrade(given, terms);
        final ListNames names = new ListNames(
                name(given, "listClientOrderId", "s-" + derived),
                name(given, words.limit + "ClientOrderId", "l-" + derived),
                name(given, words.stop + "ClientOrderId", "t-" + derived),
                isMarket);
        if (new HashSet<>(List.of(names.list(), names.limit(), names.stop())).size() < 3) {
            throw SpotErrors.of(SpotErrors.COMBINATION, "A list and its orders must have different client ids.");
        }
        SpotOrderForm.passStrategy(given, words.limit + "Strategy");
        SpotOrderForm.passStrategy(given, words.stop + "Strategy");
        final SpotOrderForm.Detail asked = SpotOrderForm.detail(given, false);
        final boolean isAsked = given.has("newOrderRespType");
        return new SpotListForm(
                listing, side, lots, price, terms.build(), names, isAsked ? asked : SpotOrderForm.Detail.RESULT);
    }

    private static String name(final SpotParameters given, final String parameter, final String otherwise) {
        final String name = given.clientId(parameter);
        return name == null ? otherwise : name;
    }

    /**
     * Makes the command after a check against the present book, because the exchange would let a limit order trade at
     * once.
     */
    @Override
    public PlaceOrder order(final Markets markets, final long uid) {
        final LiveBook book = markets.book(listing);
        final boolean wouldTrade = side == Side.ASK
                ? book.bestBid() != 0 && price <= book.bestBid()
                : book.bestAsk() != 0 && price >= book.bestAsk();
        if (wouldTrade) {
            throw SpotErrors.of(SpotErrors.REFUSED, SpotErrors.WOULD_TRADE);
        }
        return new PlaceOrder(uid, listing.symbol(), 0, side, OrderType.GTC, price, 0, lots, terms);
    }

    @Override
    public boolean isMarket() {
        return false;
    }
}
