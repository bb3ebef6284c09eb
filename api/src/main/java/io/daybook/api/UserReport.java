package io.daybook.api;

import java.util.List;

/**
 * Everything that a user has.
 *
 * @param seq last command whose effect is shown
 * @param code success, or {@link ResultCode#USER_MGMT_USER_NOT_FOUND} (then the rest is empty)
 * @param uid user
 * @param status whether the user may trade
 * @param lastTransactionId of the last deposit or withdrawal that was carried out, 0 before the first; the next needs a higher one
 * @param accounts by currency; those whose balance, held and available are all 0 are left out
 * @param positions by symbol; empty ones are left out
 * @param orders live orders, by symbol and order id
 */
public record UserReport(
        long seq,
        ResultCode code,
        long uid,
        UserStatus status,
        long lastTransactionId,
        List<Account> accounts,
        List<Position> positions,
        List<Order> orders) {

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
     */
    public record Position(
            int symbol,
            PositionDirection direction,
            long openVolume,
            long openPriceSum,
            long pendingBuy,
            long pendingSell) {}

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
     * @param remaining lots on the book
     */
    public record Order(
            int symbol,
            long orderId,
            Side side,
            OrderType type,
            long price,
            long reservePrice,
            long size,
            long remaining) {}

    /** Copies the lists. */
    public UserReport {
        accounts = List.copyOf(accounts);
        positions = List.copyOf(positions);
        orders = List.copyOf(orders);
    }

    /** The answer for an unknown user. */
    public static UserReport notFound(final long seq, final long uid) {
        return new UserReport(
                seq, ResultCode.USER_MGMT_USER_NOT_FOUND, uid, UserStatus.ACTIVE, 0, List.of(), List.of(), List.of());
    }
}
