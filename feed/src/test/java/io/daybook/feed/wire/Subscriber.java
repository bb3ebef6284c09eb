package io.daybook.feed.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.daybook.client.FeedClient;
import io.daybook.client.feed.ChannelBooks;
import io.daybook.client.feed.FeedListener;
import io.daybook.client.feed.Mismatch;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A client that records the messages that it receives, and copies the books when a test needs them. */
final class Subscriber implements FeedListener {
    private static final long LOOK_NS = 1_000_000;

    /** The books of a channel before the message with a number. */
    record Copy(long nextNumber, Map<Integer, List<String>> books) {}

    private final int channels;
    private final Set<Integer> fresh = new HashSet<>();
    private final Map<Integer, Copy> copies = new ConcurrentHashMap<>();
    private volatile @Nullable FeedClient client;
    private final AtomicLongArray copiedFrom;
    private volatile boolean isPaused;
    final AtomicInteger freshCount = new AtomicInteger();
    final AtomicInteger stales = new AtomicInteger();
    volatile String wrong = "";

    Subscriber(final int channels) {
        this.channels = channels;
        copiedFrom = new AtomicLongArray(channels);
        for (int channel = 0; channel < channels; channel++) {
            copiedFrom.set(channel, Long.MAX_VALUE);
        }
    }

    Subscriber start(final FeedClient.Builder builder) {
        client = builder.listener(this).start();
        return this;
    }

    FeedClient client() {
        return Objects.requireNonNull(client);
    }

    /** Stops or continues the client's thread at the next group. */
    void pause(final boolean value) {
        isPaused = value;
    }

    /** Starts to copy the books of a channel after each group, from a message on. */
    void copyFrom(final int channel, final long number) {
        copiedFrom.set(channel, number);
    }

    /** Waits, while other work is done, until a condition holds; otherwise fails with a description of the fault. */
    interface Await {
        void until(BooleanSupplier condition, String wrong);
    }

    /** Sends one command at a time until the client's books have been equal to the feed's, in each channel. */
    void requireSameBooks(final RandomFeed feed, final Runnable sendOne, final Await await) {
        for (int channel = 0; channel < channels; channel++) {
            final int of = channel;
            final long[] sentNs = {0};
            final long[] pauseNs = {10_000_000};
            await.until(
                    () -> {
                        if (System.nanoTime() - sentNs[0] > pauseNs[0]) {
                            pauseNs[0] = Math.min(2 * pauseNs[0], 2_000_000_000); // a busy machine may need longer
                            sentNs[0] = System.nanoTime();
                            copyFrom(of, feed.nextNumber(of));
                            sendOne.run();
                        }
                        final Copy copy = copies.get(of);
                        return copy != null
                                && copy.nextNumber() == feed.nextNumber(of)
                                && copy.books().size() == feed.symbols(of);
                    },
                    "the books of channel " + of + " are not whole: " + copies.get(of) + " " + client().lastStreamEnd()
                            + " " + wrong);
            final Copy copy = copies.get(channel);
            assertNotNull(copy);
            copy.books().forEach((symbol, book) -> assertEquals(feed.book(symbol), book, "symbol " + symbol));
            copyFrom(channel, Long.MAX_VALUE);
        }
        assertEquals("", wrong);
    }

    @Override
    public void onGroup(final long seq, final long timeNs) {
        while (isPaused) {
            LockSupport.parkNanos(LOOK_NS);
        }
        final FeedClient own = client;
        for (int channel = 0; own != null && channel < channels; channel++) {
            final ChannelBooks books = own.books(channel);
            if (books.nextNumber() <= copiedFrom.get(channel)) {
                continue;
            }
            final Map<Integer, List<String>> found = new TreeMap<>();
            for (int symbol = channel; symbol < RandomFeed.SYMBOLS; symbol += channels) {
                if (books.bookOf(symbol) != ChannelBooks.NO_BOOK) {
                    found.put(symbol, RandomFeed.book(books.levels(), books.bookOf(symbol)));
                }
            }
            copies.put(channel, new Copy(books.nextNumber(), found));
        }
    }

    @Override
    public void onTop(
            final int symbol, final long bidPrice, final long bidSize, final long askPrice, final long askSize) {
        requireFresh(symbol, "top");
    }

    @Override
    public void onTrade(
            final int symbol,
            final long tradeId,
            final long price,
            final long size,
            final int takerSide,
            final int flags) {
        requireFresh(symbol, "trade");
    }

    private void requireFresh(final int symbol, final String what) {
        if (!fresh.contains(symbol)) {
            wrong = what + " of a stale symbol: " + symbol;
        }
    }

    @Override
    public void onFresh(final int symbol) {
        fresh.add(symbol);
        freshCount.set(fresh.size());
    }

    @Override
    public void onStale(final int channel) {
        fresh.removeIf(symbol -> symbol % channels == channel);
        freshCount.set(fresh.size());
        stales.incrementAndGet();
    }

    @Override
    public void onMismatch(final Mismatch mismatch, final int template, final int symbol, final long reference) {
        wrong = mismatch + " template=" + template + " symbol=" + symbol + " reference=" + reference;
    }
}
