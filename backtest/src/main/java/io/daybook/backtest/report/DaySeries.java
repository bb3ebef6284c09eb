package io.daybook.backtest.report;

import java.util.Arrays;

/**
 * Values of a day over time, at most {@value #CAPACITY} points: whenever the series is full, every second point is
 * removed, and from then on points are twice as far apart.
 */
final class DaySeries {
    /** The column of the symbol's best bid; 0 for none. */
    static final int BID = 0;

    /** The column of the symbol's best ask; 0 for none. */
    static final int ASK = 1;

    /** The column of the trader's position. */
    static final int POSITION = 2;

    /** The column of the trader's profit. */
    static final int PROFIT = 3;

    private static final int COLUMNS = 4;
    private static final int CAPACITY = 4_096;
    private static final long FIRST_INTERVAL_NS = 1_000_000;

    private final long[] times = new long[CAPACITY];
    private final long[][] columns = new long[COLUMNS][CAPACITY];
    private long intervalNs = FIRST_INTERVAL_NS;
    private long dueNs;
    private int count;

    /** Whether a point is due. */
    boolean isDue(final long timeNs) {
        return timeNs >= dueNs;
    }

    void add(final long timeNs, final long bid, final long ask, final long position, final long profit) {
        if (count == CAPACITY) {
            thin();
        }
        times[count] = timeNs;
        columns[BID][count] = bid;
        columns[ASK][count] = ask;
        columns[POSITION][count] = position;
        columns[PROFIT][count] = profit;
        count++;
        dueNs = timeNs + intervalNs;
    }

    private void thin() {
        count = 0;
        for (int i = 0; i < CAPACITY; i += 2) {
            times[count] = times[i];
            for (final long[] column : columns) {
                column[count] = column[i];
            }
            count++;
        }
        intervalNs *= 2;
    }

    int count() {
        return count;
    }

    long timeNs(final int index) {
        return times[index];
    }

    long get(final int column, final int index) {
        return columns[column][index];
    }

    /** Times in seconds after midnight. */
    double[] seconds() {
        return Arrays.stream(times, 0, count).mapToDouble(ns -> ns / 1e9).toArray();
    }

    /** A column, divided by a unit. In a column of prices 0 means no price, and becomes NaN. */
    double[] values(final int column, final double unit, final boolean isPrice) {
        return Arrays.stream(columns[column], 0, count)
                .mapToDouble(value -> isPrice && value == 0 ? Double.NaN : value / unit)
                .toArray();
    }
}
