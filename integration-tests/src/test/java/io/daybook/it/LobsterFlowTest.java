package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real events of one stock, imported by {@code daybook import lobster} and run by {@code daybook exec}: trades hit the orders
 * that the venue recorded, and the book is the recorded one.
 */
class LobsterFlowTest {
    private static final int CENTS_PER_UNIT = 100;
    private static final long FIRST_SEED_ID = 1_000_000_000_000L;
    private static final Set<Long> ON_UNSEEN_LEVELS = Set.of(13419503L, 3790155L, 4725582L, 12695153L);

    private static final Pattern COOKIE = Pattern.compile("\"cookie\":(\\d+)");
    private static final Pattern MAKER = Pattern.compile("\"makerOrderId\":(\\d+)");
    private static final Pattern BOOK = Pattern.compile("\"asks\":\\[(.*?)\\],\"bids\":\\[(.*?)\\]\\}$");

    @TempDir
    private Path folder;

    @Test
    void shouldReproduceTheRecordedTradesAndTheRecordedBook() throws IOException {
        final Path messages = RealData.file("aapl-20120621-message-10.csv");
        final Path books = RealData.file("aapl-20120621-orderbook-10.csv");
        final List<String> scenario = imported(messages, books);
        final List<String> withBooks = new ArrayList<>();
        for (final String line : scenario) {
            withBooks.add(line);
            final Matcher cookie = COOKIE.matcher(line);
            if (cookie.find()) {
                withBooks.add("{\"cmd\":\"book\",\"symbol\":1,\"depth\":1,\"cookie\":" + cookie.group(1) + "}");
            }
        }
        withBooks.add("{\"cmd\":\"totals_report\"}");
        final Path input = Files.write(folder.resolve("with-books.jsonl"), withBooks);

        final DaybookProcess.Ended run = DaybookProcess.run(
                folder, input, "exec", "--journal", folder.resolve("journal").toString(), "-");

        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().stream().allMatch(line -> line.contains("\"result\":\"SUCCESS\"") || isUnseen(line)));
        final List<String[]> events = rows(messages);
        assertTrades(events, run.out());
        assertBooks(rows(books), run.out());
        assertZeroSum(run.out().get(run.out().size() - 1));
    }

    /** Orders about which the files say nothing before: the venue's own id finds nothing here. */
    private static boolean isUnseen(final String line) {
        return line.contains("MATCHING_UNKNOWN_ORDER_ID");
    }

    private List<String> imported(final Path messages, final Path books) {
        final DaybookProcess.Ended run =
                DaybookProcess.run(folder, "import", "lobster", messages.toString(), books.toString());
        assertEquals(0, run.status(), run.err());
        return run.out();
    }

    private static void assertTrades(final List<String[]> events, final List<String> results) {
        int hits = 0;
        int misses = 0;
        final Set<Long> announced = new HashSet<>();
        final Map<Long, List<String>> byEvent = new HashMap<>();
        for (final String line : results) {
            final Matcher cookie = COOKIE.matcher(line);
            if (cookie.find()) {
                byEvent.computeIfAbsent(Long.parseLong(cookie.group(1)), unused -> new ArrayList<>())
                        .add(line);
            } else {
                assertTrue(!line.contains("\"TRADE\""), () -> "a seed traded: " + line);
            }
        }
        for (int row = 0; row < events.size(); row++) {
            final String[] event = events.get(row);
            final long orderId = Long.parseLong(event[2]);
            if ("1".equals(event[1])) {
                announced.add(orderId);
            }
            final List<Long> makers = makers(byEvent.getOrDefault(row + 1L, List.of()));
            if (!"4".equals(event[1])) {
                final int number = row + 1;
                assertTrue(makers.isEmpty(), () -> "event " + number + " is no execution, but it traded");
            } else if (makers.isEmpty()) {
                misses++;
                assertTrue(ON_UNSEEN_LEVELS.contains(orderId), () -> "execution of " + orderId + " found nothing");
            } else {
                hits++;
                final long maker = makers.get(0);
                assertEquals(1, makers.size());
                assertTrue(
                        announced.contains(orderId) ? maker == orderId : maker >= FIRST_SEED_ID,
                        () -> "the venue recorded " + orderId + ", here it was " + maker);
            }
        }
        System.out.println("real order flow: " + hits + " executions hit the recorded order, " + misses
                + " are of levels that the files never showed");
        assertEquals(94, hits);
        assertEquals(ON_UNSEEN_LEVELS.size(), misses);
    }

    private static List<Long> makers(final List<String> lines) {
        final List<Long> makers = new ArrayList<>();
        for (final String line : lines) {
            final Matcher maker = MAKER.matcher(line);
            while (maker.find()) {
                makers.add(Long.parseLong(maker.group(1)));
            }
        }
        return makers;
    }

    /** Rows of skipped events count too: the book must be the recorded one after every event. */
    private static void assertBooks(final List<String[]> recorded, final List<String> results) {
        final Map<Long, String> afterEvent = new HashMap<>();
        for (final String line : results) {
            if (line.contains("\"cmd\":\"book\"")) {
                final Matcher cookie = COOKIE.matcher(line);
                assertTrue(cookie.find());
                final Matcher book = BOOK.matcher(line);
                assertTrue(book.find(), line);
                afterEvent.put(Long.parseLong(cookie.group(1)), book.group(1) + book.group(2));
            }
        }
        int equal = 0;
        String now = "";
        for (int row = 0; row < recorded.size(); row++) {
            now = afterEvent.getOrDefault(row + 1L, now);
            final String[] levels = recorded.get(row);
            if (now.startsWith(best(levels, 0)) && now.contains("]" + best(levels, 2))) {
                equal++;
            }
        }
        System.out.printf(
                "real order flow: best bid and ask equal after %d of %d events (%.1f%%)%n",
                equal, recorded.size(), 100.0 * equal / recorded.size());
        assertTrue(equal >= 0.95 * recorded.size(), "best bid and ask equal after " + equal + " of " + recorded.size());
    }

    private static String best(final String[] levels, final int column) {
        return "[" + Long.parseLong(levels[column]) / CENTS_PER_UNIT + "," + levels[column + 1] + ",";
    }

    private static void assertZeroSum(final String totals) {
        final Pattern row = Pattern.compile("\"currency\":\\d+,\"balances\":(-?\\d+),\"held\":-?\\d+,\"fees\":(-?\\d+),"
                + "\"adjustments\":(-?\\d+),\"positions\":(-?\\d+)");
        final Matcher currency = row.matcher(totals);
        int currencies = 0;
        while (currency.find()) {
            long sum = 0;
            for (int group = 1; group <= currency.groupCount(); group++) {
                sum += Long.parseLong(currency.group(group));
            }
            assertEquals(0, sum, totals);
            currencies++;
        }
        assertEquals(2, currencies, totals);
    }

    private static List<String[]> rows(final Path csv) throws IOException {
        return Files.readAllLines(csv).stream().map(line -> line.split(",")).toList();
    }
}
