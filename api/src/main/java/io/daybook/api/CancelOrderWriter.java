package io.daybook.api;

/** Fills a claimed slot with a {@link CancelOrder}, which describes the fields. */
public interface CancelOrderWriter extends CommandWriter<CancelOrderWriter> {

    /** Owner. */
    CancelOrderWriter uid(long uid);

    /** Symbol. */
    CancelOrderWriter symbol(int symbol);

    /** Live order. */
    CancelOrderWriter orderId(long orderId);
}
