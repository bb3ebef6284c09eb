package io.daybook.client.feed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.book.OrderLevels;
import io.daybook.host.Proves;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.FeedTemplates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

@Proves(
        value = "a subscriber of a feed channel has the publisher's books, and marks them stale otherwise",
        normal = "20,000 commands, 3,000 mutated streams")
class ChannelTest {
    private static final boolean QUICK = Boolean.getBoolean("daybook.quick");
    private static final int[] SYMBOLS = {7, -3, 1_000_000_007, 12};

    private final List<byte[]> messages = new ArrayList<>();
    private long numbers;
    private final ChannelWriter writer = new ChannelWriter((number, bytes, offset, length) -> {
        messages.add(Arrays.copyOfRange(bytes, offset, offset + length));
        assertEquals(++numbers, number);
    });
    private final List<String> heard = new ArrayList<>();
    private final ChannelBooks books = new ChannelBooks(new FeedListener() {
        @Override
        public void onGroup(final long seq, final long timeNs) {
            heard.add("group " + seq + " " + timeNs);
        }

        @Override
        public void onTrade(
                final int symbol,
                final long tradeId,
                final long price,
                final long size,
                final int takerSide,
                final int flags) {
            heard.add("trade " + symbol + " #" + tradeId + " " + size + "@" + price + " " + takerSide + " " + flags);
        }

        @Override
        public void onMismatch(final Mismatch mismatch, final int template, final int symbol, final long reference) {
            heard.add(mismatch + " " + template + " " + symbol + " " + reference);
        }
    });

    private void list(final int... symbols) {
        writer.begin(1, 10);
        for (final int symbol : symbols) {
            writer.listing(symbol, 1, 10, 20, 1, 1, 1, 1_000);
        }
        writer.end();
    }

    private void read() {
        messages.forEach(message -> books.onMessage(message, 0, message.length));
        messages.clear();
    }

    private static List<String> book(final OrderLevels levels, final int book) {
        final List<String> orders = new ArrayList<>();
        for (int side = OrderLevels.BID; side <= OrderLevels.ASK; side++) {
            for (int level = levels.best(book, side); level != OrderLevels.NO_LEVEL; level = levels.worse(level)) {
                long size = 0;
                for (int order = levels.head(level); order != OrderLevels.NO_ORDER; order = levels.next(order)) {
                    orders.add(side + " " + levels.price(level) + " #" + levels.reference(order) + " "
                            + levels.size(order));
                    size += levels.size(order);
                }
                assertEquals(size, levels.levelSize(level));
            }
        }
        return orders;
    }

    private void assertSameBooks(final String where) {
        for (final int symbol : SYMBOLS) {
            final int ofReader = books.bookOf(symbol);
            final int ofWriter = writer.bookOf(symbol);
            assertEquals(book(writer.levels(), ofWriter), book(books.levels(), ofReader), where);
            assertEquals(writer.levels().hash(ofWriter), books.levels().hash(ofReader), where);
        }
    }

    @Test
    void shouldGiveSubscribersTheSameBooksAfterEveryGroup() {
        final long seed = Long.getLong("daybook.seed", 20_261_123);
        final SplittableRandom random = new SplittableRandom(seed);
        list(SYMBOLS);
        read();
        final List<Long> live = new ArrayList<>();
        int checks = 0;
        for (int seq = 2; seq < (QUICK ? 2_000 : 20_000); seq++) {
            writer.begin(seq, 10L * seq);
            for (int i = random.nextInt(4); i > 0; i--) {
                change(random, live);
            }
            writer.end();
            checks += (int) messages.stream()
                    .filter(message -> FeedDescriptor.template(message, 0) == FeedTemplates.CHECK)
                    .count();
            read();
            assertNull(books.stale(), "seed=" + seed + " seq=" + seq);
            if (seq % 10 == 0) {
                assertSameBooks("seed=" + seed + " seq=" + seq);
            }
        }
        assertTrue(QUICK || checks >= 3, "checks=" + checks);
    }

    private void change(final SplittableRandom random, final List<Long> live) {
        final int symbol = SYMBOLS[random.nextInt(SYMBOLS.length)];
        final int kind = random.nextInt(1_000);
        if (kind == 0) {
            writer.reset();
            live.clear();
        } else if (kind < 500 || live.isEmpty()) {
            live.add(writer.add(symbol, 1 + random.nextInt(2), random.nextInt(-20, 20), 1 + random.nextInt(50)));
        } else if (kind < 520) {
            writer.trade(symbol, 5, 6, 7, 1, 0);
        } else {
            final int index = random.nextInt(live.size());
            final long reference = live.get(index);
            final long size = writer.levels().size(writer.find(reference));
            final long part = 1 + random.nextLong(size);
            if (kind < 700) {
                writer.exec(reference, random.nextInt(1, 100), part, 1, 2, FeedDescriptor.FLAG_AUCTION);
            } else if (kind < 900) {
                writer.cut(reference, part);
            } else {
                live.set(index, writer.moved(reference, random.nextInt(-20, 20), 1 + random.nextInt(50)));
                return;
            }
            if (part == size) {
                live.remove(index);
            }
        }
    }

    @Test
    void shouldTellGroupsWholeAndTradesInOrder() {
        list(7);
        writer.begin(2, 20);
        final long reference = writer.add(7, 2, 100, 5);
        writer.end();
        writer.begin(3, 30);
        writer.end();
        writer.begin(4, 40);
        writer.exec(reference, 100, 2, 1, 1, 0);
        writer.trade(7, 100, 3, 2, 1, 0);
        writer.cut(reference, 3);
        writer.end();
        assertEquals(8, messages.size(), "a command without a public effect takes no number");
        read();
        assertEquals(
                List.of("group 1 10", "group 2 20", "trade 7 #1 2@100 1 0", "trade 7 #2 3@100 1 0", "group 4 40"),
                heard);
        assertEquals(0, books.levels().orders());
    }

    @Test
    void shouldHaveTheBytesOfTheContract() {
        list(7);
        writer.begin(2, 3);
        final long reference = writer.add(7, 2, 258, 5);
        writer.exec(reference, 258, 1, 4, 1, FeedDescriptor.FLAG_OFF_BOOK);
        writer.cut(reference, 1);
        writer.moved(reference, 256, 9);
        writer.state(7, 2, 3, 4, 5);
        writer.reset();
        writer.end();
        final String[] expected = {
            "1800010002000100 0100000000000000 0a00000000000000 01000000 00000000",
            "3000070002000100 07000000 01 000000 0a000000 14000000 0100000000000000 0100000000000000"
                    + " 0100000000000000 e803000000000000",
            "1800010002000100 0200000000000000 0300000000000000 06000000 00000000",
            "2000020002000100 0100000000000000 0201000000000000 0500000000000000 07000000 02 000000",
            "2800030002000100 0100000000000000 0201000000000000 0100000000000000 0400000000000000 07000000 01 02 0000",
            "1800050002000100 0100000000000000 0100000000000000 07000000 00000000",
            "2800060002000100 0100000000000000 0200000000000000 0001000000000000 0900000000000000 07000000 00000000",
            "1800080002000100 07000000 02 03 0000 0400000000000000 0500000000000000",
            "00000a0002000100",
        };
        assertEquals(expected.length, messages.size());
        for (int i = 0; i < expected.length; i++) {
            assertArrayEquals(HexFormat.of().parseHex(expected[i].replace(" ", "")), messages.get(i), "message " + i);
        }
    }

    @Test
    void shouldReadWhatItKnowsOfLaterVersions() {
        list(7);
        final byte[] group = messages.get(0);
        final byte[] longer = Arrays.copyOf(messages.get(1), messages.get(1).length + 8);
        longer[0] += 8;
        group[24] = 2;
        books.onMessage(group, 0, group.length);
        books.onMessage(longer, 0, longer.length);
        books.onMessage(new byte[] {0, 0, 99, 0, 2, 0, 1, 0}, 0, 8);
        assertEquals(List.of("group 1 10"), heard);
        assertEquals(0, books.bookOf(7));
    }

    @Test
    void shouldBelieveNoMessageThatCannotBe() {
        final byte[] m = new byte[FeedDescriptor.MAX_LENGTH];
        stale("BAD_LENGTH 0 0 0", Arrays.copyOf(m, 7));
        stale("BAD_LENGTH 2 0 0", new byte[] {4, 0, 2, 0, 2, 0, 1, 0, 0, 0, 0, 0});
        stale("BAD_GROUP 1 0 0", message(m, FeedDescriptor.group(m, 0, 1, 1, 0)));
        stale("BAD_GROUP 2 0 0", message(m, FeedDescriptor.add(m, 0, 1, 1, 1, 7, 1)));
        inGroup("BAD_GROUP 1 0 0", message(m, FeedDescriptor.group(m, 0, 9, 9, 1)));
        inGroup("UNKNOWN_SYMBOL 2 8 9", message(m, FeedDescriptor.add(m, 0, 9, 1, 1, 8, 1)));
        inGroup("BAD_SIDE 2 7 9", message(m, FeedDescriptor.add(m, 0, 9, 1, 1, 7, 3)));
        inGroup("BAD_SIZE 2 7 9", message(m, FeedDescriptor.add(m, 0, 9, 1, 0, 7, 1)));
        inGroup("KNOWN_REFERENCE 2 7 1", message(m, FeedDescriptor.add(m, 0, 1, 1, 1, 7, 1)));
        inGroup("UNKNOWN_REFERENCE 3 7 9", message(m, FeedDescriptor.exec(m, 0, 9, 100, 1, 1, 7, 1, 0)));
        inGroup("UNKNOWN_REFERENCE 3 7 1", message(m, FeedDescriptor.exec(m, 0, 1, 101, 1, 1, 7, 1, 0)));
        inGroup("UNKNOWN_REFERENCE 5 12 1", message(m, FeedDescriptor.cut(m, 0, 1, 1, 12)));
        inGroup("BAD_SIZE 3 7 1", message(m, FeedDescriptor.exec(m, 0, 1, 100, 6, 1, 7, 1, 0)));
        inGroup("BAD_SIZE 5 7 1", message(m, FeedDescriptor.cut(m, 0, 1, 0, 7)));
        inGroup("UNKNOWN_REFERENCE 6 7 9", message(m, FeedDescriptor.moved(m, 0, 9, 10, 100, 1, 7)));
        inGroup("KNOWN_REFERENCE 6 7 1", message(m, FeedDescriptor.moved(m, 0, 1, 1, 100, 1, 7)));
        inGroup("BAD_SIZE 6 7 2", message(m, FeedDescriptor.moved(m, 0, 1, 2, 100, 0, 7)));
        inGroup("BAD_CHECK 9 7 0", message(m, FeedDescriptor.check(m, 0, 7, 2, 0)));
        inGroup("UNKNOWN_SYMBOL 9 8 0", message(m, FeedDescriptor.check(m, 0, 8, 0, 0)));
    }

    private static byte[] message(final byte[] bytes, final int length) {
        return Arrays.copyOf(bytes, length);
    }

    private static void stale(final String expected, final byte[] message) {
        final ChannelTest test = new ChannelTest();
        test.books.onMessage(message, 0, message.length);
        assertEquals(List.of(expected), test.heard);
    }

    /** Requires a mismatch after a listing of 7 and 12, order 1 of 5 lots at 100, and a group that has begun. */
    private static void inGroup(final String expected, final byte[] message) {
        final ChannelTest test = new ChannelTest();
        test.list(7, 12);
        test.writer.begin(2, 20);
        test.writer.add(7, 2, 100, 5);
        test.writer.end();
        test.read();
        test.heard.clear();
        final byte[] group = new byte[FeedDescriptor.MAX_LENGTH];
        test.books.onMessage(group, 0, FeedDescriptor.group(group, 0, 3, 30, 2));
        test.books.onMessage(message, 0, message.length);
        test.books.onMessage(message, 0, message.length);
        assertEquals(List.of(expected), test.heard, "the listener is not called once the books are stale");
        assertEquals(expected, test.books.stale() + expected.substring(expected.indexOf(' ')));
    }

    @Test
    void shouldBelieveNoMoreSymbolsThanThereMayBe() {
        final byte[] m = new byte[FeedDescriptor.MAX_LENGTH];
        books.onMessage(m, 0, FeedDescriptor.group(m, 0, 1, 1, ChannelBooks.MAX_SYMBOLS + 2));
        for (int symbol = 0; symbol <= ChannelBooks.MAX_SYMBOLS; symbol++) {
            assertNull(books.stale());
            books.onMessage(m, 0, FeedDescriptor.listing(m, 0, symbol, 1, 1, 2, 1, 1, 1, 1));
        }
        assertEquals(List.of("TOO_MANY_SYMBOLS 7 65536 0"), heard);
    }

    @Test
    void shouldSurviveAnyBytes() {
        final int streams = QUICK ? 200 : 3_000;
        for (int seed = 0; seed < streams; seed++) {
            final SplittableRandom random = new SplittableRandom(seed);
            final ChannelTest test = new ChannelTest();
            test.list(SYMBOLS);
            final List<Long> live = new ArrayList<>();
            for (int seq = 2; seq < 60; seq++) {
                test.writer.begin(seq, seq);
                test.change(random, live);
                test.writer.end();
            }
            int added = 0;
            for (final byte[] message : test.messages) {
                if (random.nextInt(20) == 0) {
                    message[random.nextInt(message.length)] = (byte) random.nextInt(256);
                }
                added += FeedDescriptor.template(message, 0) == FeedTemplates.ADD ? 1 : 0;
                try {
                    test.books.onMessage(message, 0, random.nextInt(50) == 0 ? message.length / 2 : message.length);
                } catch (final RuntimeException e) {
                    throw new AssertionError("seed=" + seed, e);
                }
            }
            assertTrue(test.books.levels().orders() <= added, "seed=" + seed);
        }
    }

    @Test
    void shouldThrowWhatThePublisherGotWrong() {
        list(7);
        assertThrows(IllegalArgumentException.class, () -> writer.add(8, 1, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> writer.add(7, 3, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> writer.cut(99, 1));
        final long reference = writer.add(7, 1, 1, 5);
        assertThrows(IllegalArgumentException.class, () -> writer.exec(reference, 1, 6, 1, 1, 0));
        assertThrows(IllegalArgumentException.class, () -> writer.exec(reference, 2, 5, 1, 1, 0));
        writer.exec(reference, 2, 5, 1, 1, FeedDescriptor.FLAG_AUCTION);
    }
}
