package io.daybook.client;

import io.daybook.wire.HeadDescriptor;
import io.daybook.wire.OffDescriptor;

/** Lots of an order that left the book without a trade. A view, valid during the call only. */
public final class Off {
    private byte[] bytes = new byte[0];
    private int offset;

    Off() {}

    Off wrap(final byte[] newBytes, final int newOffset) {
        bytes = newBytes;
        offset = newOffset;
        return this;
    }

    /** Its number in the session's stream, from 1 without gaps. */
    public long out() {
        return HeadDescriptor.out(bytes, offset);
    }

    /** The place of the command that caused it, in the venue's journal. */
    public long seq() {
        return HeadDescriptor.seq(bytes, offset);
    }

    /** The time of that command, ns since the epoch. */
    public long timeNs() {
        return HeadDescriptor.timeNs(bytes, offset);
    }

    /** The order. */
    public long orderId() {
        return OffDescriptor.orderId(bytes, offset);
    }

    /** Lots that left. */
    public long size() {
        return OffDescriptor.size(bytes, offset);
    }

    /** Lots that are left. */
    public long remaining() {
        return OffDescriptor.remaining(bytes, offset);
    }

    /** The code of an {@link io.daybook.wire.OffReason}. */
    public int reason() {
        return OffDescriptor.reason(bytes, offset);
    }
}
