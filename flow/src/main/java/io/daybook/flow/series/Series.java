package io.daybook.flow.series;

import io.daybook.client.book.OrderLevels;
import io.daybook.client.feed.ChannelBooks;
import io.daybook.client.feed.FeedListener;
import io.daybook.client.feed.Mismatch;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.FeedMessage;
import io.daybook.wire.feed.FeedTemplates;
import io.daybook.wire.feed.MessageSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes books and trades as CSV, from the messages of one channel of a feed: a row of the best levels when they
 * changed, or at the end of each interval in which they changed, and a row for each trade. Used by one thread, once; an
 * error of the output is thrown as an {@link UncheckedIOException}.
 */
public final class Series implements MessageSink {
    private static final char COMMA = ',';

    private final Terms terms;
    private final Words words;
    private final @Nullable Appendable tops;
    private final @Nullable Appendable trades;
    private final ChannelBooks books = new ChannelBooks(new Heard());
    private final FeedMessage message = new FeedMessage();

    /** Symbols whose book has changed since their last row. */
    private final Set<Integer> changed = new LinkedHashSet<>();

    private final Map<Integer, String> lastRows = new LinkedHashMap<>();
    private final List<String> groupsTrades = new ArrayList<>();
    private final StringBuilder row = new StringBuilder();
    private boolean isHidden;
    private long intervalEndNs = Long.MIN_VALUE;
    private long rows;

    /**
     * The terms of a series.
     *
     * @param depth the number of levels per side, at least 1
     * @param everyNs the interval; 0 for a row at each change
     * @param isAsked whether a symbol is included
     */
    public record Terms(int depth, long everyNs, IntPredicate isAsked) {}

    /** The text form of symbols and prices. */
    public interface Words {
        /** Returns the name of a symbol. */
        String name(int symbol);

        /** Formats a price in ticks. */
        String price(int symbol, long ticks);
    }

    /** Creates a series, and writes the header of each output that is not null. */
    public Series(
            final Terms terms, final Words words, final @Nullable Appendable tops, final @Nullable Appendable trades) {
        this.terms = terms;
        this.words = words;
        this.tops = tops;
        this.trades = trades;
        final StringBuilder head = new StringBuilder("time,symbol");
        for (int level = 1; level <= terms.depth(); level++) {
            head.append(",askPrice" + level + ",askSize" + level + ",bidPrice" + level + ",bidSize" + level);
        }
        write(tops, head);
        write(trades, "time,symbol,price,size,taker,trade,kind");
        rows = 0;
    }

    /** The number of written rows, without headers. */
    public long rows() {
        return rows;
    }

    @Override
    public void onMessage(final long number, final byte[] bytes, final int offset, final int length) {
        message.wrap(bytes, offset);
        final int template = message.template();
        if (template == FeedTemplates.GROUP) {
            interval(message.timeNs());
        } else if (template == FeedTemplates.RESET) {
            changed.addAll(lastRows.keySet());
        } else if (template != FeedTemplates.CHECK && terms.isAsked().test(message.symbol())) {
            changed.add(message.symbol());
        }
        isHidden = template == FeedTemplates.TRADE;
        books.onMessage(bytes, offset, length);
    }

    /** Called after the last message: writes the last interval. */
    public void end() {
        if (terms.everyNs() > 0) {
            writeTops(intervalEndNs);
        }
    }

    /** Ends the interval if a group belongs to a later one. */
    private void interval(final long timeNs) {
        if (terms.everyNs() > 0 && timeNs > intervalEndNs) {
            writeTops(intervalEndNs);
            intervalEndNs = -Math.floorDiv(-timeNs, terms.everyNs()) * terms.everyNs();
        }
    }

    private void writeTops(final long timeNs) {
        for (final Integer symbol : changed) {
            final int book = books.bookOf(symbol);
            row.setLength(0);
            row.append(COMMA).append(words.name(symbol));
            if (book != ChannelBooks.NO_BOOK) {
                levels(symbol, book);
            }
            final String now = row.toString();
            final String before = lastRows.put(symbol, now);
            if (!now.equals(before) && (before != null || hasLevels(book))) {
                write(tops, timeNs + now);
            }
        }
        changed.clear();
    }

    private boolean hasLevels(final int book) {
        return book != ChannelBooks.NO_BOOK && books.levels().orders(book) > 0;
    }

    private void levels(final int symbol, final int book) {
        final OrderLevels levels = books.levels();
        int ask = levels.best(book, OrderLevels.ASK);
        int bid = levels.best(book, OrderLevels.BID);
        for (int i = 0; i < terms.depth(); i++) {
            ask = level(symbol, ask);
            bid = level(symbol, bid);
        }
    }

    /** Appends a level, or empty cells. Returns the next worse level. */
    private int level(final int symbol, final int level) {
        if (level == OrderLevels.NO_LEVEL) {
            row.append(",,");
            return level;
        }
        final OrderLevels levels = books.levels();
        row.append(COMMA).append(words.price(symbol, levels.price(level)));
        row.append(COMMA).append(levels.levelSize(level));
        return levels.worse(level);
    }

    private void write(final @Nullable Appendable out, final CharSequence line) {
        if (out == null) {
            return;
        }
        rows++;
        try {
            out.append(line).append('\n');
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Receives trades and the ends of groups. */
    private final class Heard implements FeedListener {
        @Override
        public void onTrade(
                final int symbol,
                final long tradeId,
                final long price,
                final long size,
                final int takerSide,
                final int flags) {
            if (terms.isAsked().test(symbol)) {
                groupsTrades.add("," + words.name(symbol) + COMMA + words.price(symbol, price) + COMMA + size
                        + (takerSide == 1 ? ",buy," : ",sell,") + tradeId + COMMA + kind(flags));
            }
        }

        private String kind(final int flags) {
            return flags == FeedDescriptor.FLAG_AUCTION
                    ? "auction"
                    : flags == FeedDescriptor.FLAG_OFF_BOOK ? "off-book" : isHidden ? "hidden" : "book";
        }

        @Override
        public void onGroup(final long seq, final long timeNs) {
            groupsTrades.forEach(trade -> write(trades, timeNs + trade));
            groupsTrades.clear();
            if (terms.everyNs() == 0) {
                writeTops(timeNs);
            }
        }

        @Override
        public void onMismatch(final Mismatch mismatch, final int template, final int symbol, final long reference) {
            throw new IllegalStateException("the books cannot be right: " + mismatch + " of symbol " + symbol);
        }
    }
}
