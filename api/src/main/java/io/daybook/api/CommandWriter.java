package io.daybook.api;

/**
 * The methods of every writer over a claimed slot. Fields that are not set are 0; the engine checks their ranges.
 *
 * <p>A claimed slot is void until {@link #publish()}: an abandoned one takes no number and has no result. If an
 * exception is possible between claim and publish, claim in try-with-resources, or use the forms of {@link CommandDoor}
 * that take a function.
 *
 * <p>A door returns the same writers again and again. Used by the thread that claimed; setters do not check that.
 *
 * @param <W> the writer itself
 */
public interface CommandWriter<W> extends AutoCloseable {

    /** A number of the sender's own, echoed in the result. */
    W cookie(long cookie);

    /**
     * A tag: bytes of the sender's own, journaled with the command and echoed in its result, never interpreted. They
     * are copied.
     *
     * @param length 1 to {@link Limits#MAX_TAG_BYTES}; 0, the default, for none
     * @throws IllegalArgumentException when it is longer
     * @throws IndexOutOfBoundsException when the array does not have these bytes
     */
    W tag(byte[] bytes, int offset, int length);

    /**
     * A stamp of the sender's own, ns since the epoch; 0 (the default) stamps with the clock when publishing. Stamps
     * are trusted; see {@link Exchange#submit(Command, long, long)}.
     *
     * @throws IllegalArgumentException if it is more than {@link Limits#MAX_STAMP_LEAD_NS} ahead of both the clock and
     *     the time of the command before
     */
    W timestampNs(long timestampNs);

    /**
     * Hands the command over; in a batch it only ends the command, and {@link CommandBatch#publish()} hands it over.
     * The writer must not be used afterwards.
     *
     * @throws IllegalStateException if an order has no side or no type (its slot, or its whole batch, is handed over as
     *     void, and nothing is sent), if the slot was published before, abandoned or given up, or if another thread
     *     claimed it (the claim stays open)
     * @throws ExchangeClosedException when the exchange closed or failed meanwhile; the outcome is unknown
     */
    void publish();

    /**
     * Gives the slot back unfilled: it is handed over as void, or, in a batch, is filled next. Does nothing if the
     * command was published or abandoned before.
     *
     * @throws IllegalStateException when another thread claimed it: the claim stays open
     */
    void abandon();

    /** Does what {@link #abandon()} does, so that try-with-resources hands over what an exception left unpublished. */
    @Override
    default void close() {
        abandon();
    }
}
