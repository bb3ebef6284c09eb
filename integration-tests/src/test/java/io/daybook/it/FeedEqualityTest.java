package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.daybook.api.EventKind;
import io.daybook.api.FollowerPart;
import io.daybook.api.OrderBookReport;
import io.daybook.api.OrderBookType;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.StateView;
import io.daybook.client.book.OrderLevels;
import io.daybook.client.feed.ChannelBooks;
import io.daybook.client.feed.FeedListener;
import io.daybook.client.feed.Mismatch;
import io.daybook.engine.result.ResultDecoder;
import io.daybook.engine.result.ResultEncoder;
import io.daybook.feed.ChannelShadow;
import io.daybook.feed.ChannelSink;
import io.daybook.feed.FeedFold;
import io.daybook.feed.Listed;
import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import io.daybook.model.Scenario;
import io.daybook.model.generate.Kind;
import io.daybook.model.generate.LimitScenarios;
import io.daybook.model.generate.ScenarioGenerator;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs random scenarios of all kinds. After each command the publisher's shadow, the books of a subscriber and the
 * books of the engine are the same, and each trade was sent once.
 */
@Proves(
        value = "after every command the feed, a subscriber and the engine have the same book",
        normal = "150 scenarios",
        large = "20,000 scenarios, and those at the limits")
class FeedEqualityTest {
    private static final int LENGTH = 500;
    private static final int SCENARIOS_EACH = Integer.getInteger(
            "daybook.scenarios",
            Boolean.getBoolean("daybook.long") ? 2_000 : Boolean.getBoolean("daybook.quick") ? 10 : 15);
    private static final long FIRST_SEED = Long.getLong("daybook.seed", 23_000_000);

    /** The number of channels: some channels have several symbols of {@link ScenarioGenerator}, and some have none. */
    private static final int CHANNELS = 3;

    /** The number of commands between two comparisons of queues: the engine copies all its books to show its queues. */
    private static final int COMMANDS_BETWEEN_QUEUES = 8;

    /** A state that fails if it is read: a fold must restore itself from its part alone. */
    private static final StateView NO_STATE = (StateView) Proxy.newProxyInstance(
            StateView.class.getClassLoader(), new Class<?>[] {StateView.class}, (proxy, method, arguments) -> {
                throw new AssertionError("the fold has read the state: " + method);
            });

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldTellEverySubscriberTheBooksOfTheEngine(final Kind kind) {
        final AtomicLong messages = new AtomicLong();
        final AtomicLong trades = new AtomicLong();
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SCENARIOS_EACH; seed++) {
            final Followed followed = run(ScenarioGenerator.generate(kind, seed, LENGTH), seed, 1);
            messages.addAndGet(followed.messages);
            trades.addAndGet(followed.traded);
        }
        assertTrue(messages.get() > 10L * SCENARIOS_EACH, "messages: " + messages);
        assertTrue(trades.get() > SCENARIOS_EACH, "lots traded: " + trades);
    }

    /**
     * Runs the scenarios at the limits: deep backlogs, most orders, most levels. Compares the books only now and then,
     * because each comparison reads all books.
     */
    @OnlyLong
    @Tag("whole")
    @Test
    void shouldTellThemAtTheLimits() {
        final AtomicLong messages = new AtomicLong();
        LimitScenarios.all(FIRST_SEED).forEach(scenario -> messages.addAndGet(run(scenario, FIRST_SEED, 256).messages));
        assertTrue(messages.get() > 10_000, "messages: " + messages);
    }

    private static Followed run(final Scenario scenario, final long seed, final int commandsBetween) {
        final Followed followed = new Followed(scenario.name(), seed);
        final OrderBookType books = OrderBookType.values()[(int) (seed % OrderBookType.values().length)];
        final ScenarioEngine engine = new ScenarioEngine(scenario, books);
        engine.run(followed::onResult, () -> {
            if (followed.seq % commandsBetween == 0) {
                followed.assertSame(engine);
            }
        });
        followed.assertSame(engine);
        return followed;
    }

    /** Returns a reader of a part that was written. */
    private static PartReader reader(final byte[] part) {
        final ByteArrayInputStream in = new ByteArrayInputStream(part);
        return new PartReader() {
            @Override
            public long length() {
                return part.length;
            }

            @Override
            public int read(final byte[] target, final int offset, final int length) {
                return in.readNBytes(target, offset, length);
            }
        };
    }

    /**
     * A fold, a second fold that gets the results as bytes and is restored now and then, and subscribers of the
     * messages.
     */
    static final class Followed implements ChannelSink {
        private final String name;
        private final SplittableRandom dice;
        private final LevelsOfFeed levels = new LevelsOfFeed();
        private final FeedFold fold = new FeedFold(CHANNELS, this, levels);
        private final List<ChannelBooks> subscribers = new ArrayList<>();
        private final long[] numbers = new long[CHANNELS];
        private final List<String> stream = new ArrayList<>();
        private final List<String> streamAgain = new ArrayList<>();
        private final ResultDecoder decoder = new ResultDecoder();
        private FeedFold again = newFoldAgain();
        private byte[] bytes = new byte[1 << 16];
        private long messages;
        private int groups;
        private long traded;
        private long told;
        private long seq;

        Followed(final String name, final long seed) {
            this.name = name;
            dice = new SplittableRandom(seed);
            for (int i = 0; i < CHANNELS; i++) {
                subscribers.add(new ChannelBooks(new FeedListener() {
                    @Override
                    public void onGroup(final long seqOfGroup, final long timeNs) {
                        assertEquals(seq, seqOfGroup, name);
                        groups++;
                    }

                    @Override
                    public void onTrade(
                            final int symbol,
                            final long tradeId,
                            final long price,
                            final long size,
                            final int takerSide,
                            final int flags) {
                        told += size;
                    }

                    @Override
                    public void onMismatch(
                            final Mismatch mismatch, final int template, final int symbol, final long reference) {
                        throw new AssertionError(name + ": " + mismatch + " in message " + template + " of symbol "
                                + symbol + ", reference " + reference + ", seq " + seq);
                    }
                }));
            }
        }

        private FeedFold newFoldAgain() {
            return new FeedFold(
                    CHANNELS,
                    (channel, number, message, offset, length, replayed) ->
                            streamAgain.add(text(channel, number, message, offset, length)),
                    (channel, number, message, offset, length, replayed) ->
                            levels.same(text(channel, number, message, offset, length)));
        }

        static String text(
                final int channel, final long number, final byte[] message, final int offset, final int length) {
            return channel + " " + number + ":" + new String(message, offset, length, StandardCharsets.ISO_8859_1);
        }

        @Override
        public void onMessage(
                final int channel,
                final long number,
                final byte[] message,
                final int offset,
                final int length,
                final boolean replayed) {
            assertEquals(++numbers[channel], number, name);
            stream.add(text(channel, number, message, offset, length));
            subscribers.get(channel).onMessage(message, offset, length);
            assertNull(subscribers.get(channel).stale(), name);
        }

        void onResult(final ResultView result) {
            seq = result.seq();
            for (int i = 0; i < result.eventCount(); i++) {
                if (result.event(i).kindCode() == EventKind.TRADE.code()) {
                    traded += result.event(i).size();
                }
            }
            try {
                fold.onResult(result, false);
                tellAgain(result);
            } catch (final RuntimeException e) {
                throw new AssertionError(name + ": seq " + seq + ": " + result.toResult(), e);
            }
            final boolean isOfMany = result.symbol() == 0; // such a result has a group in each channel
            assertTrue(groups <= (isOfMany ? CHANNELS : 1), () -> name + ": groups of seq " + seq);
            groups = 0;
            assertEquals(traded, told, () -> name + ": lots traded and lots sent up to seq " + seq);
            assertEquals(stream, streamAgain, () -> name + ": " + result.toResult());
            messages += stream.size();
            stream.clear();
            streamAgain.clear();
            levels.endResult(name + ": seq " + seq);
        }

        /** Passes a result to the second fold as bytes, and now and then restores that fold from its part. */
        private void tellAgain(final ResultView result) {
            final int length = ResultEncoder.encodedLength(result);
            if (bytes.length < length) {
                bytes = new byte[2 * length];
            }
            decoder.wrap(bytes, 0, ResultEncoder.encode(result, bytes, 0));
            again.onResult(decoder, false);
            if (dice.nextInt(50) == 0) {
                final FollowerPart part = again.capture();
                final ByteArrayOutputStream out = new ByteArrayOutputStream();
                part.writeTo(out::write);
                again = newFoldAgain();
                again.restore(reader(out.toByteArray()), seq, NO_STATE);
            }
        }

        void assertSame(final ScenarioEngine engine) {
            final Map<Integer, List<String>> queues = seq % COMMANDS_BETWEEN_QUEUES == 0 ? engine.queues() : null;
            for (int channel = 0; channel < CHANNELS; channel++) {
                final ChannelShadow shadow = fold.channel(channel);
                final ChannelBooks subscriber = subscribers.get(channel);
                for (final Listed listed : shadow.listings()) {
                    final int ofShadow = shadow.bookOf(listed.symbol());
                    final int ofSubscriber = subscriber.bookOf(listed.symbol());
                    final OrderBookReport report = engine.book(listed.symbol());
                    final Supplier<String> where = () -> name + ": seq " + seq + ", symbol " + listed.symbol();
                    assertLevels(report.bids(), shadow.levels(), ofShadow, OrderLevels.BID, where);
                    assertLevels(report.asks(), shadow.levels(), ofShadow, OrderLevels.ASK, where);
                    if (queues != null) {
                        assertEquals(
                                queues.getOrDefault(listed.symbol(), List.of()),
                                queues(shadow.levels(), ofShadow),
                                where);
                    }
                    assertEquals(report.bids(), levels.side(listed.symbol(), Side.BID), where);
                    assertEquals(report.asks(), levels.side(listed.symbol(), Side.ASK), where);
                    if (!isSame(shadow.levels(), ofShadow, subscriber.levels(), ofSubscriber)) {
                        assertEquals(
                                orders(shadow.levels(), ofShadow), orders(subscriber.levels(), ofSubscriber), where);
                        fail("references must be in the order of the queue: " + where.get());
                    }
                    assertEquals(
                            shadow.levels().hash(ofShadow), subscriber.levels().hash(ofSubscriber), where);
                }
            }
        }
    }

    private static void assertLevels(
            final List<OrderBookReport.Level> expected,
            final OrderLevels levels,
            final int book,
            final int side,
            final Supplier<String> where) {
        final List<OrderBookReport.Level> told = new ArrayList<>();
        for (int level = levels.best(book, side); level != OrderLevels.NO_LEVEL; level = levels.worse(level)) {
            told.add(
                    new OrderBookReport.Level(levels.price(level), levels.levelSize(level), levels.levelOrders(level)));
        }
        assertEquals(expected, told, where);
    }

    private static List<String> queues(final OrderLevels levels, final int book) {
        final List<String> queues = new ArrayList<>();
        for (int side = OrderLevels.BID; side <= OrderLevels.ASK; side++) {
            final List<String> ofSide = new ArrayList<>();
            for (int level = levels.best(book, side); level != OrderLevels.NO_LEVEL; level = levels.worse(level)) {
                final List<String> queue = new ArrayList<>();
                for (int order = levels.head(level); order != OrderLevels.NO_ORDER; order = levels.next(order)) {
                    queue.add((side == OrderLevels.BID ? Side.BID : Side.ASK) + " " + levels.price(level) + " "
                            + levels.size(order));
                }
                ofSide.addAll(side == OrderLevels.BID ? 0 : ofSide.size(), queue);
            }
            queues.addAll(ofSide);
        }
        return queues;
    }

    /**
     * Whether two books have the same orders in the same queues, and the references of each queue increase. Copies
     * nothing, because so many books are compared.
     */
    private static boolean isSame(final OrderLevels one, final int ofOne, final OrderLevels other, final int ofOther) {
        boolean isSame = true;
        for (int side = OrderLevels.BID; side <= OrderLevels.ASK; side++) {
            int level = one.best(ofOne, side);
            int itsLevel = other.best(ofOther, side);
            while (isSame && level != OrderLevels.NO_LEVEL && itsLevel != OrderLevels.NO_LEVEL) {
                isSame = one.price(level) == other.price(itsLevel) && isSameQueue(one, level, other, itsLevel);
                level = one.worse(level);
                itsLevel = other.worse(itsLevel);
            }
            isSame &= level == OrderLevels.NO_LEVEL && itsLevel == OrderLevels.NO_LEVEL;
        }
        return isSame;
    }

    private static boolean isSameQueue(
            final OrderLevels one, final int level, final OrderLevels other, final int itsLevel) {
        long last = 0;
        int order = one.head(level);
        int its = other.head(itsLevel);
        while (order != OrderLevels.NO_ORDER && its != OrderLevels.NO_ORDER) {
            final long reference = one.reference(order);
            if (reference <= last || reference != other.reference(its) || one.size(order) != other.size(its)) {
                return false;
            }
            last = reference;
            order = one.next(order);
            its = other.next(its);
        }
        return order == OrderLevels.NO_ORDER && its == OrderLevels.NO_ORDER;
    }

    /** The orders of a book as text, for messages about a difference. */
    private static List<String> orders(final OrderLevels levels, final int book) {
        final List<String> orders = new ArrayList<>();
        for (int side = OrderLevels.BID; side <= OrderLevels.ASK; side++) {
            for (int level = levels.best(book, side); level != OrderLevels.NO_LEVEL; level = levels.worse(level)) {
                for (int order = levels.head(level); order != OrderLevels.NO_ORDER; order = levels.next(order)) {
                    orders.add(levels.size(order) + "@" + levels.price(level) + " #" + levels.reference(order));
                }
            }
        }
        return orders;
    }
}
