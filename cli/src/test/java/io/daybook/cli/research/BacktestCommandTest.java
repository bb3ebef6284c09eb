package io.daybook.cli.research;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cli.CommandRun;
import io.daybook.flow.itch.MatchedDay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    /** At 34200.16 an ask of 72 at 500 comes, which is executed at 34200.22. */
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
        assertTrue(run.err().contains("missed 7"), run.err());
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
