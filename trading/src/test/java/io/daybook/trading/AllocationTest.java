package io.daybook.trading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.daybook.client.OrderType;
import io.daybook.client.book.OrderLevels;
import io.daybook.host.Proves;
import io.daybook.trading.strategy.LiquidityTaker;
import io.daybook.trading.strategy.MarketMaker;
import io.daybook.trading.strategy.RandomTrader;
import io.daybook.wire.OrderNumbers;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Markets whose books move, and a port that answers each request, with and without trades. */
@Proves("a trading program allocates nothing for an event once all paths have run")
class AllocationTest {
    private static final int SYMBOL = 7;
    private static final int EVENTS = 20_000;

    /** Less than one byte per event: the JIT allocates a little, and tables grow. */
    private static final long ALLOWED_BYTES = EVENTS;

    /** Answers earlier requests at the next event. */
    private static final class Answering implements OrderPort {
        private static final int PLACE = 1;
        private static final int REPLACE = 2;
        private static final int CANCEL = 4;
        private static final int TAKE = 8;

        private final long[] ids = new long[64];
        private final long[] open = new long[64];
        private final long[] prices = new long[64];
        private final int[] sides = new int[64];
        private final int[] wishes = new int[64];
        private final Execution fill = new Execution();
        private long request;
        private long fills;
        private int turns;

        @Override
        public long place(
                final int handle,
                final int symbol,
                final int side,
                final OrderType type,
                final long price,
                final long size) {
            ids[handle] = OrderNumbers.cookie(1, ++request);
            open[handle] = size;
            prices[handle] = price;
            sides[handle] = side;
            wishes[handle] = type == OrderType.IOC ? TAKE : PLACE;
            return ids[handle];
        }

        @Override
        public long replace(final int handle, final long price, final long total) {
            wishes[handle] |= REPLACE;
            prices[handle] = price;
            return ++request;
        }

        @Override
        public long cancel(final int handle) {
            wishes[handle] |= CANCEL;
            return ++request;
        }

        @Override
        public boolean status(final int handle) {
            return false;
        }

        void answer(final TradeEngine engine) {
            for (int handle = 0; handle < engine.orders().handles(); handle++) {
                final int wish = wishes[handle];
                wishes[handle] = 0;
                if ((wish & TAKE) != 0) {
                    engine.onAnswer(ids[handle], RequestKind.PLACE, 0, 0, open[handle]);
                    fill(engine, handle, open[handle]);
                }
                if ((wish & PLACE) != 0) {
                    engine.onAnswer(ids[handle], RequestKind.PLACE, 0, open[handle], 0);
                } else if ((wish & (TAKE | CANCEL)) == 0 && open[handle] > 0 && ++turns % 7 == 0) {
                    fill(engine, handle, 1);
                }
                if ((wish & REPLACE) != 0) {
                    engine.onAnswer(ids[handle], RequestKind.REPLACE, -3, open[handle], 0);
                }
                if ((wish & CANCEL) != 0) {
                    engine.onAnswer(ids[handle], RequestKind.CANCEL, 0, 0, 0);
                    final long rest = open[handle];
                    open[handle] = 0;
                    engine.onOff(ids[handle], rest, 0);
                }
            }
        }

        private void fill(final TradeEngine engine, final int handle, final long size) {
            fills++;
            open[handle] -= size;
            engine.onFill(fill.of(ids[handle], SYMBOL, sides[handle]).at(prices[handle], size, 1, size == 1));
        }
    }

    private static long fillsOf(final Function<Parameters, Strategy> strategy, final String... parameters) {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final long thread = Thread.currentThread().getId();
        final Answering port = new Answering();
        final TradeEngine engine = new TradeEngine(
                new TraderConfig(
                        List.of(SYMBOL),
                        4,
                        1,
                        new RiskLimits(1_000, 100_000, 1L << 50, 1L << 50, 1_000_000, 1L << 60, 900_000)),
                strategy.apply(Parameters.of(List.of(parameters))),
                port);
        final TestMarket market = new TestMarket(engine, SYMBOL);
        engine.onConnected();
        market.quote(SYMBOL, 990, 1_000_000, 1_010, 1_000_000);
        final long[] inTheBook = new long[2];
        play(market, engine, port, inTheBook, 0);
        final long fillsBefore = port.fills;
        final long sentBefore = engine.orders().sent();
        final long before = threads.getThreadAllocatedBytes(thread);
        play(market, engine, port, inTheBook, EVENTS);
        final long allocated = threads.getThreadAllocatedBytes(thread) - before;
        assertTrue(
                engine.orders().sent() > sentBefore + 100,
                () -> "sent=" + engine.orders().sent());
        assertTrue(allocated < ALLOWED_BYTES, () -> allocated + " bytes for " + EVENTS + " events");
        return port.fills - fillsBefore;
    }

    /** Plays best prices that come, are taken in part, and go. */
    private static void play(
            final TestMarket market,
            final TradeEngine engine,
            final Answering port,
            final long[] inTheBook,
            final int from) {
        final long[] taken = {0, 6};
        for (int i = 0; i < EVENTS; i++) {
            engine.at((from + i) * 1_000_000L);
            final int side = i % 2;
            if (inTheBook[side] == 0) {
                inTheBook[side] =
                        market.add(SYMBOL, side, side == OrderLevels.BID ? 995 + i / 2 % 5 : 1_005 - i / 2 % 5, 10);
            } else {
                taken[0] = inTheBook[side];
                market.take(SYMBOL, taken);
                market.cut(SYMBOL, inTheBook[side], 4);
                inTheBook[side] = 0;
            }
            port.answer(engine);
            if (i % 1_000 == 999) {
                engine.onStale(0);
                engine.onFresh(SYMBOL, market.books().levels(), market.books().bookOf(SYMBOL));
            }
        }
    }

    @Test
    void shouldAllocateNothingForAMarketMaker() {
        assertTrue(fillsOf(MarketMaker::new, "quotes=2", "half=2000", "skew=0") > 100);
    }

    @Test
    void shouldAllocateNothingForATaker() {
        assertTrue(fillsOf(LiquidityTaker::new, "threshold=100000", "backUs=3000") > 100);
    }

    @Test
    void shouldAllocateNothingForNoise() {
        assertTrue(fillsOf(RandomTrader::new, "everyUs=1000", "wild=100") > 100);
    }

    @Test
    void shouldCountNoEventOfAStrangeSymbol() {
        final TradeEngine engine = new TradeEngine(
                new TraderConfig(List.of(SYMBOL), 1, 1, RiskLimits.NONE), new Strategy() {}, new TestPort());
        final TestMarket market = new TestMarket(engine, SYMBOL, 8);
        market.quote(8, 1, 1, 2, 1);
        assertEquals(0, engine.features().top(SYMBOL).bidSize());
    }
}
