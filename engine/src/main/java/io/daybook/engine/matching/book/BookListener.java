package io.daybook.engine.matching.book;

/**
 * Receives from the matcher each change of a resting order as it happens. The events of a command describe its own
 * order; this listener receives that order only once it rests.
 *
 * <p>Sides are numbers of {@link io.daybook.api.Side}, prices are ticks, sizes are lots. Called by the matching thread
 * in the middle of a command: a listener stores the change, and reads the book and writes only after the command. It
 * does not throw.
 */
public interface BookListener {

    /**
     * An order now rests at the tail of its level.
     *
     * @param bookIndex dense index of the symbol
     * @param lots the resting lots
     */
    void onRested(int bookIndex, int side, long price, long orderId, long lots);

    /**
     * A resting order has traded; it keeps its queue position. If no lots are left, {@link #onLeft} follows.
     *
     * @param lots the traded lots
     * @param remaining the lots that the order still has
     */
    void onTraded(int bookIndex, int side, long price, long orderId, long lots, long remaining);

    /**
     * A part of a resting order was taken off; the order keeps its queue position.
     *
     * @param lots the lots that were taken off
     * @param remaining the lots that the order still has, at least 1
     */
    void onReduced(int bookIndex, int side, long price, long orderId, long lots, long remaining);

    /**
     * A resting order has moved to the tail of another level. Before that, it may have traded as a taker.
     *
     * @param fromPrice the old price
     * @param toPrice the new price
     * @param remaining the lots that rest at the new price
     */
    void onMoved(int bookIndex, int side, long fromPrice, long toPrice, long orderId, long remaining);

    /**
     * A resting order has left its level for good.
     *
     * @param lots the lots that it still had if it was cancelled; 0 if it was filled
     */
    void onLeft(int bookIndex, int side, long price, long orderId, long lots);
}
