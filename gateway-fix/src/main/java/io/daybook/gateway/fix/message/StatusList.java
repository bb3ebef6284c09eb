package io.daybook.gateway.fix.message;

import io.daybook.gateway.fix.book.FixOrder;
import java.util.List;
import quickfix.Message;

/**
 * The answer to an AF, sent at the rate at which its client reads: the orders that were open at the request, each in
 * its state when it is sent. Used by the gateway's thread.
 */
public final class StatusList {
    private final String requestId;
    private final List<FixOrder> orders;
    private int told;

    public StatusList(final String requestId, final List<FixOrder> orders) {
        this.requestId = requestId;
        this.orders = orders;
    }

    public boolean isTold() {
        return told == orders.size();
    }

    /** The next order to be sent. */
    public FixOrder order() {
        return orders.get(told);
    }

    /** Names the request in the report of {@link #order}. */
    public void address(final Message report) {
        address(report, requestId, orders.size(), told == orders.size() - 1);
    }

    /** Moves to the next order, because the report of {@link #order} was sent. */
    public void next() {
        told++;
    }

    public static void address(final Message report, final String requestId, final int count, final boolean isLast) {
        report.setString(Tags.MASS_STATUS_REQ_ID, requestId);
        report.setInt(Tags.TOT_NUM_REPORTS, count);
        report.setString(Tags.LAST_RPT_REQUESTED, isLast ? "Y" : "N");
    }
}
