package io.daybook.client;

/** The type of an order: the fate of lots that cannot trade at once. */
public enum OrderType {
    /** The lots rest until they are cancelled. */
    GTC(1),
    /** The lots are rejected. */
    IOC(2),
    /** All lots trade, or none. */
    FOK(3),
    /** A FOK with a total for all lots in place of a price for each. */
    FOK_BUDGET(4),
    /** An IOC with a total for all lots in place of a price for each; bids of pairs only. */
    IOC_BUDGET(5),
    /** The order rests as a whole, or is rejected. */
    POST_ONLY(6);

    private final int code;

    OrderType(final int code) {
        this.code = code;
    }

    /** The number of this type on the wire. */
    public int code() {
        return code;
    }
}
