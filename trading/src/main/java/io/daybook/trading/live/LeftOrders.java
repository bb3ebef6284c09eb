package io.daybook.trading.live;

import io.daybook.api.ResultCode;
import io.daybook.client.DaybookClient;
import io.daybook.client.OrderHandle;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The orders that an earlier run of the session left, read from the history of its stream. They are cancelled, because
 * this run does not have the reasons for which they were sent. An order stays here until the venue reports that it has
 * ended. The stream does not give the symbol of an order, so a cancel is sent for each symbol of the trader; an order
 * that is unknown for all these symbols belongs to a symbol that the trader does not trade, and stays at the venue.
 * Used by the trader's thread.
 */
final class LeftOrders {
    private static final int UNKNOWN_ORDER = ResultCode.MATCHING_UNKNOWN_ORDER_ID.code();

    private final long uid;
    private final List<Integer> symbols;
    private final Map<Long, Cancels> byId = new TreeMap<>();

    /** The cancels of an order. */
    private static final class Cancels {
        private int sent;
        private int unknown;
    }

    LeftOrders(final long uid, final List<Integer> symbols) {
        this.uid = uid;
        this.symbols = symbols;
    }

    /** Sets the lots of an order from a message of the history; the last message counts. */
    void remaining(final long orderId, final long lots) {
        if (lots == 0) {
            byId.remove(orderId);
        } else {
            byId.putIfAbsent(orderId, new Cancels());
        }
    }

    /** Called after the history: removes the order if none of its lots remain. */
    void remainingOfKnown(final long orderId, final long lots) {
        if (lots == 0 && !byId.isEmpty()) {
            byId.remove(orderId);
        }
    }

    /** Resets the cancels, so that those without an answer on an earlier connection are sent again. */
    void connected() {
        byId.values().forEach(cancels -> {
            cancels.sent = 0;
            cancels.unknown = 0;
        });
    }

    /**
     * Takes the answer to a cancel.
     *
     * @return false if the venue refuses to cancel one of these orders
     */
    boolean cancelled(final long orderId, final int code) {
        final Cancels cancels = byId.isEmpty() ? null : byId.get(orderId);
        if (cancels == null) {
            return true;
        }
        if (code == UNKNOWN_ORDER) {
            cancels.unknown++;
        }
        if (code == 0 || cancels.unknown == symbols.size()) {
            byId.remove(orderId);
        }
        return code == 0 || code == UNKNOWN_ORDER;
    }

    /**
     * Sends the cancels that could not be sent yet.
     *
     * @return whether no order is left
     */
    boolean haveEnded(final DaybookClient client) {
        for (final Map.Entry<Long, Cancels> left : byId.entrySet()) {
            final Cancels cancels = left.getValue();
            while (cancels.sent < symbols.size()
                    && client.cancel(OrderHandle.of(uid, symbols.get(cancels.sent), left.getKey())) >= 0) {
                cancels.sent++;
            }
        }
        return byId.isEmpty();
    }
}
