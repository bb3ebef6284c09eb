package io.daybook.trading;

import java.util.List;

/**
 * The settings of a trader.
 *
 * @param symbols the symbols that it trades
 * @param levels places for orders of each symbol and side
 * @param channels the number of channels of the feed; symbol s is in channel s modulo channels
 * @param limits the limits of its gate
 */
public record TraderConfig(List<Integer> symbols, int levels, int channels, RiskLimits limits) {
    private static final int MAX_LEVELS = 1_024;

    /** Checks the ranges. */
    public TraderConfig {
        if (levels < 1 || levels > MAX_LEVELS) {
            throw new IllegalArgumentException("levels must be from 1 to " + MAX_LEVELS + ": levels=" + levels);
        }
        if (channels < 1) {
            throw new IllegalArgumentException("channels must be at least 1: channels=" + channels);
        }
        symbols = List.copyOf(symbols);
    }
}
