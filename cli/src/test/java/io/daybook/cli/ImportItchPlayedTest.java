package io.daybook.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.flow.itch.MatchedDay;
import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plays orders of ITCH files on an exchange. Its books must be equal to those of the file. */
@Proves("the orders of an ITCH file give the same books on an exchange")
@Tag("whole")
class ImportItchPlayedTest {
    private static final Pattern LEVEL = Pattern.compile("\\[(\\d+),(\\d+),(\\d+)]");
    private static final int STOCKS = 5;

    @TempDir
    private Path folder;

    private Path day(final long seed) throws IOException {
        return Files.write(folder.resolve("day.itch"), MatchedDay.make(seed, STOCKS, 20_000));
    }

    private static CommandRun read(final Path file, final Object... arguments) {
        final String[] words = new String[3 + arguments.length];
        words[0] = "import";
        words[1] = "itch";
        words[2] = file.toString();
        for (int i = 0; i < arguments.length; i++) {
            words[3 + i] = arguments[i].toString();
        }
        return CommandRun.of(words);
    }

    /** Returns queries for all books. */
    private static String books() {
        final StringBuilder questions = new StringBuilder();
        for (int symbol = 1; symbol <= STOCKS; symbol++) {
            questions.append("{\"cmd\":\"book\",\"symbol\":" + symbol + "}\n");
        }
        return questions.toString();
    }

    /** Converts an answer of the exchange to the row of the CSV with the same book. */
    private static String row(final int symbol, final String answer) {
        assertTrue(answer.contains("\"symbol\":" + symbol + ",\"asks\":["), answer);
        final int bids = answer.indexOf("\"bids\":");
        final long[] ask = side(answer.substring(0, bids));
        final long[] bid = side(answer.substring(bids));
        return symbol + ",STOCK," + bid[0] + "," + bid[1] + "," + bid[2] + "," + price(bid[3]) + "," + bid[4] + ","
                + price(ask[3]) + "," + ask[4] + "," + ask[2] + "," + ask[1] + "," + ask[0];
    }

    /** Returns orders, levels and shares of a side, its best price and the shares at that price. */
    private static long[] side(final String levels) {
        final long[] side = new long[5];
        final Matcher level = LEVEL.matcher(levels);
        while (level.find()) {
            if (side[1] == 0) {
                side[3] = Long.parseLong(level.group(1));
                side[4] = Long.parseLong(level.group(2));
            }
            side[0] += Long.parseLong(level.group(3));
            side[1]++;
            side[2] += Long.parseLong(level.group(2));
        }
        return side;
    }

    private static String price(final long price) {
        return "%d.%04d".formatted(price / 10_000, price % 10_000);
    }

    private static List<String> rows(final List<String> answers) {
        final List<String> rows = new ArrayList<>();
        for (int symbol = 1; symbol <= STOCKS; symbol++) {
            rows.add(row(symbol, answers.get(answers.size() - STOCKS + symbol - 1)));
        }
        return rows;
    }

    @Test
    void shouldPlayTheDayOnAnExchange() throws IOException {
        for (long seed = 1; seed <= 3; seed++) {
            final Path journal = folder.resolve("exchange" + seed);
            final Path books = folder.resolve("books.csv");
            final CommandRun run = read(day(seed), "--journal", journal, "--books", books);
            assertEquals(0, run.status(), run.err());
            final List<String> said = run.err().lines().toList();
            assertTrue(
                    said.get(said.size() - 2)
                            .endsWith(" executions of orders that were not first on their side: 0;"
                                    + " new orders that crossed: 0"),
                    "seed=" + seed + ": " + run.err());
            assertEquals("refused by the exchange: none", said.get(said.size() - 1), "seed=" + seed);

            final CommandRun asked = CommandRun.withInput(books(), "exec", "--journal", journal.toString());
            assertEquals(0, asked.status(), asked.err());
            final List<String> expected = Files.readAllLines(books);
            assertEquals(expected.subList(1, expected.size()), rows(asked.lines()), "seed=" + seed);
        }
    }

    @Test
    void shouldMakeAScenarioThatPlaysTheDay() throws IOException {
        final long seed = 4;
        final Path file = day(seed);
        final Path books = folder.resolve("books.csv");
        final Path scenario = folder.resolve("day.jsonl");
        assertEquals(0, read(file, "--commands", scenario, "--books", books).status());
        assertEquals(read(file, "--commands", "-").out(), Files.readString(scenario));
        Files.writeString(scenario, Files.readString(scenario) + books());
        final CommandRun run = CommandRun.of("exec", "--strict", scenario.toString());
        assertEquals(0, run.status(), run.err());
        assertTrue(run.lines().stream().allMatch(line -> line.contains("\"result\":\"SUCCESS\"")), "seed=" + seed);
        final List<String> expected = Files.readAllLines(books);
        assertEquals(expected.subList(1, expected.size()), rows(run.lines()), "seed=" + seed);
    }

    @Test
    void shouldCountWhatAnExchangeWouldHaveMatchedOtherwise() throws IOException {
        final byte[] first = added(0, 'B', 100);
        final byte[] second = added(1, 'B', 100);
        final byte[] crossing = added(2, 'S', 99);
        final byte[] executed = ByteBuffer.allocate(2 + 31)
                .putShort(0, (short) 31)
                .put(2, (byte) 'E')
                .putShort(3, (short) 1)
                .putLong(13, 1)
                .putInt(21, 5)
                .array();
        final Path file = folder.resolve("odd.itch");
        final ByteBuffer all = ByteBuffer.allocate(3 * 38 + 33);
        Files.write(file, all.put(first).put(second).put(crossing).put(executed).array());
        final CommandRun run = read(file, "--journal", folder.resolve("exchange"));
        assertEquals(0, run.status(), run.err());
        assertTrue(
                run.err()
                        .contains("4 commands made; executions of orders that were not first on their side: 1;"
                                + " new orders that crossed: 1\nrefused by the exchange: none\n"),
                run.err());
    }

    private static byte[] added(final long reference, final char side, final int price) {
        return ByteBuffer.allocate(2 + 36)
                .putShort(0, (short) 36)
                .put(2, (byte) 'A')
                .putShort(3, (short) 1)
                .putLong(13, reference)
                .put(21, (byte) side)
                .putInt(22, 10)
                .putInt(34, price)
                .array();
    }

    @Test
    void shouldCountWhatTheExchangeRefuses() throws IOException {
        final Path file = Files.write(folder.resolve("odd.itch"), added(7, 'B', 0));
        final CommandRun run = read(file, "--journal", folder.resolve("exchange"));
        assertEquals(0, run.status(), run.err());
        assertTrue(run.err().endsWith("refused by the exchange: 1 INVALID_PRICE\n"), run.err());
    }

    @Test
    void shouldPlayOnANewExchangeOnly() throws IOException {
        final Path file = day(5);
        final Path journal = folder.resolve("exchange");
        assertEquals(
                0,
                CommandRun.withInput("", "exec", "--journal", journal.toString())
                        .status());
        final CommandRun run = read(file, "--journal", journal);
        assertEquals(2, run.status(), run.err());
        assertEquals("daybook: " + journal + " holds an exchange already; name a folder for a new one\n", run.err());
    }

    @Test
    void shouldMakeNothingOfAFileThatIsNotThere() {
        final Path none = folder.resolve("none.itch");
        final Path journal = folder.resolve("exchange");
        final Path scenario = folder.resolve("day.jsonl");
        assertEquals(2, read(none, "--journal", journal).status());
        assertEquals(2, read(none, "--commands", scenario).status());
        assertFalse(Files.exists(journal));
        assertFalse(Files.exists(scenario));
    }

    @Test
    void shouldRefuseTwoTargetsAndTheFileItself() throws IOException {
        final Path file = day(6);
        final CommandRun both = read(file, "--commands", "-", "--journal", folder.resolve("exchange"));
        assertEquals(2, both.status());
        assertTrue(both.err().contains("--commands, --journal and --feed exclude each other"), both.err());
        final long size = Files.size(file);
        final CommandRun same = read(file, "--commands", file);
        assertEquals(2, same.status());
        assertTrue(same.err().contains("is the file to read"), same.err());
        assertEquals(size, Files.size(file));
        final CommandRun directory = read(file, "--commands", folder);
        assertEquals(2, directory.status());
        assertTrue(directory.err().contains(folder.toString()), directory.err());
        assertFalse(Files.exists(folder.resolve("exchange")));
    }
}
