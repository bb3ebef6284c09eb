package io.daybook.api;

/** Fills a claimed slot with a {@link ReduceOrder}, which describes the fields. */
public interface ReduceOrderWriter extends CommandWriter<ReduceOrderWriter> {

    /** Owner. */
    ReduceOrderWriter uid(long uid);

    /** Symbol. */
    ReduceOrderWriter symbol(int symbol);

    /** Live order. */
    ReduceOrderWriter orderId(long orderId);

    /** Lots to take off. */
    ReduceOrderWriter size(long size);
}
