package io.daybook.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Draws a book: asks above, bids below, sizes as bars. */
final class BookPicture {
    /** The number of lines of every picture, so that the next picture can be drawn over it. */
    static final int LINES = 19;

    private static final int LEVELS = 8;
    private static final int LONGEST_BAR = 44;
    private static final String MARGIN = "     ";

    private final Ink ink;

    BookPicture(final Ink ink) {
        this.ink = ink;
    }

    List<String> draw(final MarketFrame frame) {
        long largest = 1;
        for (final MarketFrame.Level level : frame.asks()) {
            largest = Math.max(largest, level.size());
        }
        for (final MarketFrame.Level level : frame.bids()) {
            largest = Math.max(largest, level.size());
        }
        final List<String> lines = new ArrayList<>(LINES);
        for (int i = LEVELS - 1; i >= 0; i--) {
            lines.add(i < frame.asks().size() ? ink.ask(line("ask", frame.asks().get(i), largest)) : "");
        }
        lines.add(MARGIN + ink.faint(String.format(Locale.ROOT, "---- last trade at %,d ----", frame.lastPrice())));
        for (int i = 0; i < LEVELS; i++) {
            lines.add(i < frame.bids().size() ? ink.bid(line("bid", frame.bids().get(i), largest)) : "");
        }
        lines.add("");
        lines.add(MARGIN
                + String.format(
                        Locale.ROOT,
                        "%,d commands answered, each after it was on disk; %,d trades",
                        frame.answered(),
                        frame.trades()));
        return lines;
    }

    private String line(final String side, final MarketFrame.Level level, final long largest) {
        final int bar = (int) Math.max(1, level.size() * LONGEST_BAR / largest);
        return String.format(Locale.ROOT, "%s%s %,6d %,6d %s", MARGIN, side, level.price(), level.size(), ink.bar(bar));
    }
}
