package io.daybook.cli.research;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cli.CommandRun;
import io.daybook.client.OrderType;
import io.daybook.client.book.OrderLevels;
import io.daybook.flow.itch.MatchedDay;
import io.daybook.trading.Strategy;
import io.daybook.trading.Trader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BacktestCommandTest {
    private static final Path SAMPLE = Path.of(System.getProperty("daybook.root"), "examples", "lobster");

    @TempDir
    private Path folder;

    private CommandRun backtest(final String orders, final String... day) throws IOException {
        final Path mine = Files.writeString(folder.resolve("mine.csv"), orders);
        final String[] words = new String[5 + day.length];
        words[0] = "backtest";
        System.arraycopy(day, 0, words, 1, day.length);
        words[1 + day.length] = "--orders";
        words[2 + day.length] = mine.toString();
        words[3 + day.length] = "--out";
        words[4 + day.length] = folder.resolve("report").toString();
        return CommandRun.of(words);
    }

    private CommandRun ofSample(final String orders) throws IOException {
        return backtest(
                orders,
                "--flow",
                SAMPLE.resolve("messages.csv").toString(),
                "--book",
                SAMPLE.resolve("orderbook.csv").toString());
    }

    private List<String> report(final String file) throws IOException {
        return Files.readAllLines(folder.resolve("report").resolve(file));
    }

    /** An ask of 72 at 500 arrives at 34200.16 and is executed at 34200.22. */
    @Test
    void shouldSayWhatTheOrdersTradedAndWhereTheyStood() throws IOException {
        final CommandRun run = ofSample("""
                time,side,price,size,id
                34200.18,cancel,,,1
                34200.11,buy,500,100,1
                34200.11,buy,499.99,30,3
                34200.17,buy,500.03,10,2
                34200.2,cancel,,,3
                34200.2,cancel,,,3
                """);
        assertEquals(0, run.status(), run.err());
        assertEquals(
                List.of(
                        "time,id,side,price,size,left,role,doubtful,symbol,lotsBefore",
                        "34200161483916,1,buy,500.0000,72,28,maker,false,1,0",
                        "34200170000000,2,buy,500.0300,10,0,taker,false,1,0"),
                report("fills.csv"));
        assertEquals(
                List.of("time,id,ordersBefore,lotsBefore", "34200110000000,1,0,0", "34200110000000,3,1,200"),
                report("ranks.csv"));
        final String summary = report("summary.json").get(0);
        assertTrue(
                summary.startsWith("{\"orders\":3,\"cancels\":3,\"refused\":1,\"fills\":2,\"bought\":82,"
                        + "\"boughtFor\":410003000,\"sold\":0,\"soldFor\":0,\"displaced\":0,\"consumed\":82,"),
                summary);
        assertTrue(summary.contains("\"odd\":0,\"doubtful\":0,\"unknown\":0}"), summary);
        assertTrue(run.out().contains("missed 72 shares\n"), run.out());
        assertTrue(run.out().contains("boughtFor 41000.3000 dollars\n"), run.out());
        assertFalse(run.err().contains("missed"), run.err());
    }

    @Test
    void shouldTradeInADayOfItch() throws IOException {
        final Path day = Files.write(folder.resolve("day.itch"), MatchedDay.make(3, 2, 5_000));
        final CommandRun run = backtest("40000,buy,1.01,1000,1\n", "--flow", day.toString(), "--symbol", "2");
        assertEquals(0, run.status(), run.err());
        final List<String> fills = report("fills.csv");
        assertTrue(fills.get(1).endsWith(",taker,false,2,0"), () -> String.join("\n", fills));
        assertTrue(fills.get(1).startsWith("40000000000000,1,buy,1.0001,"), () -> String.join("\n", fills));
    }

    /** A strategy that buys once, at the first ask that it receives. */
    public static final class FirstAsk implements Strategy {
        private @Nullable Trader trader;
        private boolean hasBought;

        @Override
        public void onStart(final Trader started) {
            trader = started;
        }

        @Override
        public void onBook(
                final int symbol, final OrderLevels levels, final int book, final int side, final long price) {
            final int ask = levels.best(book, OrderLevels.ASK);
            if (!hasBought && ask != OrderLevels.NO_LEVEL) {
                hasBought = true;
                Objects.requireNonNull(trader)
                        .orders()
                        .place(symbol, OrderLevels.BID, 0, OrderType.IOC, levels.price(ask), 7);
            }
        }
    }

    private CommandRun strategy(final String... words) throws IOException {
        final List<String> all = new ArrayList<>(
                List.of("backtest", "--out", folder.resolve("report").toString()));
        all.addAll(List.of("--flow", SAMPLE.resolve("messages.csv").toString()));
        all.addAll(List.of("--book", SAMPLE.resolve("orderbook.csv").toString()));
        all.addAll(List.of(words));
        return CommandRun.of(all.toArray(new String[0]));
    }

    @Test
    void shouldRunAStrategyOfOnesOwn() throws IOException {
        final CommandRun run =
                strategy("--strategy", FirstAsk.class.getName(), "--latency", "order=50us,feed=20us", "--fee", "0.003");
        assertEquals(0, run.status(), run.err());
        final List<String> fills = report("fills.csv");
        assertEquals(2, fills.size(), fills.toString());
        assertTrue(fills.get(1).contains(",1,buy,") && fills.get(1).endsWith(",7,0,taker,false,1,0"), fills.toString());
        final String summary = report("summary.json").get(0);
        assertTrue(summary.contains("\"bought\":7,") && summary.contains("\"fees\":210,"), summary);
        final String page = String.join("\n", report("index.html"));
        assertEquals(6, page.split("data:image/png;base64,iVBOR", -1).length - 1, "pictures");
        assertTrue(page.contains(FirstAsk.class.getName()));
        assertTrue(run.out().contains("fees 0.0210 dollars\n"), run.out());
    }

    /** The fee of the first trade, 0.0210 dollars, exceeds the permitted loss. */
    @Test
    void shouldSayThatALimitStopsTheStrategy() throws IOException {
        final CommandRun run = strategy(
                "--strategy", FirstAsk.class.getName(), "--fee", "0.003", "--set=maxLoss=200", "--set=maxSize=7");
        assertEquals(0, run.status(), run.err());
        final String said = "maxLoss of 0.0200 dollars is reached: ";
        assertTrue(run.out().contains(said), run.out());
        final String page = String.join("\n", report("index.html"));
        assertTrue(page.contains(said), page.substring(0, 2_000));
        assertTrue(page.contains("<tr><td>SIZE<td>0<td>maxSize=7"), "limits");
    }

    /** Without slack the maker would follow its own quotes for ever, because this run has no latency. */
    @Test
    void shouldLetAMakerLeaveQuotesThatItAloneHasMoved() throws IOException {
        final CommandRun run = strategy("--strategy=market-maker", "--set=tick=100", "--set=clip=100", "--set=slack=1");
        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().startsWith("requests 8\n"), run.out());
    }

    @Test
    void shouldRunAllCombinationsOfASweep() throws IOException {
        final CommandRun sweep =
                strategy("--strategy=market-maker", "--set=tick=100", "--sweep=clip=5,10", "--sweep=latency=10us,1ms");
        assertEquals(0, sweep.status(), sweep.err());
        final List<String> table = report("sweep.csv");
        assertEquals(5, table.size());
        assertTrue(table.get(0).startsWith("clip,latency,requests,"), table.get(0));
        assertEquals(table, sweep.out().lines().toList());
        assertTrue(table.get(2).startsWith("5,1ms,") && table.get(3).startsWith("10,10us,"), table.toString());
    }

    @Test
    void shouldSayWhatIsWrongWithAStrategy() throws IOException {
        assertRefused(2, strategy("--strategy=nothing"), "strategy must be one of");
        assertRefused(2, strategy("--strategy=market-maker", "--set=klip=1"), "unknown parameter klip");
        assertRefused(2, strategy("--strategy=market-maker", "--latency=fast"), "--latency must be a time");
        assertRefused(2, strategy("--strategy=market-maker", "--fee=0.00001"), "--fee must be dollars per share");
        assertRefused(2, strategy("--strategy=market-maker", "--jar=none.jar"), "none.jar: there is no such file");
        assertRefused(2, strategy(), "--orders");
    }

    @Test
    void shouldSayWhatIsWrong() throws IOException {
        assertRefused(1, ofSample("1,buy,x,1,1\n"), "mine.csv, line 1, column 3 (price): \"x\"");
        assertRefused(1, ofSample("1,hold,1,1,1\n"), "(side): \"hold\"; expected buy, sell or cancel");
        assertRefused(1, ofSample("1,buy,1\n"), "3 columns; expected 5");
        final String messages = SAMPLE.resolve("messages.csv").toString();
        assertRefused(2, backtest("", "--flow", messages), "name the stock with --symbol");
        assertRefused(1, backtest("", "--flow", messages, "--symbol", "1"), "name its order book file by --book");
        final Path day = Files.write(folder.resolve("day.itch"), MatchedDay.make(3, 2, 50));
        assertRefused(2, backtest("", "--flow", day.toString(), "--symbol", "NONE"), "no order of --symbol=NONE");
    }

    private static void assertRefused(final int status, final CommandRun run, final String part) {
        assertEquals(status, run.status(), run.err());
        assertTrue(run.err().contains(part), run.err());
    }
}
