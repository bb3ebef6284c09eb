package io.daybook.feed.wire;

import io.daybook.client.book.OrderLevels;
import io.daybook.client.feed.ChannelWriter;
import io.daybook.client.feed.SnapshotWriter;
import io.daybook.feed.ChannelSink;
import io.daybook.wire.feed.FeedDescriptor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A feed of random orders, as a fold would make it, with its log. Used by one thread, which may also read its books.
 */
final class RandomFeed implements BookSource {
    static final int SYMBOLS = 6;

    final MemoryLog log;
    private final int channels;
    private final SplittableRandom random;
    private final int mostOrders;
    private final List<ChannelWriter> writers = new ArrayList<>();
    private final List<List<Long>> live = new ArrayList<>();
    private final byte[] scratch = new byte[FeedDescriptor.MAX_LENGTH];
    private @Nullable ChannelSink sink;
    private long seq;

    RandomFeed(final int channels, final long seed, final int mostOrders) {
        this.channels = channels;
        this.mostOrders = mostOrders;
        random = new SplittableRandom(seed);
        log = new MemoryLog(channels);
        for (int i = 0; i < channels; i++) {
            final int channel = i;
            writers.add(new ChannelWriter((number, bytes, offset, length) -> {
                log.add(channel, bytes, offset, length);
                if (sink != null) {
                    sink.onMessage(channel, number, bytes, offset, length, false);
                }
            }));
            live.add(new ArrayList<>());
        }
        for (int symbol = 0; symbol < SYMBOLS; symbol++) {
            final ChannelWriter writer = writers.get(symbol % channels);
            writer.begin(++seq, seq);
            writer.listing(symbol, 1, 10, 20, 1, 1, 1, 1_000);
            writer.end();
        }
    }

    void sink(final ChannelSink value) {
        sink = value;
    }

    /** Makes one command; its messages are logged and sent. */
    void command() {
        final int symbol = random.nextInt(SYMBOLS);
        final ChannelWriter writer = writers.get(symbol % channels);
        final List<Long> orders = live.get(symbol % channels);
        writer.begin(++seq, seq);
        if (orders.isEmpty() || orders.size() < mostOrders && random.nextInt(100) < 52) {
            orders.add(writer.add(symbol, 1 + random.nextInt(2), random.nextInt(-50, 50), 1 + random.nextInt(50)));
        } else {
            final int index = random.nextInt(orders.size());
            final long reference = orders.get(index);
            final long size = writer.levels().size(writer.find(reference));
            final long part = 1 + random.nextLong(size);
            if (random.nextInt(4) == 0) {
                orders.set(index, writer.moved(reference, random.nextInt(-50, 50), 1 + random.nextInt(50)));
            } else {
                if (random.nextBoolean()) {
                    writer.cut(reference, part);
                } else {
                    final long price = writer.levels().price(writer.levels().level(writer.find(reference)));
                    writer.exec(reference, price, part, seq, 1, 0);
                }
                if (part == size) {
                    orders.set(index, orders.get(orders.size() - 1));
                    orders.remove(orders.size() - 1);
                }
            }
        }
        writer.end();
    }

    long seq() {
        return seq;
    }

    long nextNumber(final int channel) {
        return log.nextNumber(channel);
    }

    OrderLevels levels(final int channel) {
        return writers.get(channel).levels();
    }

    int bookOf(final int symbol) {
        return writers.get(symbol % channels).bookOf(symbol);
    }

    @Override
    public int symbols(final int channel) {
        return (SYMBOLS - channel + channels - 1) / channels;
    }

    @Override
    public void write(final int channel, final int index, final SnapshotWriter writer) {
        final int symbol = index * channels + channel;
        final OrderLevels levels = levels(channel);
        final int book = bookOf(symbol);
        writer.begin(symbol, levels.orders(book), nextNumber(channel) - 1, seq);
        writer.fact(scratch, 0, FeedDescriptor.listing(scratch, 0, symbol, 1, 10, 20, 1, 1, 1, 1_000));
        writer.end(levels, book);
    }

    /** Returns the orders of a symbol in their queues. */
    List<String> book(final int symbol) {
        return book(levels(symbol % channels), bookOf(symbol));
    }

    static List<String> book(final OrderLevels levels, final int book) {
        final List<String> orders = new ArrayList<>();
        for (final int side : new int[] {OrderLevels.BID, OrderLevels.ASK}) {
            for (int level = levels.best(book, side); level != OrderLevels.NO_LEVEL; level = levels.worse(level)) {
                for (int order = levels.head(level); order != OrderLevels.NO_ORDER; order = levels.next(order)) {
                    orders.add(side + " " + levels.price(level) + " #" + levels.reference(order) + " "
                            + levels.size(order));
                }
            }
        }
        return orders;
    }

    @Override
    public String toString() {
        return "seq=" + seq + " next=" + Arrays.toString(new long[] {nextNumber(0)});
    }
}
