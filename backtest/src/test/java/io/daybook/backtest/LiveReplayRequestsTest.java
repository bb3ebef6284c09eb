package io.daybook.backtest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.MassCancel;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.client.OrderType;
import io.daybook.client.book.OrderLevels;
import io.daybook.core.DaybookExchange;
import io.daybook.core.recovery.JournalCommands;
import io.daybook.host.Proves;
import io.daybook.trading.OrderState;
import io.daybook.trading.RiskLimits;
import io.daybook.trading.Strategy;
import io.daybook.trading.TradeEngine;
import io.daybook.trading.Trader;
import io.daybook.trading.TraderConfig;
import io.daybook.wire.OrderNumbers;
import io.daybook.wire.hops.Hop;
import io.daybook.wire.hops.HopFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@Proves("the replay of a live run separates the trader's requests from the venue's own commands for its session")
class LiveReplayRequestsTest {
    private static final int SESSION = 7;
    private static final long UID = 301;
    private static final long OTHER = 302;
    private static final long TAKER_FEE = 3;
    private static final long ORDER = OrderNumbers.cookie(SESSION, 1);
    private static final long OF_VENUE = OrderNumbers.cookie(SESSION, 0);
    private static final byte[] NO_TAG = {};

    /** The trader sends an order at 260 ns; the venue takes it at 300 ns, as its third command. */
    private static final String RECORD = """
            SETTING,0,strategy=once
            SETTING,0,uid=301
            SETTING,0,session=7
            SETTING,0,symbols=1
            SETTING,0,levels=1
            SETTING,0,channels=1
            SETTING,0,epochNs=0
            FRESH,250,1
            CONNECTED,260,0
            SENT,260,1
            ANSWER,320,0
            ANSWER,420,0
            RETIRE,600,0
            """;

    /** The commands of a venue, each 100 ns after the one before. */
    private static final class MadeVenue implements LiveVenue {
        private final List<Command> commands = new ArrayList<>();
        private final List<Long> cookies = new ArrayList<>();
        private int firstTimed = 1;

        void add(final Command command, final long cookie) {
            commands.add(command);
            cookies.add(cookie);
        }

        @Override
        public void commands(final JournalCommands.Consumer consumer) {
            for (int i = 0; i < commands.size(); i++) {
                consumer.onCommand(i + 1, 1_000 + i, cookies.get(i), NO_TAG, commands.get(i));
            }
        }

        @Override
        public void times(final HopFile.Reading reading) throws IOException {
            for (int seq = firstTimed; seq <= commands.size(); seq++) {
                reading.onTime(seq, Hop.T3, 100L * seq);
            }
        }
    }

    private static MadeVenue venue() {
        final MadeVenue venue = listed();
        venue.add(PlaceOrder.gtc(UID, 1, ORDER, Side.BID, 100, 5), ORDER);
        return venue;
    }

    private static MadeVenue listed() {
        final Map<Integer, Long> money = Map.of(10, 1_000_000L, 11, 1_000_000L);
        final MadeVenue venue = new MadeVenue();
        venue.add(
                new AddSymbol(SymbolSpec.exchangePair(1, 10, 11)
                        .feesPerLot(TAKER_FEE, 0)
                        .build()),
                0);
        venue.add(AddAccounts.of(Map.of(UID, money, OTHER, money)), 0);
        return venue;
    }

    private static LiveReplay replay(final MadeVenue venue) throws IOException {
        return new LiveReplay(venue, run());
    }

    private static LiveRun run() throws IOException {
        return LiveRun.read(new BufferedReader(new StringReader(RECORD)), "record");
    }

    /** Sends one order. */
    private static final class Once implements Strategy {
        private Trader trader;

        @Override
        public void onStart(final Trader started) {
            trader = started;
        }

        @Override
        public void onFresh(final int symbol) {
            trader.orders().place(symbol, OrderLevels.BID, 0, OrderType.GTC, 100, 5);
        }
    }

    @Test
    void shouldCarryOutWhatTheVenueCancelledForTheSession() throws IOException {
        final MadeVenue venue = venue();
        venue.add(new CancelOrder(UID, 1, ORDER), OF_VENUE); // the venue cancels the order if the connection ends
        final TraderConfig config = run().config(RiskLimits.NONE);
        final List<String> results = new ArrayList<>();
        try (Exchange exchange =
                DaybookExchange.builder().topology(Topology.INLINE).start()) {
            exchange.addListener(new ExchangeListener() {
                @Override
                public void onResult(final ResultView result) {
                    assertEquals(ResultCode.SUCCESS, result.code());
                    results.add(result.seq() + " " + result.timestampNs() + " " + result.cookie());
                }
            });
            final TradeEngine trader =
                    replay(venue).play(exchange, null, port -> new TradeEngine(config, new Once(), port));
            assertEquals(
                    OrderState.NONE,
                    trader.orders().order(1, OrderLevels.BID, 0).state());
            assertEquals(1, trader.orders().sent(), "no cancel was sent at the end: nothing was open");
        }
        assertEquals(List.of("1 1000 0", "2 1001 0", "3 1002 " + ORDER, "4 1003 " + OF_VENUE), results);
    }

    @Test
    void shouldChargeTheTraderTheFeesOfTheVenue() throws IOException {
        final MadeVenue venue = listed();
        venue.add(PlaceOrder.gtc(OTHER, 1, 9, Side.ASK, 100, 5), 0);
        venue.add(PlaceOrder.gtc(UID, 1, ORDER, Side.BID, 100, 5), ORDER);
        final TraderConfig config = run().config(RiskLimits.NONE);
        try (Exchange exchange =
                DaybookExchange.builder().topology(Topology.INLINE).start()) {
            final TradeEngine trader =
                    replay(venue).play(exchange, null, port -> new TradeEngine(config, new Once(), port));
            assertEquals(5, trader.positions().lots(1));
            assertEquals(5 * TAKER_FEE, trader.positions().fees(1), "a drawdown limit counts fees");
        }
    }

    @Test
    void shouldRefuseARunWithRequestsThatNoStrategySends() {
        final MadeVenue venue = venue();
        venue.add(new MassCancel(UID, 1, null, false, false), OrderNumbers.cookie(SESSION, 2));
        final String message =
                assertThrows(IOException.class, () -> replay(venue)).getMessage();
        assertTrue(message.contains("session 7") && message.contains("command 4 is MassCancel"), message);
    }

    @Test
    void shouldRefuseTheRecordOfASecondLife() {
        final MadeVenue venue = venue();
        venue.add(new CancelOrder(UID, 1, ORDER), OrderNumbers.cookie(SESSION, 2));
        final String message =
                assertThrows(IOException.class, () -> replay(venue)).getMessage();
        assertTrue(message.contains("session 7; but request 2 is in the journal only"), message);
    }

    @Test
    void shouldRefuseAVenueThatHasKeptTheTimesOfLaterCommandsOnly() {
        final MadeVenue venue = venue();
        venue.firstTimed = 3; // the first command with a known time is at 300 ns, after the run began at 250
        final String message =
                assertThrows(IOException.class, () -> replay(venue)).getMessage();
        assertTrue(message.contains("it has kept only the newest times, from command 3 on"), message);
    }
}
