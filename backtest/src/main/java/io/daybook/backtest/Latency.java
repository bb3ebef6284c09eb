package io.daybook.backtest;

import java.util.Arrays;
import java.util.List;

/**
 * The times that messages between a trader and a venue take, in ns. A message never overtakes an earlier message of its
 * line, as on a connection. Used by one thread.
 */
public interface Latency {
    /**
     * The time from the trader's decision until the venue's engine takes the request.
     *
     * @param request the number of the trader's request, from 1
     */
    long orderNs(long request);

    /**
     * The time from the engine until the trader has the answer, the fill or the loss of lots.
     *
     * @param message the number of the answer, fill or loss of lots, from 1
     * @param seq the seq of the command that caused the message
     */
    long answerNs(long message, long seq);

    /**
     * The time from the engine until the trader's book has the public change.
     *
     * @param seq the seq of the command that caused the change
     */
    long feedNs(long seq);

    /** Latencies that are always the same. */
    static Latency constant(final long orderNs, final long answerNs, final long feedNs) {
        if (orderNs < 0 || answerNs < 0 || feedNs < 0) {
            throw new IllegalArgumentException(
                    "a latency must be at least 0: order=" + orderNs + " answer=" + answerNs + " feed=" + feedNs);
        }
        return new Latency() {
            @Override
            public long orderNs(final long request) {
                return orderNs;
            }

            @Override
            public long answerNs(final long message, final long seq) {
                return answerNs;
            }

            @Override
            public long feedNs(final long seq) {
                return feedNs;
            }
        };
    }

    /**
     * Measured latencies, each list in the sequence of its messages in a run. A list that ends is used again from its
     * beginning.
     *
     * @throws IllegalArgumentException if a list is empty, or has a negative number
     */
    static Latency measured(final long[] orderNs, final long[] answerNs, final long[] feedNs) {
        for (final long[] list : List.of(orderNs, answerNs, feedNs)) {
            if (list.length == 0 || Arrays.stream(list).min().getAsLong() < 0) {
                throw new IllegalArgumentException("each list of measured latencies must have at least one value,"
                        + " and no value below 0; lengths: orders="
                        + orderNs.length + " answers=" + answerNs.length + " feed=" + feedNs.length);
            }
        }
        return new Latency() {
            private int messages;

            @Override
            public long orderNs(final long request) {
                return orderNs[(int) ((request - 1) % orderNs.length)];
            }

            @Override
            public long answerNs(final long message, final long seq) {
                return answerNs[(int) ((message - 1) % answerNs.length)];
            }

            @Override
            public long feedNs(final long seq) {
                return feedNs[messages++ % feedNs.length];
            }
        };
    }
}
