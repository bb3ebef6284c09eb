package io.daybook.backtest;

import io.daybook.trading.TradeEngine;

/** Decides when a trader's thread does something without a message. Used by the market's thread. */
interface Wakes {
    /** Begins the day. */
    void begin(long timeNs);

    /** The time at which the thread wakes next; {@link Line#NEVER} if it does not. */
    long nextNs();

    /** Wakes the thread. */
    void wake(long nowNs);

    /** Whether a group of the feed sets the trader's time. */
    boolean isSeen(long seq);

    /** The wakes of a trader that is connected from the beginning, and whose timers fire on time. */
    record OnTime(TradeEngine engine) implements Wakes {
        @Override
        public void begin(final long timeNs) {
            engine.at(timeNs);
            engine.onConnected();
        }

        @Override
        public long nextNs() {
            return engine.nextTimerNs();
        }

        @Override
        public void wake(final long nowNs) {
            engine.at(nowNs);
        }

        @Override
        public boolean isSeen(final long seq) {
            return true;
        }
    }
}
