package io.daybook.flow.bots;

import io.daybook.api.Side;
import java.util.List;

/** The bots' view of an exchange: its state after the results of all commands that the bots have sent. */
public interface BotView {
    /** The live orders of a user, in order of arrival. */
    List<Order> live(long uid);

    /** The highest bid of a symbol in ticks, 0 if there is none. */
    long bestBid(int symbol);

    /** The lowest ask of a symbol in ticks, 0 if there is none. */
    long bestAsk(int symbol);

    /**
     * A resting order.
     *
     * @param price in ticks
     * @param filled the lots that have traded
     */
    record Order(long uid, int symbol, long orderId, Side side, long price, long filled) {}
}
