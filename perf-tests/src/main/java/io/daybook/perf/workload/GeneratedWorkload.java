package io.daybook.perf.workload;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A workload ready to run: the setup, the prefill, the timed commands, and the books and totals that they must give.
 * Immutable once generated; any thread may read it.
 */
public final class GeneratedWorkload {
    private final String name;
    private final WorkloadSetup setup;
    private final StreamRecorder prefill;
    private final StreamRecorder timed;
    private final List<GeneratorBook> books;

    GeneratedWorkload(
            final String name,
            final WorkloadSetup setup,
            final StreamRecorder prefill,
            final StreamRecorder timed,
            final List<GeneratorBook> books) {
        this.name = name;
        this.setup = setup;
        this.prefill = prefill;
        this.timed = timed;
        this.books = books;
    }

    /** The name of the requested workload. */
    public String name() {
        return name;
    }

    /** Symbols, users and funds. */
    public WorkloadSetup setup() {
        return setup;
    }

    /** GTC orders, to be placed outside the timing. */
    public CommandStream prefill() {
        return prefill.stream();
    }

    /** The commands to time. */
    public CommandStream timed() {
        return timed.stream();
    }

    /** The totals of the timed commands. */
    public StreamTotals timedTotals() {
        return timed.totals();
    }

    /** The book of a symbol (from 1) after the last command; built for each call. */
    public BookImage book(final int symbol) {
        final GeneratorBook book = books.get(symbol - 1);
        final BookSide bids = book.side(true);
        final BookSide asks = book.side(false);
        return new BookImage(
                symbol,
                levels(bids),
                levels(asks),
                bids.orders + asks.orders,
                book.lastPrice(),
                book.trades(),
                book.tradedLots());
    }

    /** Orders resting after the last command, all symbols together. */
    public long liveOrders() {
        long orders = 0;
        for (GeneratorBook book : books) {
            orders += book.side(true).orders + book.side(false).orders;
        }
        return orders;
    }

    /** Price levels after the last command, all symbols together. */
    public long levels() {
        long levels = 0;
        for (GeneratorBook book : books) {
            levels += levels(book.side(true)).size() + levels(book.side(false)).size();
        }
        return levels;
    }

    /** A 64-bit checksum over the setup, the prefill and the timed commands; equal on every JVM. */
    public long checksum() {
        long hash = SplitMix64.mix(setup.users() ^ ((long) setup.groups() << 32));
        for (SymbolSetup symbol : setup.symbols()) {
            hash = SplitMix64.mix(hash ^ (symbol.market() == Market.PAIR ? 1 : 2));
            hash = SplitMix64.mix(hash ^ symbol.baseCurrency() ^ ((long) symbol.quoteCurrency() << 32));
            hash = SplitMix64.mix(hash ^ symbol.minPrice());
            hash = SplitMix64.mix(hash ^ symbol.maxPrice());
        }
        for (WorkloadSetup.Funding funding : setup.fundings()) {
            hash = SplitMix64.mix(hash ^ funding.amountPerUser());
        }
        return timed().checksum(prefill().checksum(hash));
    }

    private static List<BookImage.Level> levels(final BookSide side) {
        final List<BookImage.Level> levels = new ArrayList<>();
        for (@Nullable PriceLevel level = side.best; level != null; level = side.after(level)) {
            levels.add(new BookImage.Level(level.price, level.lots, level.orders));
        }
        return levels;
    }
}
