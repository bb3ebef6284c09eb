package io.daybook.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Order flow through import and exec: executions must hit the orders that the files say they hit. The sample in every
 * clone; beside it a recorded NASDAQ day, where {@code -Ddaybook.data} names a folder with one.
 */
@Proves(
        value = "recorded order flow in LOBSTER's format gives the recorded book",
        normal = "3,000 made-up events; a recorded day with -Ddaybook.data")
class OrderFlowTest {
    private static final Pattern COOKIE = Pattern.compile("\"cookie\":(\\d+)");
    private static final Pattern MAKER = Pattern.compile("\"makerOrderId\":(\\d+)");
    private static final long FIRST_SEED = 1_000_000_000_000L;

    static List<Arguments> flows() {
        final Path sample = Path.of(System.getProperty("daybook.root"), "examples", "lobster");
        final List<Arguments> flows = new ArrayList<>();
        flows.add(Arguments.of(
                sample.resolve("messages.csv"),
                sample.resolve("orderbook.csv"),
                "seeded 18 levels; 100 events: ",
                9,
                List.of()));
        final String recorded = System.getProperty("daybook.data");
        if (recorded != null) {
            flows.add(Arguments.of(
                    Path.of(recorded, "aapl-20120621-message-10.csv"),
                    Path.of(recorded, "aapl-20120621-orderbook-10.csv"),
                    "seeded 19 levels; 999 events: 471 new orders, 5 reductions, 364 cancels, 98 executions; left out:"
                            + " 61",
                    98,
                    List.of("13419503", "3790155", "4725582", "12695153")));
        }
        return flows;
    }

    @ParameterizedTest
    @MethodSource("flows")
    void shouldHitTheOrdersThatTheFileNames(
            final Path messages,
            final Path books,
            final String summary,
            final int executed,
            final List<String> unseen,
            @TempDir final Path folder)
            throws IOException {
        final Path scenario = folder.resolve("flow.jsonl");
        final CommandRun imported =
                CommandRun.of("import", "lobster", messages.toString(), books.toString(), "-o", scenario.toString());
        assertEquals(0, imported.status(), imported.err());
        assertTrue(imported.err().startsWith(summary), imported.err());

        final CommandRun run = CommandRun.of("exec", "--strict", scenario.toString());
        assertEquals(0, run.status(), run.err());
        final Map<Integer, String> results = new HashMap<>();
        for (final String line : run.lines()) {
            final Matcher cookie = COOKIE.matcher(line);
            if (cookie.find()) {
                results.put(Integer.parseInt(cookie.group(1)), line);
            }
        }

        final Set<String> announced = new HashSet<>();
        final List<String> missed = new ArrayList<>();
        int executions = 0;
        final List<String> rows = Files.readAllLines(messages);
        for (int row = 1; row <= rows.size(); row++) {
            final String[] event = rows.get(row - 1).split(",");
            if (event[1].equals("1")) {
                announced.add(event[2]);
                assertTrue(!results.get(row).contains("TRADE"), "a new order crossed in row " + row);
            } else if (event[1].equals("4")) {
                executions++;
                if (!isHit(results.get(row), event[2], announced)) {
                    missed.add(event[2]);
                }
            }
            final boolean skipped = event[1].equals("5") || event[1].equals("7");
            assertTrue(skipped || results.get(row).contains("\"result\":\"SUCCESS\""), "row " + row);
        }
        assertEquals(executed, executions);
        assertEquals(unseen, missed);
    }

    /** One trade, with the order that the file names, or with a seed where that order was never announced. */
    private static boolean isHit(final String result, final String orderId, final Set<String> announced) {
        final Matcher maker = MAKER.matcher(result);
        if (!maker.find()) {
            return false;
        }
        final String hit = maker.group(1);
        final boolean right = announced.contains(orderId) ? hit.equals(orderId) : Long.parseLong(hit) >= FIRST_SEED;
        return right && !maker.find() && !result.contains("REJECT");
    }
}
