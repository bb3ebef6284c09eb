package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.OrderBookReport;
import io.daybook.api.Side;
import io.daybook.feed.ChannelSink;
import io.daybook.wire.feed.FeedTemplates;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The books that a subscriber builds from the bytes of the streams of levels, without any other source. */
final class LevelsOfFeed implements ChannelSink {
    private static final int HEADER = 8;

    private final Map<Integer, Map<Side, TreeMap<Long, OrderBookReport.Level>>> books = new HashMap<>();
    private final Map<Integer, Long> numbers = new HashMap<>();
    private final Map<Integer, Integer> left = new HashMap<>();
    private final Set<List<Object>> told = new HashSet<>();
    private final List<String> messages = new ArrayList<>();
    private int compared;

    @Override
    public void onMessage(
            final int channel,
            final long number,
            final byte[] bytes,
            final int offset,
            final int length,
            final boolean replayed) {
        assertEquals(numbers.getOrDefault(channel, 0L) + 1, number);
        numbers.put(channel, number);
        messages.add(FeedEqualityTest.Followed.text(channel, number, bytes, offset, length));
        final ByteBuffer message =
                ByteBuffer.wrap(bytes, offset, length).slice().order(ByteOrder.LITTLE_ENDIAN);
        final int template = message.getShort(2);
        if (template == FeedTemplates.GROUP2) {
            assertEquals(0, left.getOrDefault(channel, 0), "the group before must be complete");
            left.put(channel, message.getInt(HEADER + 16));
            return;
        }
        left.merge(channel, -1, Integer::sum);
        assertTrue(left.get(channel) >= 0, "a message outside a group");
        if (template == FeedTemplates.RESET) {
            books.clear();
        } else if (template == FeedTemplates.LEVEL) {
            level(message);
        } else {
            assertEquals(FeedTemplates.LISTING, template);
        }
    }

    private void level(final ByteBuffer message) {
        final int symbol = message.getInt(HEADER);
        final Side side = Side.of(message.get(HEADER + 4));
        final long price = message.getLong(HEADER + 8);
        final int orders = message.getInt(HEADER + 24);
        assertTrue(told.add(List.of(symbol, side, price)), "a level must be sent only once in a group");
        final TreeMap<Long, OrderBookReport.Level> levels = side(symbol, side, bestFirst(side));
        if (orders == 0) {
            levels.remove(price);
        } else {
            levels.put(price, new OrderBookReport.Level(price, message.getLong(HEADER + 16), orders));
        }
    }

    private TreeMap<Long, OrderBookReport.Level> side(
            final int symbol, final Side side, final Comparator<Long> bestFirst) {
        return books.computeIfAbsent(symbol, key -> new HashMap<>())
                .computeIfAbsent(side, key -> new TreeMap<>(bestFirst));
    }

    private static Comparator<Long> bestFirst(final Side side) {
        return side == Side.BID ? Comparator.reverseOrder() : Comparator.naturalOrder();
    }

    List<OrderBookReport.Level> side(final int symbol, final Side side) {
        return List.copyOf(side(symbol, side, bestFirst(side)).values());
    }

    /** Requires that another fold sends the same message. */
    void same(final String message) {
        assertTrue(compared < messages.size(), "the other fold must not send more messages");
        assertEquals(messages.get(compared++), message);
    }

    void endResult(final String where) {
        assertEquals(messages.size(), compared, where);
        left.values().forEach(open -> assertEquals(0, open, where));
        messages.clear();
        compared = 0;
        told.clear();
    }
}
