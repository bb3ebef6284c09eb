package io.daybook.client;

import io.daybook.wire.OffDescriptor;

/** Lots of an order that left the book without a trade. */
public final class Off extends StreamView {
    Off() {}

    /** The order. */
    public long orderId() {
        return OffDescriptor.orderId(bytes, offset);
    }

    /** The lots that left. */
    public long size() {
        return OffDescriptor.size(bytes, offset);
    }

    /** The lots of the order that are left. */
    public long remaining() {
        return OffDescriptor.remaining(bytes, offset);
    }

    /** The code of an {@link io.daybook.wire.OffReason}. */
    public int reason() {
        return OffDescriptor.reason(bytes, offset);
    }
}
