package io.daybook.flow.market;

import io.daybook.api.Exchange;
import io.daybook.api.RestingOrders;
import io.daybook.api.SymbolSpec;
import java.util.function.LongConsumer;

/**
 * The exchange on which a recorded day runs: one without threads and without other orders, or one with users of its
 * own. Used by the thread of the day.
 */
public interface MarketGround {
    /** The exchange that takes the commands. */
    Exchange exchange();

    /** The ids that the day's orders have on the exchange. */
    MarketIds ids();

    /**
     * Lists a symbol unless it is listed, and returns its specification. Called once for each symbol, before its first
     * order.
     */
    SymbolSpec open(int symbol, long timeNs);

    /**
     * Returns the live orders of a symbol by id. An implementation need support only lots, price and sideCode, unless
     * an {@link OutsiderLog} reads the places in the queue.
     */
    RestingOrders orders(int symbol);

    /** Returns the time stamp of a command for a time of the day; 0 for the exchange's clock. */
    long stampNs(long timeNs);

    /** Passes on results from now on. */
    void results(MarketResults listener);

    /** Waits until the results up to that of the last sent command, which names this order, are passed on. */
    void awaitResult(long uid, long orderId);

    /**
     * Passes on the ids of resting orders of outsiders.
     *
     * @return whether it did; false if all of them come through {@link RecordedMarket#place}
     */
    boolean outsiders(int symbol, LongConsumer ids);
}
