package io.daybook.backtest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.api.RestingOrders;
import io.daybook.api.Topology;
import io.daybook.client.OrderType;
import io.daybook.client.book.OrderLevels;
import io.daybook.core.DaybookExchange;
import io.daybook.flow.RecordedEvent;
import io.daybook.flow.market.MadeUpMessages;
import io.daybook.flow.market.MarketCounts;
import io.daybook.flow.market.MarketModel;
import io.daybook.flow.market.RecordedMarket;
import io.daybook.host.Proves;
import io.daybook.trading.Execution;
import io.daybook.trading.Order;
import io.daybook.trading.OrderPort;
import io.daybook.trading.RiskLimits;
import io.daybook.trading.Strategy;
import io.daybook.trading.TradeEngine;
import io.daybook.trading.Trader;
import io.daybook.trading.TraderConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Generates days with a strategy in them. The orders that the strategy sent, with the times of its decisions, then go
 * into a simple model of the rules, in the order of their arrival. Market and model must agree on fills and the times
 * at which the strategy got them, on places in the queue, on the books that the strategy saw, and on all counts.
 */
@Proves(
        value = "a strategy in a recorded day has the fills, queue positions and books of a model, at the same times",
        normal = "1,000 days of 200 messages; 10,000 with -Plong")
@Tag("whole")
class SimulatedDaysTest {
    private static final int SYMBOL = 3;
    private static final int MESSAGES = 200;
    private static final int LEVELS = 3;
    private static final int MOST_LATENCY = 6;

    private static int days() {
        return Boolean.getBoolean("daybook.long") ? 10_000 : Boolean.getBoolean("daybook.quick") ? 100 : 1_000;
    }

    @Test
    void shouldTradeAsTheModelOfTheRules() {
        final long draw = Long.parseLong(System.getProperty("daybook.draw", "1"));
        final Long only = Long.getLong("daybook.seed");
        final long[] sums = new long[6];
        long fills = 0;
        long requests = 0;
        long looks = 0;
        for (int day = 0; day < (only == null ? days() : 1); day++) {
            final Day made = new Day(only == null ? draw + day : only);
            made.play();
            made.compare();
            fills += made.strategy.fills.size();
            requests += made.sent.size();
            looks += made.strategy.books.size();
            final String[] counts = made.model.counts().split(" ");
            for (int i = 0; i < sums.length; i++) {
                sums[i] += Long.parseLong(counts[i]);
            }
        }
        System.out.printf(
                "%,d days: %,d requests, %,d fills, %,d looks at books; displaced %,d, consumed %,d, missed %,d,"
                        + " odd %,d, doubtful %,d lots; %,d unknown messages%n",
                days(), requests, fills, looks, sums[0], sums[1], sums[2], sums[3], sums[4], sums[5]);
        assertTrue(fills > 0 && looks > 0);
        for (final long sum : sums) {
            assertTrue(sum > 0 || only != null, "at least one day must exercise each rule");
        }
    }

    /** A request of the strategy, with the time of its arrival. */
    private record Sent(
            long arrivalNs, String kind, String name, boolean isAsk, OrderType type, long price, long size) {}

    /** A message of the day, copied. */
    private record Message(
            RecordedEvent.Kind kind,
            long timeNs,
            long reference,
            long newReference,
            io.daybook.api.Side side,
            boolean hasTerms,
            long price,
            long size,
            boolean isFromBefore) {
        static Message of(final RecordedEvent event) {
            return new Message(
                    event.kind(),
                    event.timeNs(),
                    event.reference(),
                    event.newReference(),
                    event.side(),
                    event.hasTerms(),
                    event.price(),
                    event.size(),
                    event.isFromBefore());
        }

        RecordedEvent event() {
            final RecordedEvent event = new RecordedEvent();
            event.begin(kind, timeNs, SYMBOL)
                    .references(reference, newReference)
                    .sizes(size, RecordedEvent.UNKNOWN);
            if (hasTerms) {
                event.terms(side, price);
            }
            return isFromBefore ? event.fromBefore() : event;
        }
    }

    private static String name(final long orderId) {
        return "mine" + (orderId - RecordedMarket.FIRST_OUTSIDER_ID);
    }

    /** One day, first at the simulated market and then in the model. */
    private static final class Day {
        private final long seed;
        private final SplittableRandom dice;
        private final long orderNs;
        private final long answerNs;
        private final long feedNs;
        private final MarketModel model = new MarketModel();
        private final List<Message> messages = new ArrayList<>();
        private final List<Sent> sent = new ArrayList<>();
        private final Noise strategy;

        /** The strategy's places in the queue after the last event of each time, by that time. */
        private final TreeMap<Long, String> places = new TreeMap<>();

        private String counts = "";
        private long position;

        Day(final long seed) {
            this.seed = seed;
            dice = new SplittableRandom(seed);
            orderNs = dice.nextInt(MOST_LATENCY);
            answerNs = dice.nextInt(MOST_LATENCY);
            feedNs = dice.nextInt(MOST_LATENCY);
            strategy = new Noise(dice.split());
        }

        void play() {
            try (Exchange exchange = DaybookExchange.builder()
                    .topology(Topology.INLINE)
                    .ringSize(256)
                    .eventRingSize(1_024)
                    .start()) {
                final TraderConfig config = new TraderConfig(List.of(SYMBOL), LEVELS, 1, RiskLimits.NONE);
                final SimulatedMarket market = new SimulatedMarket(
                        exchange,
                        Latency.constant(orderNs, answerNs, feedNs),
                        Fees.NONE,
                        port -> new TradeEngine(config, strategy, new LoggedPort(port)));
                market.observe(new MarketObserver() {
                    @Override
                    public void onEvent(final long timeNs) {
                        places.put(timeNs, placesAt(market.recorded()));
                    }
                });
                final MadeUpMessages maker = new MadeUpMessages(dice, new MarketModel(), SYMBOL);
                play(market, maker);
                market.end();
                counts = counts(market.recorded().counts());
                position = market.trader().positions().lots(SYMBOL);
            }
        }

        /** Plays the day. Its messages are about orders of a market without the strategy, as in a recording. */
        private void play(final SimulatedMarket market, final MadeUpMessages maker) {
            long timeNs = 1_000;
            for (int message = 1; message <= MESSAGES; message++) {
                timeNs += dice.nextInt(3) == 0 ? 0 : 1 + dice.nextInt(3);
                final RecordedEvent event = maker.make(message, timeNs);
                messages.add(Message.of(event));
                maker.model().event(event);
                market.onEvent(event);
            }
        }

        private String placesAt(final RecordedMarket market) {
            final RestingOrders orders = market.orders(SYMBOL);
            final StringBuilder all = new StringBuilder();
            for (long id = RecordedMarket.FIRST_OUTSIDER_ID; orders != null && id < market.nextOutsiderId(); id++) {
                if (orders.lots(id) > 0) {
                    all.append(name(id) + " " + orders.lots(id) + "@" + orders.price(id) + " after "
                            + orders.lotsBefore(id) + ";");
                }
            }
            return all.toString();
        }

        /**
         * Runs the model. At each time it gets the messages of that time, then the requests that have arrived by then.
         */
        void compare() {
            final List<String> fills = new ArrayList<>();
            final TreeMap<Long, String> modelPlaces = new TreeMap<>();
            final TreeMap<Long, String> modelBooks = new TreeMap<>();
            int next = 0;
            for (int i = 0; i <= messages.size(); i++) {
                final long timeNs = i < messages.size() ? messages.get(i).timeNs() : Long.MAX_VALUE;
                while (next < sent.size() && sent.get(next).arrivalNs() < timeNs) {
                    final long arrivalNs = sent.get(next).arrivalNs();
                    step(fills, arrivalNs, sent.get(next++));
                    note(arrivalNs, modelPlaces, modelBooks);
                }
                if (i < messages.size()) {
                    final int before = model.fills.size();
                    model.event(messages.get(i).event());
                    tell(fills, before, timeNs);
                    final boolean isLast =
                            i == messages.size() - 1 || messages.get(i + 1).timeNs() != timeNs;
                    if (isLast) {
                        final int ended = model.fills.size();
                        model.endGroup();
                        tell(fills, ended, timeNs);
                        note(timeNs, modelPlaces, modelBooks);
                    }
                }
            }
            final String where = "seed=" + seed + " order=" + orderNs + " answer=" + answerNs + " feed=" + feedNs;
            assertEquals(String.join("\n", fills), String.join("\n", strategy.fills), where);
            assertEquals(model.counts(), counts, where);
            assertEquals(modelPlaces, places, where);
            assertEquals(strategy.position, position, where);
            strategy.books.forEach((atNs, book) -> {
                final Map.Entry<Long, String> then = modelBooks.floorEntry(atNs - feedNs);
                assertEquals(then == null ? "" : then.getValue(), book, () -> where + ": book at " + atNs);
            });
        }

        private void step(final List<String> fills, final long arrivalNs, final Sent one) {
            final int before = model.fills.size();
            switch (one.kind()) {
                case "place" ->
                    model.place(
                            one.name(),
                            one.isAsk(),
                            io.daybook.api.OrderType.of(one.type().code()),
                            one.price(),
                            one.size());
                case "replace" -> model.replace(one.name(), one.price(), one.size());
                default -> model.cancel(one.name());
            }
            tell(fills, before, arrivalNs);
        }

        private void tell(final List<String> fills, final int before, final long timeNs) {
            final List<String> all = model.fills;
            for (int i = before; i < all.size(); i++) {
                final boolean isBetweenOwn = i + 1 < all.size()
                        && all.get(i).endsWith("maker")
                        && all.get(i + 1).endsWith("taker");
                if (isBetweenOwn) {
                    fills.add((timeNs + answerNs) + " " + all.get(i + 1)); // the taker gets its fill first
                }
                fills.add((timeNs + answerNs) + " " + all.get(i).replace(" doubtful", ""));
                i += isBetweenOwn ? 1 : 0;
            }
        }

        private void note(
                final long timeNs, final TreeMap<Long, String> modelPlaces, final TreeMap<Long, String> modelBooks) {
            final StringBuilder all = new StringBuilder();
            final TreeMap<String, Long> book = new TreeMap<>();
            model.orders.stream()
                    .filter(MarketModel.Resting::isMine)
                    .sorted((a, b) -> Integer.compare(number(a), number(b)))
                    .forEach(order -> all.append(order.name + " " + order.lots + "@" + order.price + " after "
                            + model.lotsBefore(order) + ";"));
            for (final MarketModel.Resting order : model.orders) {
                book.merge((order.isAsk ? "ask " : "bid ") + order.price, order.lots, Long::sum);
            }
            modelPlaces.put(timeNs, all.toString());
            modelBooks.put(timeNs, book.toString());
        }

        private static int number(final MarketModel.Resting order) {
            return Integer.parseInt(order.name.substring("mine".length()));
        }

        private static String counts(final MarketCounts counts) {
            return counts.displaced() + " " + counts.consumed() + " " + counts.missed() + " " + counts.odd() + " "
                    + counts.doubtful() + " " + counts.unknown();
        }

        /** Records the requests that the strategy sends. */
        private final class LoggedPort implements OrderPort {
            private final OrderPort to;
            private final Map<Integer, Long> ids = new TreeMap<>();

            LoggedPort(final OrderPort to) {
                this.to = to;
            }

            @Override
            public long place(
                    final int handle,
                    final int symbol,
                    final int side,
                    final OrderType type,
                    final long price,
                    final long size) {
                final long id = to.place(handle, symbol, side, type, price, size);
                if (id != NOT_SENT) {
                    ids.put(handle, id);
                    log("place", handle, side == OrderLevels.ASK, type, price, size);
                }
                return id;
            }

            @Override
            public long replace(final int handle, final long price, final long total) {
                final long request = to.replace(handle, price, total);
                if (request != NOT_SENT) {
                    log("replace", handle, false, OrderType.GTC, price, total);
                }
                return request;
            }

            @Override
            public long cancel(final int handle) {
                final long request = to.cancel(handle);
                if (request != NOT_SENT) {
                    log("cancel", handle, false, OrderType.GTC, 0, 0);
                }
                return request;
            }

            @Override
            public boolean status(final int handle) {
                return false;
            }

            private void log(
                    final String kind,
                    final int handle,
                    final boolean isAsk,
                    final OrderType type,
                    final long price,
                    final long size) {
                sent.add(new Sent(
                        strategy.trader.nowNs() + orderNs, kind, name(ids.get(handle)), isAsk, type, price, size));
            }
        }
    }

    /** Acts at random at each call. */
    private static final class Noise implements Strategy {
        private final SplittableRandom dice;
        private final List<String> fills = new ArrayList<>();
        private final TreeMap<Long, String> books = new TreeMap<>();
        private Trader trader;
        private long position;

        Noise(final SplittableRandom dice) {
            this.dice = dice;
        }

        @Override
        public void onStart(final Trader started) {
            trader = started;
            trader.timer(7);
        }

        @Override
        public void onBook(
                final int symbol, final OrderLevels levels, final int book, final int side, final long price) {
            final TreeMap<String, Long> all = new TreeMap<>();
            for (final int one : new int[] {OrderLevels.BID, OrderLevels.ASK}) {
                for (int level = levels.best(book, one); level != OrderLevels.NO_LEVEL; level = levels.worse(level)) {
                    all.put((one == OrderLevels.ASK ? "ask " : "bid ") + levels.price(level), levels.levelSize(level));
                }
            }
            books.put(trader.nowNs(), all.toString());
            act();
        }

        @Override
        public void onFill(final Order order, final Execution fill) {
            position += fill.side() == OrderLevels.BID ? fill.size() : -fill.size();
            fills.add(trader.nowNs() + " " + name(fill.orderId()) + " " + fill.size() + "@" + fill.price()
                    + (fill.isMaker() ? " maker" : " taker"));
            act();
        }

        @Override
        public void onOrder(final Order order) {
            act();
        }

        @Override
        public void onTimer(final long nowNs) {
            act();
        }

        private void act() {
            if (dice.nextInt(5) > 0) {
                return;
            }
            final int side = dice.nextInt(2);
            final int level = dice.nextInt(LEVELS);
            final long price = MadeUpMessages.LOWEST + dice.nextInt(MadeUpMessages.PRICES);
            final long size = 1 + dice.nextInt(12);
            switch (dice.nextInt(6)) {
                case 0, 1 -> trader.orders().quote(SYMBOL, side, level, price, size);
                case 2 -> trader.orders().place(SYMBOL, side, level, OrderType.GTC, price, size);
                case 3 -> trader.orders().place(SYMBOL, side, level, OrderType.IOC, price, size);
                case 4 -> trader.orders().replace(SYMBOL, side, level, price, size);
                default -> trader.orders().cancel(SYMBOL, side, level);
            }
        }
    }
}
