package io.daybook.examples;

import io.daybook.api.Exchange;
import io.daybook.api.LiveBook;
import io.daybook.api.OrderBookReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * A screen with the best levels of one book, redrawn whenever the book changes. The exchange's delivery thread draws
 * it; any thread may read and close it.
 */
public final class BookScreen implements AutoCloseable {
    private final int depth;
    private final LiveBook book;

    private volatile String picture = "";

    public BookScreen(final Exchange exchange, final int symbol, final int depth) {
        this.depth = depth;
        this.book = LiveBook.open(exchange, symbol, this::draw);
        book.whole().join(); // waits for the levels that exist already
    }

    private void draw(final LiveBook live) {
        final OrderBookReport top = live.report(depth);
        final List<OrderBookReport.Level> asks = new ArrayList<>(top.asks());
        Collections.reverse(asks);
        final StringBuilder lines = new StringBuilder();
        asks.forEach(level -> lines.append(line("ask", level)));
        top.bids().forEach(level -> lines.append(line("bid", level)));
        picture = lines.toString();
    }

    private static String line(final String side, final OrderBookReport.Level level) {
        return String.format(Locale.ROOT, "%s %d@%d%n", side, level.size(), level.price());
    }

    /** The levels as they are now: asks above bids, best prices in the middle. */
    public String picture() {
        return picture;
    }

    @Override
    public void close() {
        book.close();
    }
}
