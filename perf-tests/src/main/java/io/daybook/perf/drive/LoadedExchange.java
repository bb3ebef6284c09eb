package io.daybook.perf.drive;

import io.daybook.api.Attachment;
import io.daybook.api.AuditQuery;
import io.daybook.api.AuditReport;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderBookReport;
import io.daybook.api.StateHashQuery;
import io.daybook.api.Subscription;
import io.daybook.api.SymbolSpec;
import io.daybook.api.SymbolsQuery;
import io.daybook.api.SymbolsReport;
import io.daybook.core.DaybookExchange;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.perf.measure.ResultCounter;
import io.daybook.perf.workload.BookImage;
import io.daybook.perf.workload.GeneratedWorkload;
import io.daybook.perf.workload.SymbolSetup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * An exchange with the symbols, the users and the prefilled orders of a workload, ready for its timed commands. One
 * listener receives all results. Used by one thread.
 */
public final class LoadedExchange implements AutoCloseable {
    private static final int BATCH = 64;

    /**
     * The time at which accounts and symbols were opened: before everything else, so that the times of all commands are
     * known.
     */
    private static final long SETUP_NS = 1;

    private final GeneratedWorkload workload;
    private final Exchange exchange;
    private final Runnable end;
    private final StreamSender sender;

    /** Starts an exchange and brings it to the start of the timed commands. */
    public LoadedExchange(final GeneratedWorkload workload, final ExchangeConfig config, final ResultCounter listener) {
        this(workload, config, List.of(), listener);
    }

    /** Starts an exchange with followers, which need a journal, and brings it to the start of the timed commands. */
    public LoadedExchange(
            final GeneratedWorkload workload,
            final ExchangeConfig config,
            final List<Attachment> followers,
            final ResultCounter listener) {
        this(workload, config, followers, started -> {}, listener);
    }

    /**
     * Starts an exchange with followers that need the exchange before its first command, and brings it to the start of
     * the timed commands.
     */
    public LoadedExchange(
            final GeneratedWorkload workload,
            final ExchangeConfig config,
            final List<Attachment> followers,
            final Consumer<Exchange> onStart,
            final ResultCounter listener) {
        this.workload = workload;
        this.exchange = DaybookExchange.start(new FileJournalStorage(), config, followers, listener);
        this.end = exchange::close;
        this.sender = new StreamSender(exchange.newDoor(), workload.timed());
        onStart.accept(exchange);
        WorkloadCommands.setup(workload.setup(), command -> exchange.submit(command, 0, SETUP_NS)
                .join());
        prefill(listener);
    }

    /**
     * Brings a running exchange to the start of the timed commands.
     *
     * @param listed an exchange with the symbols of the workload and nothing else; the caller closes it
     * @throws IllegalStateException if a symbol differs from the workload's
     */
    public LoadedExchange(final GeneratedWorkload workload, final Exchange listed, final ResultCounter listener) {
        this.workload = workload;
        this.exchange = listed;
        this.end = () -> {};
        this.sender = new StreamSender(exchange.newDoor(), workload.timed());
        requireListed();
        final Subscription unused = exchange.addListener(listener);
        WorkloadCommands.accounts(
                workload.setup(), command -> exchange.submit(command).join());
        prefill(listener);
    }

    private void requireListed() {
        final SymbolsReport known = exchange.query(new SymbolsQuery()).join();
        for (final SymbolSetup symbol : workload.setup().symbols()) {
            final SymbolSpec wanted = WorkloadCommands.spec(symbol);
            if (!wanted.equals(known.spec(wanted.symbol()))) {
                throw new IllegalStateException("symbol " + wanted.symbol() + " of the exchange is "
                        + known.spec(wanted.symbol()) + ", expected " + wanted);
            }
        }
    }

    private void prefill(final ResultCounter listener) {
        listener.expect(workload.prefill().size());
        new StreamSender(exchange.newDoor(), workload.prefill())
                .sendStamped(0, workload.prefill().size(), BATCH);
        listener.await();
    }

    /** Sends the timed commands. */
    public StreamSender sender() {
        return sender;
    }

    /** The exchange itself. */
    public Exchange exchange() {
        return exchange;
    }

    /** A 64-bit hash of the whole state. */
    public long stateHash() {
        return exchange.query(new StateHashQuery()).join().hash();
    }

    /**
     * Checks what must be true after all timed commands: totals are zero, holds are those of the live orders, and every
     * book is the generator's, level by level.
     *
     * @throws IllegalStateException naming the condition that does not hold
     */
    public void verify() {
        verifyBalanced();
        final int symbols = workload.setup().symbols().size();
        for (int symbol = 1; symbol <= symbols; symbol++) {
            verifyBook(workload.book(symbol));
        }
    }

    /** Checks the totals and holds alone, which is possible at any time. */
    public void verifyBalanced() {
        final AuditReport audit = exchange.query(new AuditQuery()).join();
        if (!audit.isBalanced()) {
            throw new IllegalStateException("the accounts do not balance: " + audit.violations());
        }
    }

    private void verifyBook(final BookImage image) {
        final List<OrderBookReport.Level> bids = new ArrayList<>();
        final List<OrderBookReport.Level> asks = new ArrayList<>();
        OrderBookReport page;
        OrderBookQuery query = new OrderBookQuery(image.symbol(), 0);
        do {
            page = exchange.query(query).join();
            bids.addAll(page.bids());
            asks.addAll(page.asks());
            query = page.following(0);
        } while (page.moreAsks() || page.moreBids());
        if (!same(bids, image.bids()) || !same(asks, image.asks())) {
            throw new IllegalStateException("the book of symbol " + image.symbol()
                    + " is not the generator's: " + bids.size() + " bid and "
                    + asks.size() + " ask levels, expected "
                    + image.bids().size() + " and "
                    + image.asks().size());
        }
    }

    private static boolean same(final List<OrderBookReport.Level> levels, final List<BookImage.Level> expected) {
        return levels(levels).equals(expected);
    }

    private static List<BookImage.Level> levels(final List<OrderBookReport.Level> levels) {
        final Stream<BookImage.Level> images = levels.stream()
                .map(level -> new BookImage.Level(level.price(), level.size(), Math.toIntExact(level.orders())));
        return images.toList();
    }

    @Override
    public void close() {
        end.run();
    }
}
