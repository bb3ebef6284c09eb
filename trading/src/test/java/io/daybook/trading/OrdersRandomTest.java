package io.daybook.trading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ResultCode;
import io.daybook.client.OrderType;
import io.daybook.client.book.OrderLevels;
import io.daybook.host.Proves;
import io.daybook.wire.OrderNumbers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Compares orders with a simple model of a venue. Its answers, fills and removed lots reach the trader in any sequence;
 * connections end, and requests that were not carried out by then are lost. After each step no place has two live
 * orders at the venue, and the largest position that the trader expects is at least as large as any that could result.
 * When all messages have arrived, trader and venue agree.
 */
@Proves("a trading program never has two live orders where one was meant, whatever the sequence of answers")
class OrdersRandomTest {
    private static final int[] SYMBOLS = {3, 8};
    private static final int LEVELS = 3;
    private static final int SESSION = 9;
    private static final int UNKNOWN = ResultCode.MATCHING_UNKNOWN_ORDER_ID.code();
    private static final int THROTTLED = -3;
    private static final int RUNS = Boolean.getBoolean("daybook.long") ? 20_000 : 400;
    private static final int STEPS = 400;

    private static final class Resting {
        private final long id;
        private final int handle;
        private final int symbol;
        private final int side;
        private long price;
        private long total;
        private long done;

        Resting(final long id, final int handle, final int symbol, final int side) {
            this.id = id;
            this.handle = handle;
            this.symbol = symbol;
            this.side = side;
        }

        long open() {
            return total - done;
        }
    }

    /** The venue: requests wait, are carried out in their sequence, and leave messages. */
    private static final class Venue implements OrderPort {
        private final SplittableRandom random;
        private final List<Runnable> requests = new ArrayList<>();
        private final List<Long> numbers = new ArrayList<>();
        private final List<Runnable> messages = new ArrayList<>();
        private final Map<Long, Resting> live = new HashMap<>();
        private final Map<Integer, Long> idOfHandle = new HashMap<>();
        private final Map<Integer, Long> truePosition = new HashMap<>();
        private final List<Runnable> statuses = new ArrayList<>();
        private OrderAnswers trader =
                new TradeEngine(new TraderConfig(List.of(3), 1, 1, RiskLimits.NONE), new Strategy() {}, new TestPort());
        private long request;
        private boolean isConnected = true;
        private int fills;
        private int lost;

        Venue(final SplittableRandom random) {
            this.random = random;
        }

        @Override
        public long place(
                final int handle,
                final int symbol,
                final int side,
                final OrderType type,
                final long price,
                final long size) {
            if (!isConnected) {
                return NOT_SENT;
            }
            final long id = OrderNumbers.cookie(SESSION, ++request);
            idOfHandle.put(handle, id);
            requests.add(() -> {
                if (isThrottled(id, RequestKind.PLACE)) {
                    return;
                }
                final Resting order = new Resting(id, handle, symbol, side);
                order.price = price;
                order.total = size;
                live.put(id, order);
                final long traded = act(order, type == OrderType.IOC);
                answer(id, RequestKind.PLACE, 0, type == OrderType.IOC ? 0 : order.open(), traded);
                if (type == OrderType.IOC) {
                    goOff(order, order.open());
                }
            });
            numbers.add(request);
            return id;
        }

        @Override
        public long replace(final int handle, final long price, final long total) {
            if (!isConnected) {
                return NOT_SENT;
            }
            final long id = Objects.requireNonNull(idOfHandle.get(handle));
            numbers.add(++request);
            requests.add(() -> {
                final Resting order = live.get(id);
                if (isThrottled(id, RequestKind.REPLACE)) {
                    return;
                }
                if (order == null) {
                    answer(id, RequestKind.REPLACE, UNKNOWN, 0, 0);
                } else if (total <= order.done) {
                    answer(id, RequestKind.REPLACE, 0, 0, 0);
                    goOff(order, order.open());
                } else {
                    order.price = price;
                    order.total = total;
                    final long traded = act(order, false);
                    answer(id, RequestKind.REPLACE, 0, order.open(), traded);
                }
            });
            return request;
        }

        @Override
        public long cancel(final int handle) {
            if (!isConnected) {
                return NOT_SENT;
            }
            final long id = Objects.requireNonNull(idOfHandle.get(handle));
            numbers.add(++request);
            requests.add(() -> {
                if (isThrottled(id, RequestKind.CANCEL)) {
                    return;
                }
                final Resting order = live.get(id);
                answer(id, RequestKind.CANCEL, order == null ? UNKNOWN : 0, 0, 0);
                if (order != null) {
                    goOff(order, order.open());
                }
            });
            return request;
        }

        @Override
        public boolean status(final int handle) {
            final long id = Objects.requireNonNull(idOfHandle.get(handle));
            statuses.add(() -> {
                final Resting order = live.get(id);
                trader.onStatus(id, order != null, order == null ? 0 : order.open(), order == null ? 0 : order.done);
            });
            return true;
        }

        private boolean isThrottled(final long id, final RequestKind kind) {
            final boolean isThrottled = random.nextInt(20) == 0;
            if (isThrottled) {
                answer(id, kind, THROTTLED, 0, 0);
            }
            return isThrottled;
        }

        /** Trades some lots of an incoming order at once. */
        private long act(final Resting order, final boolean isIoc) {
            final long traded = random.nextInt(isIoc ? 2 : 6) == 0 ? 1 + random.nextLong(order.open()) : 0;
            trade(order, traded);
            return traded;
        }

        private void answer(
                final long id, final RequestKind kind, final int code, final long remaining, final long traded) {
            messages.add(() -> trader.onAnswer(id, kind, code, remaining, traded));
        }

        private void trade(final Resting order, final long size) {
            if (size == 0) {
                return;
            }
            final long price = order.price;
            order.done += size;
            fills++;
            truePosition.merge(order.symbol, order.side == OrderLevels.BID ? size : -size, Long::sum);
            messages.add(() -> trader.onFill(
                    new Execution().of(order.id, order.symbol, order.side).at(price, size, 0, true)));
            closeIfDone(order);
        }

        private void goOff(final Resting order, final long size) {
            if (size > 0) {
                order.done += size;
                final long remaining = order.open();
                messages.add(() -> trader.onOff(order.id, size, remaining));
                closeIfDone(order);
            }
        }

        private void closeIfDone(final Resting order) {
            if (order.open() == 0) {
                live.remove(order.id);
            }
        }

        void carryOutOne() {
            if (!requests.isEmpty()) {
                numbers.remove(0);
                requests.remove(0).run();
            }
        }

        void tradeSomething() {
            if (!live.isEmpty()) {
                final List<Resting> all = new ArrayList<>(live.values());
                final Resting order = all.get(random.nextInt(all.size()));
                trade(order, 1 + random.nextLong(order.open()));
            }
        }

        void deliverOne() {
            if (!messages.isEmpty()) {
                messages.remove(random.nextInt(messages.size())).run();
            }
        }

        /** Loses the waiting requests; their numbers are given again. */
        void breakConnection() {
            isConnected = false;
            trader.onDisconnected();
            requests.clear();
            final List<Long> gone = new ArrayList<>(numbers);
            numbers.clear();
            gone.forEach(trader::onNotCarriedOut);
            lost += gone.size();
            request -= gone.size();
            isConnected = true;
            trader.onConnected();
        }
    }

    @Test
    void shouldAgreeWithTheVenueWhateverTheSequenceOfItsAnswers() {
        final Long only = Long.getLong("daybook.seed");
        final long first = only == null ? Long.getLong("daybook.draw", System.nanoTime()) : only;
        int fills = 0;
        int lost = 0;
        for (int run = 0; run < (only == null ? RUNS : 1); run++) {
            final Venue venue = new Venue(new SplittableRandom(first + run));
            try {
                run(venue);
            } catch (final RuntimeException | AssertionError e) {
                throw new AssertionError("daybook.seed=" + (first + run) + ": " + e.getMessage(), e);
            }
            fills += venue.fills;
            lost += venue.lost;
        }
        assertTrue(fills > 0 && lost > 0, "fills=" + fills + " lost=" + lost);
    }

    private void run(final Venue venue) {
        final TradeEngine engine =
                new TradeEngine(new TraderConfig(List.of(3, 8), LEVELS, 1, RiskLimits.NONE), new Strategy() {}, venue);
        venue.trader = engine;
        final TestMarket market = new TestMarket(engine, SYMBOLS);
        for (final int symbol : SYMBOLS) {
            market.quote(symbol, 100, 10, 110, 10);
        }
        final SplittableRandom random = venue.random;
        for (int step = 0; step < STEPS; step++) {
            engine.at(step);
            switch (random.nextInt(8)) {
                case 0, 1 -> wish(engine, random);
                case 2, 3 -> venue.carryOutOne();
                case 4 -> venue.tradeSomething();
                case 5, 6 -> venue.deliverOne();
                default -> {
                    if (random.nextInt(10) == 0) {
                        venue.breakConnection();
                    }
                }
            }
            requireOneAPlace(venue);
            requireCovered(venue, engine);
        }
        while (!venue.requests.isEmpty() || !venue.messages.isEmpty()) {
            venue.carryOutOne();
            venue.deliverOne();
            requireCovered(venue, engine);
        }
        venue.statuses.forEach(Runnable::run);
        requireSame(venue, engine);
    }

    private void wish(final TradeEngine engine, final SplittableRandom random) {
        final int symbol = SYMBOLS[random.nextInt(SYMBOLS.length)];
        final int side = random.nextInt(2);
        final int level = random.nextInt(LEVELS);
        final long price = 1L + random.nextInt(100);
        final long size = 1L + random.nextInt(20);
        switch (random.nextInt(6)) {
            case 0 -> engine.orders().place(symbol, side, level, OrderType.IOC, price, size);
            case 1 -> engine.orders().cancel(symbol, side, level);
            case 2 -> {
                if (random.nextInt(10) == 0) {
                    engine.orders().cancelAll();
                }
            }
            default -> engine.orders().quote(symbol, side, level, price, size);
        }
    }

    private static void requireOneAPlace(final Venue venue) {
        final Set<Integer> taken = new HashSet<>();
        for (final Resting order : venue.live.values()) {
            assertTrue(taken.add(order.handle), "two live orders at place " + order.handle);
        }
    }

    /** Requires that no side can lead to a larger position than the trader expects. */
    private static void requireCovered(final Venue venue, final TradeEngine engine) {
        for (final int symbol : SYMBOLS) {
            final long position = venue.truePosition.getOrDefault(symbol, 0L);
            long bids = 0;
            long asks = 0;
            for (final Resting order : venue.live.values()) {
                bids += order.symbol == symbol && order.side == OrderLevels.BID ? order.open() : 0;
                asks += order.symbol == symbol && order.side == OrderLevels.ASK ? order.open() : 0;
            }
            final long known = engine.positions().lots(symbol);
            assertTrue(position + bids <= known + engine.orders().open(symbol, OrderLevels.BID), "bids of " + symbol);
            assertTrue(-position + asks <= -known + engine.orders().open(symbol, OrderLevels.ASK), "asks of " + symbol);
        }
    }

    private static void requireSame(final Venue venue, final TradeEngine engine) {
        assertEquals(0, engine.orders().disagreements());
        for (final int symbol : SYMBOLS) {
            assertEquals(
                    venue.truePosition.getOrDefault(symbol, 0L),
                    engine.positions().lots(symbol),
                    "position of " + symbol);
        }
        int live = 0;
        for (final int symbol : SYMBOLS) {
            for (int side = 0; side < 2; side++) {
                long open = 0;
                for (int level = 0; level < LEVELS; level++) {
                    final Order own = engine.orders().order(symbol, side, level);
                    open += own.open();
                    if (own.state() == OrderState.NONE) {
                        continue;
                    }
                    live++;
                    final Resting order = Objects.requireNonNull(
                            venue.live.get(own.id()), "an order that is not there is counted as " + own.state());
                    assertEquals(OrderState.LIVE, own.state());
                    assertEquals(order.price, own.price());
                    assertEquals(order.open(), own.open());
                }
                assertEquals(open, engine.orders().open(symbol, side));
            }
        }
        assertEquals(venue.live.size(), live);
    }
}
