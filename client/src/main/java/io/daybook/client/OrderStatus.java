package io.daybook.client;

import io.daybook.wire.StatusIsDescriptor;

/** The status of an order. A view, valid during the call only. */
public final class OrderStatus {
    private byte[] bytes = new byte[0];
    private int offset;

    OrderStatus() {}

    OrderStatus wrap(final byte[] newBytes, final int newOffset) {
        bytes = newBytes;
        offset = newOffset;
        return this;
    }

    /** The id of the query. */
    public long id() {
        return StatusIsDescriptor.id(bytes, offset);
    }

    /** The order. */
    public long orderId() {
        return StatusIsDescriptor.orderId(bytes, offset);
    }

    /** The lots of the order that are left. */
    public long remaining() {
        return StatusIsDescriptor.remaining(bytes, offset);
    }

    /** The lots of the order that were traded. */
    public long traded() {
        return StatusIsDescriptor.traded(bytes, offset);
    }

    /** The last request of the session that was carried out or refused. */
    public long lastRequest() {
        return StatusIsDescriptor.lastRequest(bytes, offset);
    }

    /** Returns whether the order is live. */
    public boolean isLive() {
        return StatusIsDescriptor.state(bytes, offset) == StatusIsDescriptor.LIVE;
    }

    /** Returns whether the venue has the order, or still has its record. */
    public boolean isKnown() {
        return StatusIsDescriptor.state(bytes, offset) != StatusIsDescriptor.UNKNOWN;
    }
}
