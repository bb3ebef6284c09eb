package io.daybook.api;

/**
 * Asks for status, accounts, positions, and a page of the live orders of a user.
 *
 * @param uid user
 * @param maxOrders the most orders, ≥ 0; 0 for none, which costs least; never more than
 *     {@link Limits#MAX_REPORT_ORDERS}, after which {@link UserReport#following} continues
 * @param afterSymbol only orders of this symbol after {@code afterOrderId}, and of higher symbols; 0 for all orders
 * @param afterOrderId only orders after this one in {@code afterSymbol}; 0 for all of that symbol
 */
public record UserReportQuery(long uid, int maxOrders, int afterSymbol, long afterOrderId)
        implements Query<UserReport> {

    /** Asks for the first page of orders. */
    public UserReportQuery(final long uid) {
        this(uid, Limits.MAX_REPORT_ORDERS, 0, 0);
    }

    /** Asks for no orders. For frequent queries, such as those of a gateway that shows balances after each trade. */
    public static UserReportQuery accounts(final long uid) {
        return new UserReportQuery(uid, 0, 0, 0);
    }

    @Override
    public CommandType type() {
        return CommandType.USER_REPORT;
    }
}
