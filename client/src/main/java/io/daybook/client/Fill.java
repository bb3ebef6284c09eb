package io.daybook.client;

import io.daybook.wire.FillDescriptor;
import io.daybook.wire.HeadDescriptor;

/** One trade of one order. A view, valid during the call only. */
public final class Fill {
    private byte[] bytes = new byte[0];
    private int offset;

    Fill() {}

    Fill wrap(final byte[] newBytes, final int newOffset) {
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
        return FillDescriptor.orderId(bytes, offset);
    }

    /** The trade's number, the same for both sides. */
    public long tradeId() {
        return FillDescriptor.tradeId(bytes, offset);
    }

    /** Price in ticks. */
    public long price() {
        return FillDescriptor.price(bytes, offset);
    }

    /** Lots. */
    public long size() {
        return FillDescriptor.size(bytes, offset);
    }

    /** Lots of the order that are left. */
    public long remaining() {
        return FillDescriptor.remaining(bytes, offset);
    }

    /** What this side paid, in minor units of the quote currency. */
    public long fee() {
        return FillDescriptor.fee(bytes, offset);
    }

    /** The symbol. */
    public int symbol() {
        return FillDescriptor.symbol(bytes, offset);
    }

    /** 1 bid, 2 ask. */
    public int side() {
        return FillDescriptor.side(bytes, offset);
    }

    /** 0 for the command itself; else why the venue acted. */
    public int cause() {
        return FillDescriptor.cause(bytes, offset);
    }

    /** Whether the order rested; else it took. */
    public boolean isMaker() {
        return FillDescriptor.role(bytes, offset) == FillDescriptor.ROLE_MAKER;
    }
}
