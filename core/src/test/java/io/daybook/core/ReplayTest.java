package io.daybook.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CommandResult;
import io.daybook.api.EventView;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.Nop;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.core.exchange.InlineExchange;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReplayTest {
    private static final int PAIR = 7;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 40, 205, 206})
    void shouldTellAgainWhatTheListenerHeardFromASeqOn(final int seq) {
        final List<CommandResult> heard = trade(Topology.FUSED);
        assertEquals(205, heard.size());

        final List<CommandResult> told = new ArrayList<>();
        final long last = Replay.from(folder, seq, collecting(told));

        assertEquals(205, last);
        assertEquals(heard.subList(seq - 1, heard.size()), told);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 205})
    void shouldTellEachTradeAfterItsResultAsTheExchangeDid(final int seq) {
        final List<String> heard = new ArrayList<>();
        try (Exchange exchange = DaybookExchange.builder()
                .journal(folder)
                .listener(writingDown(heard, seq))
                .start()) {
            send(exchange);
        }
        assertTrue(heard.stream().filter(line -> line.contains(" trade ")).count() > 10 || seq == 205);

        final List<String> told = new ArrayList<>();
        Replay.from(folder, seq, writingDown(told, seq));

        assertEquals(heard, told);
    }

    /** Returns a listener that adds a line for each call, from a seq on. */
    private static ExchangeListener writingDown(final List<String> lines, final long fromSeq) {
        return new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                add(result, "result " + result.toResult());
            }

            @Override
            public void onTrade(final ResultView result, final EventView trade) {
                add(
                        result,
                        "trade " + trade.tradeId() + " " + trade.takerOrderId() + " " + trade.makerOrderId() + " "
                                + trade.size() + "@" + trade.price() + " fees " + trade.takerFee() + " "
                                + trade.makerFee());
            }

            private void add(final ResultView result, final String line) {
                if (result.seq() >= fromSeq) {
                    lines.add(result.seq() + " " + result.uid() + " " + line);
                }
            }
        };
    }

    @Test
    void shouldEndWithWhatTheListenerThrowsAtATrade() {
        trade(Topology.INLINE);
        final ExchangeListener thrower = new ExchangeListener() {
            @Override
            public void onTrade(final ResultView result, final EventView trade) {
                throw new IllegalArgumentException("at trade " + trade.tradeId());
            }
        };
        final IllegalArgumentException thrown =
                assertThrows(IllegalArgumentException.class, () -> Replay.from(folder, 1, thrower));
        assertEquals("at trade 1", thrown.getMessage());
    }

    @Test
    void shouldReplayWhileTheExchangeRuns() {
        final List<CommandResult> heard = new ArrayList<>();
        final List<CommandResult> told = new ArrayList<>();
        try (Exchange exchange = DaybookExchange.builder()
                .topology(Topology.pipelined(1))
                .journal(folder)
                .listener(collecting(heard))
                .start()) {
            send(exchange);
            Replay.from(folder, 1, collecting(told));
            assertEquals(heard, told);
        }
    }

    @Test
    void shouldReplayWithTheSettingsOfTheJournal() {
        final List<CommandResult> heard = new ArrayList<>();
        try (Exchange exchange = DaybookExchange.builder()
                .marginTrading(false)
                .journal(folder)
                .listener(collecting(heard))
                .start()) {
            exchange.submit(new AddUser(1)).join();
            exchange.submit(new AddSymbol(
                            SymbolSpec.futuresContract(PAIR, 10, 20).build()))
                    .join();
            exchange.submit(PlaceOrder.gtc(1, PAIR, 1, Side.BID, 10, 1)).join();
        }
        final List<CommandResult> told = new ArrayList<>();
        Replay.from(folder, 1, collecting(told));
        assertEquals(heard, told);
    }

    @Test
    void shouldEndWithWhatTheListenerThrows() {
        trade(Topology.INLINE);
        final ExchangeListener thrower = new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                throw new IllegalArgumentException("at " + result.seq());
            }
        };
        final IllegalArgumentException thrown =
                assertThrows(IllegalArgumentException.class, () -> Replay.from(folder, 9, thrower));
        assertEquals("at 9", thrown.getMessage());
    }

    @Test
    void shouldRefuseAFolderWithoutAJournal() {
        final ExchangeListener nobody = new ExchangeListener() {};
        assertThrows(JournalException.class, () -> Replay.from(folder.resolve("none"), 1, nobody));
        assertThrows(IllegalArgumentException.class, () -> Replay.from(folder, 0, nobody));
    }

    @Test
    void shouldNameTheLowestSeqThatCanBeToldOnceSegmentsAreRetired() {
        final JournalOptions small = JournalOptions.builder()
                .maxBlockBytes(8192)
                .firstSegmentBytes(16_384)
                .maxSegmentBytes(16_384)
                .keepSnapshots(2)
                .build();
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(Topology.INLINE)
                .blockBytes(4096)
                .journal(folder)
                .build();
        final List<Long> snapshots = new ArrayList<>();
        final List<CommandResult> heard = new ArrayList<>();
        try (Exchange exchange = new InlineExchange(
                config, RecoveredState.recover(config, new FileJournalStorage(), small), collecting(heard))) {
            assertEquals(1, Replay.firstSeq(folder));
            for (int round = 0; round < 4; round++) {
                for (int i = 0; i < 50; i++) {
                    exchange.submit(new AddUser(100L * round + i)).join();
                }
                snapshots.add(exchange.snapshot().join().seq());
            }
        }
        final long first = snapshots.get(2) + 1;
        assertEquals(first, Replay.firstSeq(folder));

        final List<CommandResult> told = new ArrayList<>();
        Replay.from(folder, first, collecting(told));
        assertEquals(heard.subList((int) first - 1, heard.size()), told);

        for (final long tooLow : new long[] {1, first - 1}) {
            final JournalException refused =
                    assertThrows(JournalException.class, () -> Replay.from(folder, tooLow, collecting(told)));
            assertEquals(JournalException.Reason.GAP, refused.reason());
            assertEquals("seq " + tooLow, refused.expected());
            assertTrue(refused.wayOut().startsWith("ask from seq " + first + " on"), refused::wayOut);
        }
    }

    private List<CommandResult> trade(final Topology topology) {
        final List<CommandResult> heard = new ArrayList<>();
        try (Exchange exchange = DaybookExchange.builder()
                .topology(topology)
                .journal(folder)
                .listener(collecting(heard))
                .start()) {
            send(exchange);
        }
        assertTrue(heard.stream().anyMatch(result -> !result.events().isEmpty()));
        return heard;
    }

    private static void send(final Exchange exchange) {
        exchange.submit(new AddSymbol(
                SymbolSpec.exchangePair(PAIR, 10, 20).feesPerLot(2, 1).build()));
        exchange.submit(new AddUser(1));
        exchange.submit(new AdjustBalance(1, 10, 1_000, 1));
        exchange.submit(new AdjustBalance(1, 20, 40_000, 2));
        for (int i = 1; i <= 200; i++) {
            final Side side = i % 3 == 0 ? Side.ASK : Side.BID;
            exchange.submit(PlaceOrder.gtc(1, PAIR, i, side, 100 + i % 7, 1 + i % 5), i);
        }
        exchange.submit(new Nop()).join();
    }

    private static ExchangeListener collecting(final List<CommandResult> results) {
        return new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                results.add(result.toResult());
            }
        };
    }
}
