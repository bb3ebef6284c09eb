package io.daybook.flow.day;

import io.daybook.flow.MaybePacked;
import io.daybook.flow.NamedLines;
import io.daybook.flow.RecordedListener;
import io.daybook.flow.itch.ItchEvents;
import io.daybook.flow.itch.ItchFile;
import io.daybook.flow.itch.ItchParser;
import io.daybook.flow.itch.ItchText;
import io.daybook.flow.itch.OneStock;
import io.daybook.flow.lobster.LobsterDay;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A recorded day: a file of ITCH 5.0, or the two files of LOBSTER, packed by gzip or not. Each call reads the files
 * once, on its thread.
 *
 * @param messages the file of ITCH, or the message file of LOBSTER
 * @param book the order book file of LOBSTER; null for ITCH
 * @param filter wraps the file of messages, whose bytes it can observe as they are read
 */
public record RecordedDay(Path messages, @Nullable Path book, UnaryOperator<InputStream> filter) {
    /** The symbol of a LOBSTER day. */
    public static final int ONLY_SYMBOL = 1;

    private static final int MOST_STOCKS = 20_000;

    /** Creates a day without a filter. */
    public RecordedDay(final Path messages, final @Nullable Path book) {
        this(messages, book, bytes -> bytes);
    }

    /**
     * Thrown if a file of ITCH is damaged, has no new order, or has no event of the wanted stock. The first of these
     * reasons counts.
     */
    public static final class Fault extends IOException {
        private static final long serialVersionUID = 1L;

        private final @Nullable String damage;
        private final boolean hasOrders;
        private final String[] stocks;

        private Fault(final @Nullable String damage, final boolean hasOrders, final Set<Long> stocks) {
            super(damage == null ? "no such day" : damage);
            this.damage = damage;
            this.hasOrders = hasOrders;
            this.stocks = stocks.stream().map(ItchText::of).sorted().toArray(String[]::new);
        }

        /** The reason for which the bytes end early, or within a message; null if they do not. */
        public @Nullable String damage() {
            return damage;
        }

        /** Returns whether there was a new order. */
        public boolean hasOrders() {
            return hasOrders;
        }

        /** The names of the stocks, up to a limit, if the wanted stock was none of them. */
        public List<String> stocks() {
            return List.of(stocks);
        }
    }

    /**
     * Reads a file of ITCH to its end.
     *
     * @throws Fault if it is damaged, or has no new order
     */
    public void readItch(final ItchParser parser) throws IOException {
        readItch(parser, Set.of());
    }

    private void readItch(final ItchParser parser, final Set<Long> stocks) throws IOException {
        try (InputStream in = filter.apply(MaybePacked.open(messages))) {
            final String damage = new ItchFile(in).readInto(parser);
            final boolean hasOrders = parser.count((byte) 'A') + parser.count((byte) 'F') > 0;
            if (damage != null || !hasOrders) {
                throw new Fault(damage, hasOrders, stocks);
            }
        }
    }

    /**
     * Reads both files of LOBSTER.
     *
     * @throws io.daybook.flow.CsvException if a row is wrong
     * @throws NamedLines.Failure if one of them cannot be read
     */
    public void readLobster(final RecordedListener out) throws IOException {
        final Path ofBook = Objects.requireNonNull(book, "book");
        try (BufferedReader rows = NamedLines.open(messages, filter);
                BufferedReader books = NamedLines.open(ofBook)) {
            new LobsterDay(ONLY_SYMBOL, out).run(rows, messages.toString(), books, ofBook.toString());
        }
    }

    /**
     * Reads the events of one symbol.
     *
     * @param stock for ITCH, the name of the stock or the number of its locate; a day of LOBSTER has only one stock
     * @param to creates the listener for the symbol's number, before the first event
     * @throws Fault if the files are damaged, or have no such day
     */
    public void readOne(final String stock, final IntFunction<RecordedListener> to) throws IOException {
        if (book != null) {
            readLobster(to.apply(ONLY_SYMBOL));
            return;
        }
        final Set<Long> stocks = new HashSet<>();
        final OneStock only = new OneStock(stock, to);
        final RecordedListener listener = event -> {
            only.onEvent(event);
            if (!only.hasEvents() && event.stock() != 0 && stocks.size() < MOST_STOCKS) {
                stocks.add(event.stock());
            }
        };
        readItch(new ItchParser(new ItchEvents(null, listener)), stocks);
        if (!only.hasEvents()) {
            throw new Fault(null, true, stocks);
        }
    }
}
