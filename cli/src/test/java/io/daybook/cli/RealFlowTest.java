package io.daybook.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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

/** A real NASDAQ day through import and exec: executions must hit the orders that NASDAQ says they hit. */
class RealFlowTest {
    private static final Pattern COOKIE = Pattern.compile("\"cookie\":(\\d+)");
    private static final Pattern MAKER = Pattern.compile("\"makerOrderId\":(\\d+)");
    private static final long FIRST_SEED = 1_000_000_000_000L;

    @Test
    void shouldHitTheOrdersThatTheFileNames(@TempDir final Path folder) throws IOException {
        final Path data = Path.of(System.getProperty("daybook.data", "."));
        final Path messages = data.resolve("aapl-20120621-message-10.csv");
        assumeTrue(Files.exists(messages), () -> "no real order flow in " + data);
        final Path scenario = folder.resolve("aapl.jsonl");
        final CommandRun imported = CommandRun.of(
                "import",
                "lobster",
                messages.toString(),
                data.resolve("aapl-20120621-orderbook-10.csv").toString(),
                "-o",
                scenario.toString());
        assertEquals(0, imported.status(), imported.err());
        assertTrue(imported.err().startsWith("seeded 19 levels; 999 events: "), imported.err());

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
            final boolean skipped = event[1].equals("5");
            assertTrue(skipped || results.get(row).contains("\"result\":\"SUCCESS\""), "row " + row);
        }
        assertEquals(98, executions);
        assertEquals(List.of("13419503", "3790155", "4725582", "12695153"), missed);
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
