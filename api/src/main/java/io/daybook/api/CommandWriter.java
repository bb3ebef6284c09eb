package io.daybook.api;

/**
 * What every writer over a claimed slot can do. Fields that are not set are 0; their ranges are checked by the engine.
 *
 * @param <W> the writer itself
 */
public interface CommandWriter<W> {

    /** A number of the sender's own, echoed in the result. */
    W cookie(long cookie);

    /**
     * A stamp of the sender's own, ns since the epoch; 0 (the default) stamps with the clock when publishing. Stamps are believed; see
     * {@link Exchange#submit(Command, long, long)}.
     */
    W timestampNs(long timestampNs);

    /**
     * Hands the command over; the writer must not be used afterwards.
     *
     * @throws IllegalStateException when an order has no side or no type; nothing is sent
     * @throws ExchangeClosedException when the exchange closed or failed meanwhile; the outcome is unknown
     */
    void publish();
}
