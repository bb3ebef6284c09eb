package io.daybook.api;

/** Fills a claimed slot with an {@link AdjustBalance}, which describes the fields. */
public interface AdjustBalanceWriter extends CommandWriter<AdjustBalanceWriter> {

    /** User. */
    AdjustBalanceWriter uid(long uid);

    /** Currency. */
    AdjustBalanceWriter currency(int currency);

    /** Minor units, negative to withdraw. */
    AdjustBalanceWriter amount(long amount);

    /** Strictly increasing per user. */
    AdjustBalanceWriter transactionId(long transactionId);
}
