package io.daybook.api;

/** Fills a claimed slot with a {@link MoveOrder}, which describes the fields. */
public interface MoveOrderWriter extends CommandWriter<MoveOrderWriter> {

    /** Owner. */
    MoveOrderWriter uid(long uid);

    /** Symbol. */
    MoveOrderWriter symbol(int symbol);

    /** Live order. */
    MoveOrderWriter orderId(long orderId);

    /** New price in ticks. */
    MoveOrderWriter price(long price);
}
