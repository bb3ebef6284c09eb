package io.daybook.feed.wire;

import io.daybook.client.FeedClient;
import io.daybook.client.book.OrderLevels;
import io.daybook.client.feed.ChannelBooks;
import io.daybook.client.feed.FeedListener;
import io.daybook.client.feed.Mismatch;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Follows the one channel of symbols 1 to n. Writes down the hash of each book that is shown, behind some commands and
 * behind all at the end; and what must not be: a word of a stale symbol, a stale book that can be read, a fresh one
 * that cannot, a message that does not fit.
 */
final class BookHashes implements FeedListener {
    /** Stands for a book that is not shown. Its hash would be that once in 2^64. */
    static final long NOT_SHOWN = 0x5741_4C45_5354_414CL;

    private final int symbols;
    private final long every;
    private final boolean[] fresh;
    private final Map<Long, long[]> bySeq = new TreeMap<>();
    private @Nullable FeedClient client;
    private volatile boolean isWritingAll;
    private volatile long wholeSeq;
    private volatile long shown;
    final AtomicInteger stales = new AtomicInteger();
    volatile String wrong = "";

    /** @param every a power of two: commands with such seqs are written down */
    BookHashes(final int symbols, final int every) {
        this.symbols = symbols;
        this.every = every;
        fresh = new boolean[symbols + 1];
    }

    /** Starts the client, which this listener reads. */
    FeedClient follow(final FeedClient.Builder builder) {
        synchronized (this) { // its thread waits for it at its first word
            final FeedClient started = builder.channels(0).listener(this).start();
            client = started;
            return started;
        }
    }

    /** Writes down every command that it hears from now on. */
    void writeAll() {
        isWritingAll = true;
    }

    /** How many hashes of books that are shown it has written down. */
    long shown() {
        return shown;
    }

    /** Whether it has written down all books behind a command. */
    boolean hasWhole(final long seq) {
        return wholeSeq == seq;
    }

    /** What was written down; once the client has ended. */
    Map<Long, long[]> bySeq() {
        return bySeq;
    }

    /** The hashes of books. */
    static long[] hashes(final OrderLevels levels, final IntUnaryOperator bookOf, final int symbols) {
        final long[] hashes = new long[symbols];
        for (int symbol = 1; symbol <= symbols; symbol++) {
            final int book = bookOf.applyAsInt(symbol);
            hashes[symbol - 1] = book == ChannelBooks.NO_BOOK ? NOT_SHOWN : levels.hash(book);
        }
        return hashes;
    }

    private synchronized ChannelBooks books() {
        if (client == null) {
            throw new IllegalStateException("the client is not known yet");
        }
        return client.books(0);
    }

    @Override
    public void onGroup(final long seq, final long timeNs) {
        if (isWritingAll || (seq & every - 1) == 0) {
            write(seq);
        }
    }

    private void write(final long seq) {
        final ChannelBooks books = books();
        final long[] hashes = hashes(books.levels(), books::bookOf, symbols);
        for (int symbol = 1; symbol <= symbols; symbol++) {
            if (hashes[symbol - 1] != NOT_SHOWN != fresh[symbol]) {
                wrong = "symbol " + symbol + " is shown or not, against what was told, at seq " + seq;
            }
        }
        bySeq.put(seq, hashes);
        final long found =
                Arrays.stream(hashes).filter(hash -> hash != NOT_SHOWN).count();
        shown = shown + found; // by one thread
        if (found == symbols) {
            wholeSeq = seq;
        }
    }

    @Override
    public void onTop(
            final int symbol, final long bidPrice, final long bidSize, final long askPrice, final long askSize) {
        requireFresh(symbol, "best prices");
    }

    @Override
    public void onTrade(
            final int symbol,
            final long tradeId,
            final long price,
            final long size,
            final int takerSide,
            final int flags) {
        requireFresh(symbol, "a trade");
    }

    private void requireFresh(final int symbol, final String what) {
        if (!fresh[symbol]) {
            wrong = what + " of a stale symbol: " + symbol;
        }
    }

    @Override
    public void onFresh(final int symbol) {
        if (fresh[symbol]) {
            wrong = "symbol " + symbol + " is fresh twice";
        }
        fresh[symbol] = true;
    }

    @Override
    public void onStale(final int channel) {
        Arrays.fill(fresh, false);
        stales.incrementAndGet();
    }

    @Override
    public void onMismatch(final Mismatch mismatch, final int template, final int symbol, final long reference) {
        wrong = mismatch + " template=" + template + " symbol=" + symbol + " reference=" + reference;
    }
}
