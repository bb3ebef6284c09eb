package io.daybook.trading;

import io.daybook.client.OrderType;
import io.daybook.wire.OrderNumbers;
import java.util.ArrayList;
import java.util.List;

/** Records the requests, and numbers them as a venue's session would. */
final class TestPort implements OrderPort {
    private static final int SESSION = 3;

    final List<String> sent = new ArrayList<>();
    boolean isConnected = true;
    private final long[] ids = new long[1 << 10];
    private long request;

    @Override
    public long place(
            final int handle,
            final int symbol,
            final int side,
            final OrderType type,
            final long price,
            final long size) {
        if (!isConnected) {
            return NOT_SENT;
        }
        ids[handle] = OrderNumbers.cookie(SESSION, ++request);
        sent.add("place " + symbol + " " + (side == 0 ? "bid " : "ask ") + type + " " + size + "@" + price);
        return ids[handle];
    }

    @Override
    public long replace(final int handle, final long price, final long total) {
        sent.add("replace " + total + "@" + price);
        return isConnected ? ++request : NOT_SENT;
    }

    @Override
    public long cancel(final int handle) {
        if (!isConnected) {
            return NOT_SENT;
        }
        sent.add("cancel #" + OrderNumbers.request(ids[handle]));
        return ++request;
    }

    @Override
    public boolean status(final int handle) {
        sent.add("status #" + OrderNumbers.request(ids[handle]));
        return true;
    }
}
