package io.daybook.flow.bots;

import io.daybook.api.Side;
import java.util.List;

/** The bots' view of an exchange: its state after the results of all that they have sent. */
public interface BotView {
    /** The live orders of a user, in the order in which they came. */
    List<Order> live(long uid);

    /** The highest bid of a symbol in ticks, 0 if there is none. */
    long bestBid(int symbol);

    /** The lowest ask of a symbol in ticks, 0 if there is none. */
    long bestAsk(int symbol);

    /**
     * An order that rests.
     *
     * @param price ticks
     * @param filled lots that have traded
     */
    record Order(long uid, int symbol, long orderId, Side side, long price, long filled) {}
}
