package io.daybook.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.AuditQuery;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.client.DaybookClient;
import io.daybook.core.DaybookExchange;
import io.daybook.core.Replay;
import io.daybook.host.Proves;
import io.daybook.perf.tcp.LocalVenue;
import io.daybook.wire.OrderNumbers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Proves("the example programs run")
@Tag("whole")
class ExamplesRunTest {
    private static final SymbolSpec PAIR = SymbolSpec.exchangePair(1, 1, 2).build();

    private static void open(final Exchange exchange) {
        exchange.submit(new AddSymbol(PAIR)).join();
        exchange.submit(AddAccounts.of(
                        Map.of(7L, Map.of(1, 1_000_000L, 2, 1_000_000L), 8L, Map.of(1, 1_000_000L, 2, 1_000_000L))))
                .join();
    }

    private static String firstTrade(final Path folder) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        FirstTrade.trade(folder, new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldTradeAndGoOn(@TempDir final Path folder) {
        final String first = firstTrade(folder);
        assertTrue(first.startsWith("a new exchange\nSUCCESS [Trade[tradeId=1,"), first);
        assertTrue(first.contains("[Account[currency=978, balance=9942566, held=0, available=9942566]"), first);
        final String second = firstTrade(folder);
        assertTrue(second.startsWith("back at seq 4\nSUCCESS [Trade[tradeId=2,"), second);
        assertTrue(second.contains("[Account[currency=978, balance=9885132, held=0, available=9885132]"), second);
    }

    @Test
    void shouldTradeOverTcpAndGoOn(@TempDir final Path folder) throws IOException {
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(Topology.FUSED)
                .journal(folder.resolve("data"))
                .build();
        try (LocalVenue venue = LocalVenue.start(config, folder, 1, 0)) {
            for (int run = 0; run < 2; run++) {
                final ByteArrayOutputStream out = new ByteArrayOutputStream();
                TcpTrader.trade(
                        DaybookClient.builder()
                                .address("127.0.0.1", venue.port())
                                .session(1, venue.secret())
                                .heartbeatMs(20_000)
                                .nextOutFile(folder.resolve("next-out")),
                        1,
                        new PrintStream(out, true, StandardCharsets.UTF_8));
                final int first = 3 * run + 1;
                assertEquals(
                        List.of(
                                "order " + OrderNumbers.cookie(1, first),
                                "request " + first + " done",
                                "request " + (first + 1) + " done",
                                "request " + (first + 2) + " done",
                                "5 lots are off the book"),
                        out.toString(StandardCharsets.UTF_8).lines().toList());
            }
        }
    }

    @Test
    void shouldLeaveQuotesOutWhileTheRingIsFull() throws InterruptedException {
        final CountDownLatch stuck = new CountDownLatch(1);
        final CountDownLatch free = new CountDownLatch(1);
        final ExchangeListener slow = new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                if (result.orderId() == 1) {
                    stuck.countDown();
                    awaitQuietly(free);
                }
            }
        };
        try (Exchange exchange =
                DaybookExchange.builder().ringSize(64).listener(slow).start()) {
            open(exchange);
            final MarketMaker maker = new MarketMaker(exchange, 7, 1, 1);
            maker.quote(1_000);
            stuck.await();
            for (int i = 0; i < 200; i++) {
                maker.quote(1_000 + i);
            }
            assertTrue(maker.leftOut() > 0, "sent " + maker.sent());
            assertTrue(maker.sent() <= 64, "sent " + maker.sent());
            free.countDown();
            assertTrue(exchange.query(new AuditQuery()).join().isBalanced());
            final long leftOut = maker.leftOut();
            maker.quote(2_000);
            assertEquals(leftOut, maker.leftOut());
            assertEquals(
                    maker.sent() + 2, exchange.query(new AuditQuery()).join().seq());
            assertTrue(exchange.metrics().refused().isEmpty(), () -> exchange.metrics()
                    .toString());
        }
    }

    private static void awaitQuietly(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldKeepCandlesAndShowTheTopOfTheBook() {
        final Candles candles = new Candles(1, 1_000);
        try (Exchange exchange = DaybookExchange.builder().listener(candles).start()) {
            exchange.submit(new AddSymbol(PAIR), 0, 1).join();
            exchange.submit(AddAccounts.of(Map.of(7L, Map.of(1, 100L), 8L, Map.of(2, 100_000L))), 0, 2)
                    .join();
            exchange.submit(PlaceOrder.gtc(7, 1, 1, Side.ASK, 100, 5), 0, 10).join();
            exchange.submit(PlaceOrder.gtc(7, 1, 2, Side.ASK, 103, 5), 0, 20).join();
            assertEquals("- | no trades | 5@100", candles.topOfBook(exchange).join());
            exchange.submit(PlaceOrder.gtc(8, 1, 3, Side.BID, 103, 7), 0, 30).join();
            exchange.submit(PlaceOrder.gtc(8, 1, 4, Side.BID, 103, 1), 0, 999).join();
            exchange.submit(PlaceOrder.gtc(8, 1, 5, Side.BID, 103, 4), 0, 2_500).join();
            assertEquals("2@103 | last 103 | -", candles.topOfBook(exchange).join());
        }
        assertEquals(
                List.of(new Candles.Candle(0, 100, 103, 100, 103, 8), new Candles.Candle(2_000, 103, 103, 103, 103, 2)),
                candles.candles());
    }

    @Test
    void shouldDrawTheBookWheneverItChanges() {
        try (Exchange exchange = DaybookExchange.builder().start()) {
            open(exchange);
            exchange.submit(PlaceOrder.gtc(7, 1, 1, Side.ASK, 100, 5)).join();
            try (BookScreen screen = new BookScreen(exchange, 1, 2)) {
                assertEquals(List.of("ask 5@100"), screen.picture().lines().toList());
                exchange.submit(PlaceOrder.gtc(7, 1, 2, Side.ASK, 103, 5)).join();
                exchange.submit(PlaceOrder.gtc(8, 1, 3, Side.BID, 100, 2)).join();
                exchange.submit(PlaceOrder.gtc(8, 1, 4, Side.BID, 99, 1)).join();
                assertEquals(
                        List.of("ask 5@103", "ask 3@100", "bid 1@99"),
                        screen.picture().lines().toList());
            }
        }
    }

    @Test
    void shouldAnalyseAJournal(@TempDir final Path folder) {
        final Candles live = new Candles(1, 1_000_000_000);
        try (Exchange exchange =
                DaybookExchange.builder().journal(folder).listener(live).start()) {
            open(exchange);
            exchange.submit(PlaceOrder.gtc(7, 1, 1, Side.ASK, 100, 5)).join();
            exchange.submit(PlaceOrder.gtc(7, 1, 2, Side.ASK, 103, 5)).join();
            exchange.submit(PlaceOrder.gtc(8, 1, 3, Side.BID, 103, 7)).join();
            exchange.submit(PlaceOrder.gtc(9, 1, 4, Side.BID, 103, 7)).join();
        }
        final JournalAnalysis analysis = new JournalAnalysis();
        final Candles replayed = new Candles(1, 1_000_000_000);
        assertEquals(6, Replay.from(folder, 1, analysis));
        assertEquals(6, Replay.from(folder, 1, replayed));
        final JournalAnalysis.Summary summary = analysis.symbols().get(1);
        assertEquals(3, summary.orders());
        assertEquals(2, summary.trades());
        assertEquals(7, summary.lots());
        assertEquals(new BigDecimal("100.86"), summary.averagePrice());
        assertEquals(Map.of(ResultCode.AUTH_INVALID_USER, 1L), analysis.refused());
        assertEquals(live.candles(), replayed.candles());
    }
}
