package io.daybook.backtest;

/**
 * How long messages between a trader and a venue are under way, ns. Each call is for the next message of its line. A
 * message never overtakes an earlier one of its line, as on a connection. Used by one thread.
 */
public interface Latency {
    /** The time from the trader's decision until the venue's engine takes the order. */
    long orderNs();

    /** The time from the engine until the trader has the answer or the fill. */
    long answerNs();

    /** The time from the engine until the trader's book has the public change. */
    long feedNs();

    /** Latencies that are always the same. */
    static Latency constant(final long orderNs, final long answerNs, final long feedNs) {
        if (orderNs < 0 || answerNs < 0 || feedNs < 0) {
            throw new IllegalArgumentException(
                    "a latency must be at least 0: order=" + orderNs + " answer=" + answerNs + " feed=" + feedNs);
        }
        return new Latency() {
            @Override
            public long orderNs() {
                return orderNs;
            }

            @Override
            public long answerNs() {
                return answerNs;
            }

            @Override
            public long feedNs() {
                return feedNs;
            }
        };
    }
}
