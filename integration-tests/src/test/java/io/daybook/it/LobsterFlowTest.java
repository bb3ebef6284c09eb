package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.flow.lobster.MadeUpFlow;
import io.daybook.host.Proves;
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
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Imports events in the format of LOBSTER with {@code daybook import lobster}, and runs them with {@code daybook exec}.
 * Trades hit the orders that the files name, and the book is that of the files. The flow is generated, and its files
 * show all orders; a recorded day is tested as well, if {@code -Ddaybook.data} names a folder with one.
 */
@Proves(
        value = "recorded order flow in LOBSTER's format gives the recorded book",
        normal = "3,000 made-up events; a recorded day with -Ddaybook.data")
@Tag("whole")
class LobsterFlowTest {
    private static final long SEED = 2026;
    private static final int MADE_UP_EVENTS = 3_000;
    private static final long FIRST_SEED_ID = 1_000_000_000_000L;
    private static final int LEVELS = 10;

    private static final Pattern COOKIE = Pattern.compile("\"cookie\":(\\d+)");
    private static final Pattern MAKER = Pattern.compile("\"makerOrderId\":(\\d+)");
    private static final Pattern LEVEL = Pattern.compile("\\[(\\d+),(\\d+),\\d+\\]");
    private static final Pattern BOOK = Pattern.compile("\"asks\":\\[(.*?)\\],\"bids\":\\[(.*?)\\]\\}$");

    @TempDir
    private Path folder;

    /**
     * A day in two files.
     *
     * @param executions the number of executions of visible orders
     * @param unseen the orders that are executed on levels that the files never showed, so that no order can be hit
     * @param levels the number of levels of the book that are compared
     * @param equalShare the share of the events after which the books must be equal
     */
    private record Flow(
            String name,
            List<String> messages,
            List<String> books,
            int executions,
            Set<Long> unseen,
            int levels,
            double equalShare) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Flow> flows() throws IOException {
        final List<Flow> flows = new ArrayList<>();
        final MadeUpFlow madeUp = MadeUpFlow.of(SEED, MADE_UP_EVENTS);
        flows.add(new Flow("made up", madeUp.messages(), madeUp.books(), 363, Set.of(), LEVELS, 1));
        final String recorded = System.getProperty("daybook.data");
        if (recorded != null) {
            final Path data = Path.of(recorded);
            flows.add(new Flow(
                    "recorded",
                    Files.readAllLines(data.resolve("aapl-20120621-message-10.csv")),
                    Files.readAllLines(data.resolve("aapl-20120621-orderbook-10.csv")),
                    98,
                    Set.of(13419503L, 3790155L, 4725582L, 12695153L),
                    1,
                    0.95));
        }
        return flows;
    }

    @ParameterizedTest
    @MethodSource("flows")
    void shouldReproduceTheTradesAndTheBookOfTheFiles(final Flow flow) throws IOException {
        final Path messages = Files.write(folder.resolve("messages.csv"), flow.messages());
        final Path books = Files.write(folder.resolve("orderbook.csv"), flow.books());
        final List<String> scenario = imported(messages, books);
        final List<String> withBooks = new ArrayList<>();
        for (final String line : scenario) {
            withBooks.add(line);
            final Matcher cookie = COOKIE.matcher(line);
            if (cookie.find()) {
                withBooks.add("{\"cmd\":\"book\",\"symbol\":1,\"depth\":10,\"cookie\":" + cookie.group(1) + "}");
            }
        }
        withBooks.add("{\"cmd\":\"totals_report\"}");
        final Path input = Files.write(folder.resolve("with-books.jsonl"), withBooks);

        final DaybookProcess.Ended run = DaybookProcess.run(
                input, "exec", "--journal", folder.resolve("journal").toString(), "-");

        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().stream().allMatch(line -> line.contains("\"result\":\"SUCCESS\"") || isUnseen(line)));
        assertTrades(flow, run.out());
        assertBooks(flow, run.out());
        assertZeroSum(run.out().get(run.out().size() - 1));
    }

    /** Whether an event refers to an order that was placed before the files begin, so that its id is unknown here. */
    private static boolean isUnseen(final String line) {
        return line.contains("MATCHING_UNKNOWN_ORDER_ID");
    }

    private List<String> imported(final Path messages, final Path books) {
        final DaybookProcess.Ended run = DaybookProcess.run("import", "lobster", messages.toString(), books.toString());
        assertEquals(0, run.status(), run.err());
        return run.out();
    }

    private static void assertTrades(final Flow flow, final List<String> results) {
        final List<String[]> events = rows(flow.messages());
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
                assertTrue(!line.contains("\"TRADE\""), () -> "an order of the first book traded: " + line);
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
                assertTrue(makers.isEmpty(), () -> "event " + number + " is not an execution, but it traded");
            } else if (makers.isEmpty()) {
                misses++;
                assertTrue(flow.unseen().contains(orderId), () -> "execution of " + orderId + " hit no order");
            } else {
                hits++;
                final long maker = makers.get(0);
                assertEquals(1, makers.size());
                assertTrue(
                        announced.contains(orderId) ? maker == orderId : maker >= FIRST_SEED_ID,
                        () -> "the recorded execution hit order " + orderId + ", but here it hit " + maker);
            }
        }
        assertEquals(flow.executions() - flow.unseen().size(), hits);
        assertEquals(flow.unseen().size(), misses);
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

    /** Compares the books after every event; rows of skipped events count, too. */
    private static void assertBooks(final Flow flow, final List<String> results) {
        final Map<Long, String> afterEvent = new HashMap<>();
        for (final String line : results) {
            if (line.contains("\"cmd\":\"book\"")) {
                final Matcher cookie = COOKIE.matcher(line);
                assertTrue(cookie.find());
                final Matcher book = BOOK.matcher(line);
                assertTrue(book.find(), line);
                afterEvent.put(
                        Long.parseLong(cookie.group(1)),
                        levels(book.group(1), flow.levels()) + " " + levels(book.group(2), flow.levels()));
            }
        }
        int equal = 0;
        String now = "";
        final List<String[]> rows = rows(flow.books());
        for (int row = 0; row < rows.size(); row++) {
            now = afterEvent.getOrDefault(row + 1L, now);
            equal += now.equals(
                            recorded(rows.get(row), 0, flow.levels()) + " " + recorded(rows.get(row), 2, flow.levels()))
                    ? 1
                    : 0;
        }
        System.out.printf(
                "order flow, %s: %d levels equal after %d of %d events (%.1f%%)%n",
                flow, flow.levels(), equal, rows.size(), 100.0 * equal / rows.size());
        assertTrue(equal >= flow.equalShare() * rows.size(), "the book is equal after " + equal + " of " + rows.size());
    }

    /** Price and size of the best levels of an answer. */
    private static String levels(final String side, final int count) {
        return LEVEL.matcher(side)
                .results()
                .limit(count)
                .map(level -> level.group(1) + ":" + level.group(2))
                .collect(Collectors.joining(","));
    }

    /**
     * Price and size of the best levels in a row of the files; leaves out the levels without lots with which a row is
     * filled up.
     */
    private static String recorded(final String[] row, final int firstColumn, final int count) {
        final List<String> levels = new ArrayList<>();
        for (int column = firstColumn; column < row.length && levels.size() < count; column += 4) {
            if (!"0".equals(row[column + 1])) {
                levels.add(row[column] + ":" + row[column + 1]);
            }
        }
        return String.join(",", levels);
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

    private static List<String[]> rows(final List<String> csv) {
        return csv.stream().map(line -> line.split(",")).toList();
    }

    @Test
    void shouldMakeUpTheSampleAgain() throws IOException {
        final Path sample = Path.of(System.getProperty("daybook.root"), "examples", "lobster");
        final MadeUpFlow flow = MadeUpFlow.of(SEED, 100);
        assertEquals(flow.messages(), Files.readAllLines(sample.resolve("messages.csv")));
        assertEquals(flow.books(), Files.readAllLines(sample.resolve("orderbook.csv")));
    }
}
