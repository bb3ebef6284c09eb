package io.daybook.api;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Places an order.
 *
 * @param uid owner
 * @param symbol symbol
 * @param orderId ≥ 1, not live in this symbol
 * @param side bid or ask
 * @param orderType what happens to the lots that cannot trade at once
 * @param price ticks; for budget types a total in ticks times lots
 * @param reservePrice bids of pairs: the highest price to which the order may later be moved; 0 means the price
 * @param size lots, 1 to 2^40
 * @param terms its terms; {@link OrderTerms#NONE} for a plain order
 */
public record PlaceOrder(
        long uid,
        int symbol,
        long orderId,
        Side side,
        OrderType orderType,
        long price,
        long reservePrice,
        long size,
        OrderTerms terms)
        implements Command {

    /** Checks that nothing is missing; the engine checks the ranges. */
    public PlaceOrder {
        Objects.requireNonNull(side, "side");
        Objects.requireNonNull(orderType, "orderType");
        Objects.requireNonNull(terms, "terms");
    }

    /** A plain order. */
    public PlaceOrder(
            final long uid,
            final int symbol,
            final long orderId,
            final Side side,
            final OrderType orderType,
            final long price,
            final long reservePrice,
            final long size) {
        this(uid, symbol, orderId, side, orderType, price, reservePrice, size, OrderTerms.NONE);
    }

    /** A good-till-cancelled order that reserves its own price. */
    public static PlaceOrder gtc(
            final long uid, final int symbol, final long orderId, final Side side, final long price, final long size) {
        return new PlaceOrder(uid, symbol, orderId, side, OrderType.GTC, price, 0, size);
    }

    /** An immediate-or-cancel order. */
    public static PlaceOrder ioc(
            final long uid, final int symbol, final long orderId, final Side side, final long price, final long size) {
        return new PlaceOrder(uid, symbol, orderId, side, OrderType.IOC, price, 0, size);
    }

    /** A fill-or-kill order. */
    public static PlaceOrder fok(
            final long uid, final int symbol, final long orderId, final Side side, final long price, final long size) {
        return new PlaceOrder(uid, symbol, orderId, side, OrderType.FOK, price, 0, size);
    }

    /** An order that only rests, and is rejected if it would trade. */
    public static PlaceOrder postOnly(
            final long uid, final int symbol, final long orderId, final Side side, final long price, final long size) {
        return new PlaceOrder(uid, symbol, orderId, side, OrderType.POST_ONLY, price, 0, size);
    }

    /**
     * A bid of a pair for as many lots as a total buys, at any price.
     *
     * @param budget the total, in ticks times lots; the taker's fee comes on top
     * @param size the most lots
     */
    public static PlaceOrder iocBudget(
            final long uid, final int symbol, final long orderId, final long budget, final long size) {
        return new PlaceOrder(uid, symbol, orderId, Side.BID, OrderType.IOC_BUDGET, budget, 0, size);
    }

    /**
     * An order of a pair that trades all of its lots within a total, at any price, or none of them.
     *
     * @param budget the most that a bid pays, or the least that an ask takes, in ticks times lots
     */
    public static PlaceOrder fokBudget(
            final long uid, final int symbol, final long orderId, final Side side, final long budget, final long size) {
        return new PlaceOrder(uid, symbol, orderId, side, OrderType.FOK_BUDGET, budget, 0, size);
    }

    /**
     * A market bid: it buys as many lots as are offered, at any price. For a pair it is an {@link OrderType#IOC_BUDGET}
     * of {@code money} less the taker's fee, for a futures contract an {@link OrderType#IOC} at the highest price.
     *
     * @param size the most lots; with fees per lot the fee of all of them is held
     * @param money the most quote minor units that a pair may cost, fee included, at most the available amount. Ignored
     *     for futures, for which the margin decides. If it does not cover one tick and the fees, the budget is 0, and
     *     the engine refuses the order with INVALID_PRICE
     */
    public static PlaceOrder marketBid(
            final SymbolSpec spec, final long uid, final long orderId, final long size, final long money) {
        return spec.isFutures()
                ? ioc(uid, spec.symbol(), orderId, Side.BID, spec.maxPrice(), size)
                : iocBudget(uid, spec.symbol(), orderId, MarketPrice.budget(spec, size, money), size);
    }

    /**
     * A market ask: it sells as many lots as find a bid, at any price. It is an {@link OrderType#IOC} at the lowest
     * price that the symbol allows, for a pair with fees per lot at the lowest that pays the taker's fee.
     *
     * @param size the most lots
     */
    public static PlaceOrder marketAsk(final SymbolSpec spec, final long uid, final long orderId, final long size) {
        return ioc(uid, spec.symbol(), orderId, Side.ASK, MarketPrice.lowestAsk(spec), size);
    }

    /** A builder with a name for each part, so that no two numbers can be confused. */
    public static Builder builder() {
        return new Builder();
    }

    /** This order of another type. */
    public PlaceOrder withType(final OrderType other) {
        return new PlaceOrder(uid, symbol, orderId, side, other, price, reservePrice, size, terms);
    }

    /** This order with another reserve price. */
    public PlaceOrder withReservePrice(final long ticks) {
        return new PlaceOrder(uid, symbol, orderId, side, orderType, price, ticks, size, terms);
    }

    /** This order with other terms. */
    public PlaceOrder withTerms(final OrderTerms other) {
        return new PlaceOrder(uid, symbol, orderId, side, orderType, price, reservePrice, size, other);
    }

    @Override
    public CommandType type() {
        return CommandType.PLACE_ORDER;
    }

    /** Collects the parts of an order. Used by one thread. */
    public static final class Builder {
        private long uid;
        private int symbol;
        private long orderId;
        private @Nullable Side side;
        private OrderType orderType = OrderType.GTC;
        private long price;
        private long reservePrice;
        private long size;

        private Builder() {}

        /** Owner. */
        public Builder uid(final long value) {
            this.uid = value;
            return this;
        }

        /** Symbol. */
        public Builder symbol(final int value) {
            this.symbol = value;
            return this;
        }

        /** The new order. */
        public Builder orderId(final long value) {
            this.orderId = value;
            return this;
        }

        /** {@link Side#BID}. */
        public Builder bid() {
            this.side = Side.BID;
            return this;
        }

        /** {@link Side#ASK}. */
        public Builder ask() {
            this.side = Side.ASK;
            return this;
        }

        /** The side as a value. */
        public Builder side(final Side value) {
            this.side = value;
            return this;
        }

        /** What happens to lots that cannot trade at once; {@link OrderType#GTC} by default. */
        public Builder type(final OrderType value) {
            this.orderType = value;
            return this;
        }

        /** Ticks, or a total in ticks times lots for budget types. */
        public Builder price(final long ticks) {
            this.price = ticks;
            return this;
        }

        /** The highest price of a later move; 0, the default, for the price. */
        public Builder reservePrice(final long ticks) {
            this.reservePrice = ticks;
            return this;
        }

        /** Lots. */
        public Builder size(final long lots) {
            this.size = lots;
            return this;
        }

        /**
         * The order.
         *
         * @throws IllegalArgumentException if it has no side
         */
        public PlaceOrder build() {
            if (side == null) {
                throw new IllegalArgumentException("side must be set: bid() or ask()");
            }
            return new PlaceOrder(uid, symbol, orderId, side, orderType, price, reservePrice, size);
        }
    }
}
