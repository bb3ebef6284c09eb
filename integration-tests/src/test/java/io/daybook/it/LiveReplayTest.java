package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AckMode;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ResultView;
import io.daybook.api.Topology;
import io.daybook.backtest.Latency;
import io.daybook.backtest.LiveReplay;
import io.daybook.backtest.LiveRun;
import io.daybook.backtest.files.VenueFolder;
import io.daybook.core.DaybookExchange;
import io.daybook.core.Replay;
import io.daybook.core.recovery.JournalCommands;
import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import io.daybook.sessions.order.OrderListener;
import io.daybook.sessions.order.OrderReader;
import io.daybook.trading.Parameters;
import io.daybook.trading.RiskLimits;
import io.daybook.trading.Strategy;
import io.daybook.trading.TradeEngine;
import io.daybook.trading.strategy.Strategies;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A floor of processes trades; then each of its traders is simulated, with the commands of all others from the venue's
 * journal, and with the latency that was measured for each of its messages and requests. The simulated trader sends the
 * same requests and gets the same fills, and the journal of the simulated exchange is the venue's, command by command.
 * With a latency of a microsecond the trader gets other fills. (Without latency, a market maker can react to its own
 * order again and again, and time does not advance.)
 */
@Tag("whole")
@OnlyLong
@Proves(
        value = "a simulated trader does what it did live, if each message and request has its measured latency",
        normal = "3 traders of a floor of 3 s",
        large = "5 traders of a floor of 60 s")
class LiveReplayTest {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    private static final int FIRST_UID = 301;
    private static final int TRADERS = LONG ? 5 : 3;
    private static final String STRATEGIES =
            LONG ? "2xmarket-maker,2xliquidity-taker,random" : "market-maker,liquidity-taker,random";

    private static final Latency MICROSECOND = Latency.constant(1_000, 1_000, 1_000);

    @TempDir
    private Path folder;

    @Test
    @Timeout(900)
    void shouldDoWhatItDidLive() throws Exception {
        final Path floor = folder.resolve("floor");
        final DaybookProcess.Ended ended = DaybookProcess.runAlone(
                folder,
                List.of(),
                "floor",
                "--traders",
                STRATEGIES,
                "--for",
                LONG ? "60s" : "3s",
                "--out",
                floor.toString());
        assertEquals(0, ended.status(), ended::err);
        final Path venue = floor.resolve("data");
        final List<String> commands = commands(venue);
        int otherFills = 0;
        int fills = 0;
        for (int uid = FIRST_UID; uid < FIRST_UID + TRADERS; uid++) {
            final LiveRun run = VenueFolder.run(floor.resolve("trader-" + uid + ".run"));
            final LiveReplay replay = new LiveReplay(new VenueFolder(venue), run);
            final List<String> live = fills(venue, uid);
            final Path again = folder.resolve("again-" + uid);
            play(replay, run, again, null);
            requireEqual(commands, commands(again), run.strategy());
            assertEquals(live, fills(again, uid));
            final Path sooner = folder.resolve("sooner-" + uid);
            play(replay, run, sooner, MICROSECOND);
            final int others = differences(live, fills(sooner, uid));
            System.out.printf(
                    "%d, %s: %,d fills, all equal; %,d different with a latency of a microsecond%n",
                    uid, run.strategy(), live.size(), others);
            fills += live.size();
            otherFills += others;
        }
        System.out.printf("%,d commands in the journal%n", commands.size());
        assertTrue(fills > 0 && otherFills > 0, "with another latency nothing differs, so the test proves nothing");
    }

    private static void play(
            final LiveReplay replay, final LiveRun run, final Path journal, final @Nullable Latency latency)
            throws Exception {
        final Parameters parameters = Parameters.of(run.parameters());
        final Strategy strategy = Strategies.create(run.strategy(), LiveReplayTest.class.getClassLoader(), parameters);
        final RiskLimits limits = RiskLimits.of(parameters);
        try (Exchange exchange = DaybookExchange.builder()
                .topology(Topology.INLINE)
                .journal(journal)
                .ackMode(AckMode.AFTER_WRITE) // without threads, each command would wait for its own force
                .start()) {
            replay.play(exchange, latency, port -> new TradeEngine(run.config(limits), strategy, port));
        }
    }

    /** The commands of a journal, with seq, time, cookie and tag. */
    private static List<String> commands(final Path journal) {
        final List<String> all = new ArrayList<>();
        JournalCommands.readAll(
                journal,
                (seq, timeNs, cookie, tag, command) ->
                        all.add(seq + " " + timeNs + " " + cookie + " " + Arrays.toString(tag) + " " + command));
        return all;
    }

    /** Reports the first difference only, because two lists of a hundred thousand commands are too long. */
    private static void requireEqual(final List<String> live, final List<String> again, final String strategy) {
        for (int i = 0; i < Math.min(live.size(), again.size()); i++) {
            assertEquals(live.get(i), again.get(i), strategy);
        }
        assertEquals(live.size(), again.size(), strategy);
    }

    private static List<String> fills(final Path journal, final long uid) {
        final List<String> all = new ArrayList<>();
        final OrderReader reader = new OrderReader(new OrderListener() {
            @Override
            public void onTraded(final OrderReader order) {
                if (order.uid() == uid) {
                    all.add(order.symbol() + " " + order.sideCode() + " " + order.size() + "@" + order.price()
                            + (order.isMaker() ? " maker" : " taker"));
                }
            }
        });
        Replay.from(journal, 1, new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                reader.read(result);
            }
        });
        return all;
    }

    private static int differences(final List<String> live, final List<String> other) {
        int different = Math.abs(live.size() - other.size());
        for (int i = 0; i < Math.min(live.size(), other.size()); i++) {
            different += live.get(i).equals(other.get(i)) ? 0 : 1;
        }
        return different;
    }
}
