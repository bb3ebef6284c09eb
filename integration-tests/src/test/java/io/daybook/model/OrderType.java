package io.daybook.model;

/** The order types of the contract. */
public enum OrderType {
    GTC,
    IOC,
    FOK,
    FOK_BUDGET,
    IOC_BUDGET,
    POST_ONLY;

    /** Whether the price of such an order is a total for all of it, in ticks × lots, not a limit for a lot. */
    public boolean isBudget() {
        return this == FOK_BUDGET || this == IOC_BUDGET;
    }
}
