package io.daybook.flow.market;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The differences between a day with an outsider and the recording. All are numbers of lots, except the last. Used by
 * one thread.
 */
public final class MarketCounts {
    long displaced;
    long consumed;
    long missed;
    long odd;
    long doubtful;
    long unknown;

    MarketCounts() {}

    /**
     * The lots that were cut off recorded orders that traded less than in the recording, because an outsider's order
     * traded instead.
     */
    public long displaced() {
        return displaced;
    }

    /** The lots of recorded orders that traded with an outsider. */
    public long consumed() {
        return consumed;
    }

    /** The lots that recorded aggressors did not trade, because an outsider had taken the orders that they hit. */
    public long missed() {
        return missed;
    }

    /**
     * The lots that recorded orders lost here and not in the recording, because messages of the recording are out of
     * sequence.
     */
    public long odd() {
        return odd;
    }

    /**
     * The lots of an outsider's fills, and of possible fills, that depend on facts that the recording does not show.
     */
    public long doubtful() {
        return doubtful;
    }

    /** The number of messages that changed nothing, because their order was missing, or existed already. */
    public long unknown() {
        return unknown;
    }

    /** All counts by name. */
    public Map<String, Long> byName() {
        final Map<String, Long> all = new LinkedHashMap<>();
        all.put("displaced", displaced);
        all.put("consumed", consumed);
        all.put("missed", missed);
        all.put("odd", odd);
        all.put("doubtful", doubtful);
        all.put("unknown", unknown);
        return all;
    }
}
