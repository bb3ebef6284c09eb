package io.daybook.cli.research;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cli.CommandRun;
import io.daybook.flow.itch.MatchedDay;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeriesCommandTest {
    private static final Path SAMPLE = Path.of(System.getProperty("daybook.root"), "examples", "lobster");
    private static final int DEPTH = 3;

    @TempDir
    private Path folder;

    private List<String> series(final String output, final String... more) throws IOException {
        final Path file = folder.resolve("out.csv");
        final List<String> words = new ArrayList<>(List.of("series", output, file.toString()));
        words.addAll(List.of(more));
        final CommandRun run = CommandRun.of(words.toArray(new String[0]));
        assertEquals(0, run.status(), run.err());
        final List<String> rows = Files.readAllLines(file);
        return rows.subList(1, rows.size());
    }

    private static String[] ofSample(final String... more) {
        final List<String> words = new ArrayList<>(List.of(
                "--flow",
                SAMPLE.resolve("messages.csv").toString(),
                "--book",
                SAMPLE.resolve("orderbook.csv").toString()));
        words.addAll(List.of(more));
        return words.toArray(new String[0]);
    }

    private static long ns(final String seconds) {
        return new BigDecimal(seconds).movePointRight(9).longValueExact();
    }

    /** Converts the best levels of the file to the format of a series. */
    private static String levels(final String row) {
        final String[] cells = row.split(",");
        final StringBuilder levels = new StringBuilder(",#1");
        for (int cell = 0; cell < 4 * DEPTH; cell += 2) {
            levels.append(',')
                    .append(BigDecimal.valueOf(Long.parseLong(cells[cell]), 4).toPlainString())
                    .append(',')
                    .append(cells[cell + 1]);
        }
        return levels.toString();
    }

    private static TreeMap<Long, String> byTime(final List<String> rows) {
        final TreeMap<Long, String> byTime = new TreeMap<>();
        for (final String row : rows) {
            final int comma = row.indexOf(',');
            byTime.put(Long.parseLong(row.substring(0, comma)), row.substring(comma));
        }
        return byTime;
    }

    @Test
    void shouldHaveTheBookOfTheFileAfterEachMessage() throws IOException {
        final TreeMap<Long, String> tops = byTime(series("--tops", ofSample("--depth", "3")));
        final List<String> messages = Files.readAllLines(SAMPLE.resolve("messages.csv"));
        final List<String> books = Files.readAllLines(SAMPLE.resolve("orderbook.csv"));
        for (int i = 0; i < messages.size(); i++) {
            final String message = messages.get(i);
            assertEquals(
                    levels(books.get(i)),
                    tops.floorEntry(ns(message.split(",")[0])).getValue(),
                    () -> message);
        }
        assertTrue(tops.size() < messages.size(), "there must be no row without a change");
    }

    @Test
    void shouldHaveARowAtTheEndOfEachIntervalInWhichABookChanged() throws IOException {
        final TreeMap<Long, String> all = byTime(series("--tops", ofSample("--depth", "3")));
        final TreeMap<Long, String> some = byTime(series("--tops", ofSample("--depth", "3", "--every", "500ms")));
        assertTrue(some.size() > 5 && some.size() < all.size(), () -> "rows: " + some.size());
        some.forEach((time, row) -> {
            assertEquals(0, time % 500_000_000L);
            assertEquals(all.floorEntry(time).getValue(), row);
        });
        all.forEach((time, row) -> assertEquals(
                all.floorEntry(-Math.floorDiv(-time, 500_000_000L) * 500_000_000L)
                        .getValue(),
                some.floorEntry(-Math.floorDiv(-time, 500_000_000L) * 500_000_000L)
                        .getValue()));
    }

    @Test
    void shouldHaveTheTradesOfTheFile() throws IOException {
        final List<String> expected = new ArrayList<>();
        for (final String message : Files.readAllLines(SAMPLE.resolve("messages.csv"))) {
            final String[] cells = message.split(",");
            if (cells[1].equals("4") || cells[1].equals("5")) {
                expected.add(ns(cells[0]) + ",#1,"
                        + BigDecimal.valueOf(Long.parseLong(cells[4]), 4).toPlainString() + "," + cells[3]
                        + (cells[5].equals("1") ? ",sell,0," : ",buy,0,") + (cells[1].equals("4") ? "book" : "hidden"));
            }
        }
        assertEquals(expected, series("--trades", ofSample()));
    }

    /**
     * A replaced order is one command more in the journal than in the day, so the test compares rows per interval
     * ({@code --every}), not per command.
     */
    @Test
    void shouldBeTheSameOfADayAndOfTheJournalThatItWasPlayedInto() throws IOException {
        final String day = Files.write(folder.resolve("day.itch"), MatchedDay.make(5, 3, 5_000))
                .toString();
        final String journal = folder.resolve("exchange").toString();
        assertEquals(
                0, CommandRun.of("import", "itch", day, "--journal", journal).status());
        for (final String output : List.of("--tops", "--trades")) {
            final List<String> ofDay = series(output, "--flow", day, "--symbol", "2", "--depth", "2", "--every", "1ms");
            final List<String> ofJournal =
                    series(output, "--flow", journal, "--symbol", "2", "--depth", "2", "--every", "1ms");
            assertTrue(ofDay.size() > 2, () -> output + ": " + ofDay.size());
            assertEquals(
                    output.equals("--tops")
                            ? ofDay.stream().map(SeriesCommandTest::inTicks).toList()
                            : tradesInTicks(ofDay),
                    output.equals("--tops") ? ofJournal : tradesInTicks(ofJournal));
        }
    }

    private static String inTicks(final String row) {
        final String[] cells = row.split(",", -1);
        cells[1] = "#2";
        for (int cell = 2; cell < cells.length; cell += 2) {
            cells[cell] = ticks(cells[cell]);
        }
        return String.join(",", cells);
    }

    /** Returns time, price, size and side; the numbers of trades are those of the exchange. */
    private static List<String> tradesInTicks(final List<String> rows) {
        return rows.stream()
                .map(row -> row.split(","))
                .filter(cells -> cells[6].equals("book"))
                .map(cells -> cells[0] + "," + ticks(cells[2]) + "," + cells[3] + "," + cells[4])
                .toList();
    }

    private static String ticks(final String price) {
        return price.isEmpty() || !price.contains(".")
                ? price
                : new BigDecimal(price).movePointRight(4).toBigInteger().toString();
    }

    @Test
    void shouldSayWhatIsWrong() {
        final String[] flow = {"series", "--flow", SAMPLE.toString()};
        assertRefused(CommandRun.of(flow), "name a file with --tops or --trades");
        assertRefused(CommandRun.of("series", "--flow", "x", "--tops", "y", "--depth", "0"), "--depth=0");
        assertRefused(CommandRun.of("series", "--flow", "x", "--tops", "y", "--every", "1h"), "as in 100ms, 1s or 5m");
    }

    private static void assertRefused(final CommandRun run, final String part) {
        assertEquals(2, run.status(), run.err());
        assertTrue(run.err().contains(part), run.err());
    }
}
