package io.daybook.flow.market;

import io.daybook.api.Exchange;
import io.daybook.api.RestingOrders;
import io.daybook.api.SymbolSpec;
import java.util.function.LongConsumer;

/**
 * The exchange that a recorded day runs on: one without threads that has no other orders, or one that has users of its
 * own. Used by the thread of the day.
 */
public interface MarketGround {
    /** The exchange, which takes the commands. */
    Exchange exchange();

    /** The ids that the day's orders have there. */
    MarketIds ids();

    /** Lists a symbol unless it is listed; called once for each symbol, before its first order. */
    SymbolSpec open(int symbol, long timeNs);

    /** The live orders of a symbol by id; {@code lots}, {@code price} and {@code sideCode} are enough. */
    RestingOrders orders(int symbol);

    /** The time stamp of a command, for a time of the day; 0 for the exchange's own clock. */
    long stampNs(long timeNs);

    /** Passes on results from now on. */
    void results(MarketResults listener);

    /** Returns once the results up to that of the command just sent, which names this order, are passed on. */
    void awaitResult(long uid, long orderId);

    /**
     * Names the orders of others that rest.
     *
     * @return whether it did; false if all of them come through {@link RecordedMarket#place}
     */
    boolean outsiders(int symbol, LongConsumer ids);
}
