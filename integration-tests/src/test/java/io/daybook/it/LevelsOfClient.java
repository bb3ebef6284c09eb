package io.daybook.it;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderBookReport;
import io.daybook.api.Side;
import io.daybook.api.Topology;
import io.daybook.client.FeedClient;
import io.daybook.client.book.OrderLevels;
import io.daybook.client.feed.ChannelBooks;
import io.daybook.client.feed.FeedListener;
import io.daybook.client.feed.Mismatch;
import io.daybook.core.DaybookExchange;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.JournalException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The price levels of one symbol as a subscriber of channel 0 has them; any thread may read them. */
final class LevelsOfClient implements FeedListener {
    /** Both sides of a book, best first. */
    record Levels(List<OrderBookReport.Level> bids, List<OrderBookReport.Level> asks) {}

    /** The levels of an exchange that has ended, from its journal. */
    static Levels ofJournal(final Path journal, final int symbol) {
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(Topology.INLINE)
                .journal(journal)
                .mustExist(true)
                .build();
        try (Exchange exchange = DaybookExchange.start(config)) {
            final OrderBookReport report =
                    exchange.query(new OrderBookQuery(symbol, 0)).join();
            return new Levels(report.bids(), report.asks());
        }
    }

    /**
     * The levels of a running exchange, from its journal; null if its files change while they are read. Its orders must
     * have no terms, because the whole remaining size of each is counted.
     */
    static @Nullable Levels ofRunning(final Path journal, final int symbol) {
        final Map<Long, OrderBookReport.Level> bids = new TreeMap<>(Comparator.reverseOrder());
        final Map<Long, OrderBookReport.Level> asks = new TreeMap<>();
        try {
            RecoveredState.readOnly(new FileJournalStorage(), journal)
                    .engine()
                    .view()
                    .forEachOrder(order -> {
                        if (order.symbol() == symbol) {
                            final OrderBookReport.Level own =
                                    new OrderBookReport.Level(order.price(), order.remaining(), 1);
                            (order.side() == Side.BID ? bids : asks).merge(order.price(), own, LevelsOfClient::sum);
                        }
                    });
        } catch (JournalException | UncheckedIOException e) {
            return null;
        }
        return new Levels(List.copyOf(bids.values()), List.copyOf(asks.values()));
    }

    private static OrderBookReport.Level sum(final OrderBookReport.Level one, final OrderBookReport.Level other) {
        return new OrderBookReport.Level(one.price(), one.size() + other.size(), one.orders() + other.orders());
    }

    private final int symbol;
    private volatile @Nullable FeedClient client;
    private volatile @Nullable Levels levels;
    private volatile @Nullable Levels shown;
    private volatile String wrong = "";

    LevelsOfClient(final int symbol) {
        this.symbol = symbol;
    }

    FeedClient follow(final FeedClient.Builder builder) {
        final FeedClient started = builder.listener(this).start();
        client = started;
        return started;
    }

    /** The levels; null while the book is stale. */
    @Nullable
    Levels levels() {
        return levels;
    }

    boolean isFresh() {
        return levels != null;
    }

    /** The lots of the last fresh book: over TCP alone a quiet book becomes stale after a second. */
    long shownTotal() {
        return total(shown);
    }

    /** The lots of both sides; negative if there is no book. */
    static long total(final @Nullable Levels now) {
        return now == null ? -1 : lots(now.bids()) + lots(now.asks());
    }

    private static long lots(final List<OrderBookReport.Level> side) {
        return side.stream().mapToLong(OrderBookReport.Level::size).sum();
    }

    /** The last message that contradicted the book; empty if there was none. */
    String wrong() {
        return wrong;
    }

    @Override
    public void onGroup(final long seq, final long timeNs) {
        copy();
    }

    @Override
    public void onTop(final int of, final long bidPrice, final long bidSize, final long askPrice, final long askSize) {
        copy();
    }

    @Override
    public void onFresh(final int of) {
        copy();
    }

    @Override
    public void onStale(final int channel) {
        levels = null;
    }

    @Override
    public void onMismatch(final Mismatch mismatch, final int template, final int of, final long reference) {
        wrong = mismatch + " template=" + template + " symbol=" + of + " reference=" + reference;
    }

    private void copy() {
        final FeedClient own = client;
        if (own == null) {
            return;
        }
        final ChannelBooks books = own.books(0);
        final int book = books.bookOf(symbol);
        if (book == ChannelBooks.NO_BOOK) {
            levels = null;
            return;
        }
        final Levels now =
                new Levels(side(books.levels(), book, OrderLevels.BID), side(books.levels(), book, OrderLevels.ASK));
        levels = now;
        shown = now;
    }

    private static List<OrderBookReport.Level> side(final OrderLevels levels, final int book, final int side) {
        final List<OrderBookReport.Level> found = new ArrayList<>();
        for (int level = levels.best(book, side); level != OrderLevels.NO_LEVEL; level = levels.worse(level)) {
            found.add(
                    new OrderBookReport.Level(levels.price(level), levels.levelSize(level), levels.levelOrders(level)));
        }
        return found;
    }

    @Override
    public String toString() {
        return levels + " " + wrong;
    }
}
