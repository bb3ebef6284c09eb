package io.daybook.api;

import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The accounts, positions and orders of a user.
 *
 * @param seq last command whose effect is shown
 * @param code success, {@link ResultCode#USER_MGMT_USER_NOT_FOUND}, or {@link ResultCode#INVALID_SIZE} (of
 *     {@code maxOrders}); without success the rest is empty
 * @param uid user
 * @param status whether the user may trade; null without success
 * @param lastTransactionId of the last deposit or withdrawal; 0 before the first; the next needs a higher one
 * @param accounts by currency; those whose balance, held and available are all 0 are left out
 * @param positions by symbol; empty ones are left out
 * @param orders live orders, by symbol and order id: those of the requested page
 * @param moreOrders whether there are live orders after the last one here; false if none were requested
 */
public record UserReport(
        long seq,
        ResultCode code,
        long uid,
        @Nullable UserStatus status,
        long lastTransactionId,
        List<Account> accounts,
        List<Position> positions,
        List<Order> orders,
        boolean moreOrders) {

    /**
     * The money of one currency, in minor units.
     *
     * @param currency currency
     * @param balance all that the user owns
     * @param held the part reserved by live orders
     * @param available what can be newly held or withdrawn; negative after losses beyond the margin
     */
    public record Account(int currency, long balance, long held, long available) {}

    /**
     * A futures position.
     *
     * @param symbol symbol
     * @param direction long, short, or empty with pending lots
     * @param openVolume lots
     * @param openPriceSum Σ lots × ticks of the open lots
     * @param pendingBuy lots of live bids
     * @param pendingSell lots of live asks
     * @param currency the currency in which the symbol is quoted, and gain and margin are given
     * @param mark the price of the symbol's last trade, in ticks, with which the position is valued; 0 before the first
     * @param unrealizedGain the gain of closing everything at the mark, before fees, in minor units; negative for a
     *     loss
     * @param margin required for the open lots and, on the side that needs more, for the pending ones, in minor units
     */
    public record Position(
            int symbol,
            PositionDirection direction,
            long openVolume,
            long openPriceSum,
            long pendingBuy,
            long pendingSell,
            int currency,
            long mark,
            long unrealizedGain,
            long margin) {}

    /**
     * A live order.
     *
     * @param symbol symbol
     * @param orderId order
     * @param side bid or ask
     * @param type its type
     * @param price ticks, after the last move
     * @param reservePrice highest price of a move, bids of pairs only; else 0
     * @param size lots as placed
     * @param remaining live lots: on the book, or waiting
     * @param terms its current terms; {@link OrderTerms#NONE} for a plain order
     * @param dormant whether it waits for its trigger, outside the levels of the book
     * @param shown lots that the book shows of it: all of a plain order, a part of an iceberg, none of a hidden or a
     *     dormant one
     */
    public record Order(
            int symbol,
            long orderId,
            Side side,
            OrderType type,
            long price,
            long reservePrice,
            long size,
            long remaining,
            OrderTerms terms,
            boolean dormant,
            long shown) {

        /** A plain order, which shows all its lots. */
        public Order(
                final int symbol,
                final long orderId,
                final Side side,
                final OrderType type,
                final long price,
                final long reservePrice,
                final long size,
                final long remaining) {
            this(symbol, orderId, side, type, price, reservePrice, size, remaining, OrderTerms.NONE, false, remaining);
        }
    }

    /** Copies the lists. */
    public UserReport {
        accounts = List.copyOf(accounts);
        positions = List.copyOf(positions);
        orders = List.copyOf(orders);
    }

    /** The answer to a query that is refused. */
    public static UserReport refused(final long seq, final ResultCode code, final long uid) {
        return new UserReport(seq, code, uid, null, 0, List.of(), List.of(), List.of(), false);
    }

    /** The account of the user in a currency; zeros if there is none, or it is empty. */
    public Account account(final int currency) {
        for (final Account account : accounts) {
            if (account.currency() == currency) {
                return account;
            }
        }
        return new Account(currency, 0, 0, 0);
    }

    /**
     * The amount that the user would own of a currency if all positions in it were closed at their marks, before fees:
     * the balance and the unrealised gains. Only losses reduce the available amount: it is the balance less the held
     * part and the margins, less the net loss of all positions, if there is one.
     *
     * @return minor units; saturated if they do not fit
     */
    public long equity(final int currency) {
        BigInteger sum = BigInteger.valueOf(account(currency).balance());
        for (final Position position : positions) {
            if (position.currency() == currency) {
                sum = sum.add(BigInteger.valueOf(position.unrealizedGain()));
            }
        }
        return sum.bitLength() < Long.SIZE ? sum.longValue() : sum.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /** The margin that all positions in a currency need, in minor units. */
    public long margin(final int currency) {
        long sum = 0;
        for (final Position position : positions) {
            sum += position.currency() == currency ? position.margin() : 0; // within 62 bits together
        }
        return sum;
    }

    /**
     * A query for the orders after those shown here, if there are {@link #moreOrders}. The orders may have changed by
     * then: each page shows them as of its own seq.
     */
    public UserReportQuery following() {
        if (orders.isEmpty()) {
            throw new IllegalStateException("there is no page after a report without orders: uid=" + uid);
        }
        final Order last = orders.get(orders.size() - 1);
        return new UserReportQuery(uid, Limits.MAX_REPORT_ORDERS, last.symbol(), last.orderId());
    }
}
