package io.daybook.cli.demo;

import io.daybook.api.OrderBookReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A line from the market's process to the watching process: the number of answers, and the book to draw.
 *
 * @param answered the last command whose result was returned
 * @param trades the number of trades
 * @param lastPrice the price of the last trade, 0 before the first
 * @param asks the best first
 * @param bids the best first
 */
record MarketFrame(long answered, long trades, long lastPrice, List<Level> asks, List<Level> bids) {
    private static final int PARTS = 5;

    /**
     * One price level.
     *
     * @param price in guilders
     * @param size in tulips
     */
    record Level(long price, long size) {}

    static MarketFrame of(final long answered, final long trades, final long lastPrice, final OrderBookReport book) {
        return new MarketFrame(answered, trades, lastPrice, levels(book.asks()), levels(book.bids()));
    }

    private static List<Level> levels(final List<OrderBookReport.Level> levels) {
        return levels.stream()
                .map(level -> new Level(level.price(), level.size()))
                .toList();
    }

    String toLine() {
        return answered + ";" + trades + ";" + lastPrice + ";" + text(asks) + ";" + text(bids);
    }

    private static String text(final List<Level> levels) {
        final StringBuilder text = new StringBuilder();
        for (final Level level : levels) {
            text.append(level.price()).append(':').append(level.size()).append(',');
        }
        return text.toString();
    }

    /** Parses the frame of a line; null if the line is cut, because its writer was killed. */
    static @Nullable MarketFrame parse(final String line) {
        final String[] parts = line.split(";", -1);
        if (parts.length != PARTS || !(parts[4].isEmpty() || parts[4].endsWith(","))) {
            return null;
        }
        return new MarketFrame(
                Long.parseLong(parts[0]),
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                parseLevels(parts[3]),
                parseLevels(parts[4]));
    }

    private static List<Level> parseLevels(final String text) {
        final List<Level> levels = new ArrayList<>();
        for (final String level : text.split(",")) {
            final int colon = level.indexOf(':');
            if (colon > 0) {
                levels.add(new Level(
                        Long.parseLong(level.substring(0, colon)), Long.parseLong(level.substring(colon + 1))));
            }
        }
        return levels;
    }
}
