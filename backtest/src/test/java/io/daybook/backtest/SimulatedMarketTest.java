package io.daybook.backtest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ResultView;
import io.daybook.api.StateHashQuery;
import io.daybook.api.Topology;
import io.daybook.client.OrderType;
import io.daybook.client.book.OrderLevels;
import io.daybook.core.DaybookExchange;
import io.daybook.core.Replay;
import io.daybook.flow.itch.ItchEvents;
import io.daybook.flow.itch.ItchParser;
import io.daybook.flow.itch.ItchWriter;
import io.daybook.flow.itch.MatchedDay;
import io.daybook.host.Proves;
import io.daybook.trading.Execution;
import io.daybook.trading.Order;
import io.daybook.trading.OrderState;
import io.daybook.trading.Parameters;
import io.daybook.trading.RiskLimits;
import io.daybook.trading.Strategy;
import io.daybook.trading.TradeEngine;
import io.daybook.trading.Trader;
import io.daybook.trading.TraderConfig;
import io.daybook.trading.strategy.MarketMaker;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Proves("a backtest can be repeated exactly, depends on the latencies, and allocates nothing for a message")
class SimulatedMarketTest {
    private static final int STOCK = 1;
    private static final int MESSAGES = 20_000;
    private static final String NAME = "MADE";

    private final ByteArrayOutputStream day = new ByteArrayOutputStream();
    private final ItchWriter writer = new ItchWriter(day::write);

    /** Buys at the best ask once it sees one, and notes its answers and fills. */
    private static final class Buyer implements Strategy {
        private final List<String> told = new ArrayList<>();
        private final OrderType type;
        private Trader trader;
        private boolean hasSent;

        Buyer(final OrderType type) {
            this.type = type;
        }

        @Override
        public void onStart(final Trader started) {
            trader = started;
        }

        @Override
        public void onBook(
                final int symbol, final OrderLevels levels, final int book, final int side, final long price) {
            final int ask = levels.best(book, OrderLevels.ASK);
            if (!hasSent && ask != OrderLevels.NO_LEVEL) {
                hasSent = true;
                told.add(trader.nowNs() + " sent");
                trader.orders().place(symbol, OrderLevels.BID, 0, type, levels.price(ask), 10);
            }
        }

        @Override
        public void onFill(final Order order, final Execution fill) {
            told.add(trader.nowNs() + " filled " + fill.size() + "@" + fill.price() + " fee " + fill.fee());
        }

        @Override
        public void onOrder(final Order order) {
            told.add(trader.nowNs() + " " + order.state());
        }
    }

    private static SimulatedMarket play(
            final Exchange exchange,
            final byte[] bytes,
            final Latency latency,
            final Fees fees,
            final Strategy strategy) {
        final TraderConfig config = new TraderConfig(List.of(STOCK), 1, 1, RiskLimits.NONE);
        final SimulatedMarket market =
                new SimulatedMarket(exchange, latency, fees, port -> new TradeEngine(config, strategy, port));
        new ItchParser(new ItchEvents(null, market)).parse(bytes, 0, bytes.length);
        market.end();
        return market;
    }

    private List<String> told(final Latency latency, final Fees fees, final OrderType type) {
        final Buyer buyer = new Buyer(type);
        try (Exchange exchange =
                DaybookExchange.builder().topology(Topology.INLINE).start()) {
            play(exchange, day.toByteArray(), latency, fees, buyer);
        }
        return buyer.told;
    }

    /** Writes an ask of 30 at 100 that comes at 1,000 ns and is deleted at 1,500, and the same ask again at 2,000. */
    private void makeAsk() {
        final long stock = ItchWriter.stock(NAME);
        writer.addOrder(STOCK, 1_000, 1, 'S', 30, stock, 100);
        writer.deleted(STOCK, 1_500, 1);
        writer.addOrder(STOCK, 2_000, 2, 'S', 30, stock, 100);
    }

    @Test
    void shouldMatchAnOrderWhenItArrivesAndTellOfItLater() {
        makeAsk();
        assertEquals(
                List.of("1100 sent", "1350 filled 10@100 fee 30", "1350 NONE"),
                states(told(Latency.constant(200, 50, 100), new Fees(3, 2), OrderType.IOC)));
        assertEquals(
                List.of("1100 sent", "1575 NONE"),
                states(told(Latency.constant(425, 50, 100), Fees.NONE, OrderType.IOC)),
                "the ask has been deleted meanwhile");
        assertEquals(
                List.of("1100 sent", "2050 filled 10@100 fee -20", "2050 NONE"),
                states(told(Latency.constant(425, 50, 100), new Fees(3, 2), OrderType.GTC)),
                "the order rests, and the next ask trades with it");
    }

    /** Sends a rejected quote again, at the same price. */
    private static final class Stubborn implements Strategy {
        private Trader trader;

        @Override
        public void onStart(final Trader started) {
            trader = started;
        }

        @Override
        public void onBook(
                final int symbol, final OrderLevels levels, final int book, final int side, final long price) {
            quote();
        }

        @Override
        public void onOrder(final Order order) {
            if (order.state() == OrderState.NONE) {
                quote();
            }
        }

        private void quote() {
            trader.orders().place(STOCK, OrderLevels.BID, 0, OrderType.POST_ONLY, 100, 10);
        }
    }

    @Test
    @Timeout(60)
    void shouldStopIfAStrategyMakesTimeStandStill() {
        makeAsk();
        try (Exchange exchange =
                DaybookExchange.builder().topology(Topology.INLINE).start()) {
            final String message = assertThrows(
                            IllegalStateException.class,
                            () -> play(
                                    exchange, day.toByteArray(), Latency.constant(0, 0, 20), Fees.NONE, new Stubborn()))
                    .getMessage();
            assertTrue(message.contains("time stand still at 1020 ns"), message);
        }
    }

    /** The states without those that only report that the order is live or sent. */
    private static List<String> states(final List<String> told) {
        return told.stream()
                .filter(line -> !line.endsWith(" LIVE") && !line.endsWith(" SENT"))
                .distinct()
                .toList();
    }

    @Test
    void shouldCarryOutAnOrderBehindTheMessagesOfItsTime() {
        makeAsk();
        assertEquals(
                List.of("1100 sent", "1550 NONE"),
                states(told(Latency.constant(400, 50, 100), Fees.NONE, OrderType.IOC)),
                "the order arrives at the time at which the ask is deleted");
        assertEquals(
                List.of("1100 sent", "1549 filled 10@100 fee 0", "1549 NONE"),
                states(told(Latency.constant(399, 50, 100), Fees.NONE, OrderType.IOC)));
    }

    @Test
    void shouldSendNothingAfterTheDay() {
        writer.addOrder(STOCK, 1_000, 1, 'S', 30, ItchWriter.stock(NAME), 100);
        final List<String> told = told(Latency.constant(200, 50, 100), Fees.NONE, OrderType.IOC);
        assertFalse(told.toString().contains("filled"), told.toString());
    }

    @Test
    void shouldGiveTheSameRunAgain(@TempDir final Path folder) {
        final byte[] bytes = MatchedDay.make(5, 1, 3_000);
        final Latency latency = Latency.constant(700, 300, 500);
        final String one = run(folder.resolve("one"), bytes, latency);
        assertEquals(one, run(folder.resolve("two"), bytes, latency));
        assertEquals(commands(folder.resolve("one")), commands(folder.resolve("two")));
        assertNotEquals(one, run(folder.resolve("three"), bytes, Latency.constant(900, 300, 500)), "latency matters");
    }

    private static String run(final Path folder, final byte[] bytes, final Latency latency) {
        final StringBuilder all = new StringBuilder();
        try (Exchange exchange = DaybookExchange.builder()
                .topology(Topology.INLINE)
                .journal(folder)
                .start()) {
            final Strategy maker = new MarketMaker(Parameters.of(List.of("clip=50")));
            final SimulatedMarket market = play(exchange, bytes, latency, Fees.NONE, maker);
            assertTrue(market.trader().positions().volume(STOCK) > 0, "it must trade");
            all.append(market.trader().positions().profit())
                    .append(' ')
                    .append(exchange.query(new StateHashQuery()).join());
        }
        return all.toString();
    }

    /** Replays the journal; returns the result of each command, in order. */
    private static List<String> commands(final Path folder) {
        final List<String> all = new ArrayList<>();
        Replay.from(folder, 1, new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                all.add(result.toResult().toString());
            }
        });
        assertTrue(all.size() > 1_000);
        return all;
    }

    /** Writes a day with at most 40 live orders and a moving mid price. */
    private void makeLongDay() {
        final long stock = ItchWriter.stock(NAME);
        for (int i = 1; i <= 3 * MESSAGES; i += 3) {
            final boolean isAsk = i % 2 == 0;
            final int middle = 10_000 + i / 500 % 20;
            writer.addOrder(
                    STOCK, 500L * i, i, isAsk ? 'S' : 'B', 30, stock, middle + (isAsk ? 1 + i % 3 : -1 - i % 3));
            writer.executed(STOCK, 500L * i + 500, Math.max(1, i - 3 * (i % 5)), 10, i);
            writer.deleted(STOCK, 500L * i + 1_000, Math.max(1, i - 120));
        }
    }

    @Test
    void shouldAllocateNothingForAMessageOnceItHasRoom() {
        makeLongDay();
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final long thread = Thread.currentThread().getId();
        final TraderConfig config = new TraderConfig(List.of(STOCK), 1, 1, RiskLimits.NONE);
        final Strategy maker = new MarketMaker(Parameters.of(List.of("clip=50")));
        try (Exchange exchange =
                DaybookExchange.builder().topology(Topology.INLINE).start()) {
            final SimulatedMarket market = new SimulatedMarket(
                    exchange, Latency.constant(700, 300, 500), Fees.NONE, port -> new TradeEngine(config, maker, port));
            final ItchParser parser = new ItchParser(new ItchEvents(null, market));
            final byte[] bytes = day.toByteArray();
            final int warm = bytes.length / 3 * 2;
            parser.parse(bytes, 0, warm);
            final long volume = market.trader().positions().volume(STOCK);
            final long before = threads.getThreadAllocatedBytes(thread);
            parser.parse(bytes, warm, bytes.length - warm);
            final long allocated = threads.getThreadAllocatedBytes(thread) - before;
            assertTrue(market.trader().positions().volume(STOCK) > volume, "it must trade");
            assertTrue(allocated < MESSAGES, () -> allocated + " bytes for " + MESSAGES + " messages");
        }
    }
}
