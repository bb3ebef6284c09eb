package io.daybook.trading.live;

import io.daybook.client.DaybookClient;
import io.daybook.client.OrderHandle;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Orders that an earlier program of the session has left, as the stream tells until where this one began. They are
 * cancelled, because nothing is known of why they are there. Written by the client's thread until then, read by the
 * trader's after it.
 */
final class LeftOrders {
    private final Map<Long, Long> remaining = new TreeMap<>();

    /** The number of the first message that is this program's; 0 before the first welcome. */
    private long firstOwn;

    private volatile boolean areDue;

    /** The session's stream is open: messages below this number are of the time before this program. */
    void welcome(final long nextOut) {
        firstOwn = firstOwn == 0 ? nextOut : firstOwn;
    }

    /** Whether a message is of the time before this program. */
    boolean isEarlier(final long out) {
        return out < firstOwn;
    }

    /** An order has so many lots now, as an earlier message says; the last one counts. */
    void remaining(final long out, final long orderId, final long lots) {
        if (lots == 0) {
            remaining.remove(orderId);
        } else {
            remaining.put(orderId, lots);
        }
        areDue = out == firstOwn - 1 && !remaining.isEmpty();
    }

    boolean areToBeCancelled() {
        return areDue;
    }

    /** Cancels them; the stream does not say of which symbol one is, so each is tried. */
    void cancel(final DaybookClient client, final long uid, final List<Integer> symbols) {
        areDue = false;
        for (final long orderId : remaining.keySet()) {
            for (final int symbol : symbols) {
                client.cancel(OrderHandle.of(uid, symbol, orderId));
            }
        }
    }
}
