package io.daybook.trading;

import io.daybook.trading.feature.Features;
import java.util.List;

/** The parts of a trader that a strategy may use. Used by the trader's thread. */
public interface Trader {
    /** The time of the event that is being handled, in ns; only differences and days mean anything. */
    long nowNs();

    /** The symbols that are traded. */
    List<Integer> symbols();

    /** The orders, and the only way to send some. */
    Orders orders();

    /** The positions of all trades so far. */
    Positions positions();

    /** Numbers about the books. */
    Features features();

    /** The limits, and the number of orders that each rule has refused. */
    RiskGate gate();

    /** Calls {@link Strategy#onTimer} once per period from now on; a period of 0 turns the timer off. */
    void timer(long periodNs);
}
