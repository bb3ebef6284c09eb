package io.daybook.client;

import io.daybook.wire.FillDescriptor;

/** One trade of one order. */
public final class Fill extends StreamView {
    Fill() {}

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

    /** The size in lots. */
    public long size() {
        return FillDescriptor.size(bytes, offset);
    }

    /** The lots of the order that are left. */
    public long remaining() {
        return FillDescriptor.remaining(bytes, offset);
    }

    /** The fee of this side, in minor units of the quote currency. */
    public long fee() {
        return FillDescriptor.fee(bytes, offset);
    }

    /** The symbol. */
    public int symbol() {
        return FillDescriptor.symbol(bytes, offset);
    }

    /** The side: 1 bid, 2 ask. */
    public int side() {
        return FillDescriptor.side(bytes, offset);
    }

    /** The cause: 0 for the command itself, else the reason why the venue acted. */
    public int cause() {
        return FillDescriptor.cause(bytes, offset);
    }

    /** Returns whether the order was the maker; else it was the taker. */
    public boolean isMaker() {
        return FillDescriptor.role(bytes, offset) == FillDescriptor.ROLE_MAKER;
    }
}
