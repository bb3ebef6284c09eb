package io.daybook.flow;

import io.daybook.api.Side;

/** The users that own the orders of a recorded day on an exchange, and their numbers. */
public enum FlowUsers {
    /** A user for each side of a symbol, with separate currencies, so that no sum of deposits reaches its limit. */
    BY_SIDE(1, 1L << 62),

    /** One user owns all resting orders, and another all aggressive ones. */
    MAKER_AND_TAKER(0, 1_000_000_000_000L);

    private static final long MAKER = 1;
    private static final long TAKER = 2;
    private static final int SHARES = 1;
    private static final int DOLLARS = 840;

    private final long idOffset;
    private final long firstOwnOrderId;

    FlowUsers(final long idOffset, final long firstOwnOrderId) {
        this.idOffset = idOffset;
        this.firstOwnOrderId = firstOwnOrderId;
    }

    /** Returns the owner of an order that rests on a side. */
    public long maker(final int symbol, final Side side) {
        return this == BY_SIDE ? 2L * symbol + (side == Side.ASK ? 1 : 0) : MAKER;
    }

    /** Returns the owner of an aggressive order of a side. */
    public long taker(final int symbol, final Side side) {
        return this == BY_SIDE ? maker(symbol, side) : TAKER;
    }

    /** Returns the currency that represents the shares of a symbol. */
    public int shares(final int symbol) {
        return this == BY_SIDE ? 2 * symbol : SHARES;
    }

    /** Returns the currency of the prices of a symbol. */
    public int dollars(final int symbol) {
        return this == BY_SIDE ? 2 * symbol + 1 : DOLLARS;
    }

    /** Returns the id of an order with a reference, which may be 0. */
    public long id(final long reference) {
        return reference + idOffset;
    }

    /** The first id of orders that have no reference in the recording; the ids of all other orders are far lower. */
    public long firstOwnOrderId() {
        return firstOwnOrderId;
    }
}
