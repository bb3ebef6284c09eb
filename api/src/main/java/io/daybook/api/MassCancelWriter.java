package io.daybook.api;

/** Fills a claimed slot with a {@link MassCancel}, which describes the fields. */
public interface MassCancelWriter extends CommandWriter<MassCancelWriter> {

    /** The owner of the orders; 0 for every user. */
    MassCancelWriter uid(long uid);

    /** The symbol of the orders; 0 for all symbols of the user. */
    MassCancelWriter symbol(int symbol);

    /** The side of the orders; both if it is not set. */
    MassCancelWriter side(Side side);

    /** Cancels flagged orders only. */
    MassCancelWriter flagged();

    /** Suspends the user first. */
    MassCancelWriter suspend();
}
