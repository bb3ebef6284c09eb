package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs traders and a venue, each in a process of its own. One trader is killed with SIGKILL while its orders are open.
 * Later the venue hangs for two seconds and is then killed. At the end each trader holds the position that the venue
 * has, no order is open, the gates of the traders have refused orders, and no limit was exceeded at any moment of the
 * journal.
 */
@Tag("whole")
@Proves(
        value = "trading programs have the positions of their venue, within their limits, even after kills",
        normal = "one floor of 3 s with three traders",
        large = "20 floors of 60 s")
class FloorTest {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    private static final int RUNS = LONG ? 20 : 1;
    private static final long TRADES = LONG ? 10_000 : 1;

    /** The most floors for one run: on a busy machine a floor may not show all that the test requires. */
    private static final int TRIES = 3;

    private static final Pattern TRADER = Pattern.compile("(?m)^3\\d\\d +(\\S+) +([\\d,]+) +([\\d,]+) ");
    private static final Pattern ALL_TRADES = Pattern.compile("(?m)^([\\d,]+) trades at the venue");
    private static final Pattern KILLED = Pattern.compile("trader 301 is killed with (\\d+) open orders");
    private static final Pattern REFUSED = Pattern.compile("(\\w+)=(\\d+)");

    @TempDir
    private Path folder;

    @Test
    @Timeout(3_600)
    void shouldAgreeWithTheVenueAfterAKill() throws Exception {
        for (int run = 0; run < RUNS; run++) {
            String lacking = "another try";
            for (int tries = 0; tries < TRIES && !lacking.isEmpty(); tries++) {
                lacking = run(run, folder.resolve("floor" + run + "-" + tries));
            }
            assertEquals("", lacking);
        }
    }

    /**
     * Runs a floor, and requires the conditions of every floor. Returns the text that shows which other condition was
     * not met, or an empty text.
     */
    private String run(final int seed, final Path out) throws Exception {
        final DaybookProcess.Ended floor = DaybookProcess.runAlone(
                folder,
                List.of(),
                "floor",
                "--traders",
                LONG ? "2xmarket-maker,2xliquidity-taker,random" : "market-maker,liquidity-taker,random",
                "--for",
                LONG ? "60s" : "3s",
                "--kill",
                "--seed",
                "" + seed,
                "--out",
                out + "");
        final String report = String.join("\n", floor.out());
        assertEquals(0, floor.status(), () -> floor.err() + report);
        assertTrue(report.contains("all is equal, and no limit was exceeded"), report);
        assertTrue(floor.err().contains("the venue is back"), floor.err());
        final Matcher killed = KILLED.matcher(floor.err());
        assertTrue(killed.find(), floor.err());
        assertTrue(Files.size(out.resolve("hops.png")) > 0);
        assertTrue(report.contains("T10-T9 "), report);
        return (number(killed.group(1)) > 0 ? "" : floor.err() + "\n")
                + (hasTraded(report) ? "" : report + "\n")
                + notRefused(floor.out());
    }

    @Test
    @Timeout(600)
    void shouldTakeItsProcessesWithItIfItIsTerminated() throws Exception {
        final Process floor = DaybookProcess.builder(
                        "floor", "--for", "60s", "--traders", "random", "--out", folder.resolve("floor") + "")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("floor.txt").toFile())
                .start();
        final List<ProcessHandle> own = new ArrayList<>();
        try {
            while (own.size() < 2) { // the venue and a trader
                assertTrue(floor.isAlive(), () -> "the floor has ended; see " + folder);
                TimeUnit.MILLISECONDS.sleep(20);
                own.clear();
                floor.descendants().forEach(own::add);
            }
            floor.destroy();
            assertTrue(floor.waitFor(120, TimeUnit.SECONDS));
            for (final ProcessHandle one : own) {
                one.onExit().get(60, TimeUnit.SECONDS);
            }
        } finally {
            floor.destroyForcibly();
            own.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private static boolean hasTraded(final String report) {
        final Matcher all = ALL_TRADES.matcher(report);
        assertTrue(all.find(), report);
        boolean hasTraded = number(all.group(1)) >= TRADES;
        final Matcher traders = TRADER.matcher(report);
        int count = 0;
        while (traders.find()) {
            count++;
            hasTraded &= !LONG || number(traders.group(3)) > 0;
        }
        assertEquals(LONG ? 5 : 3, count, report);
        return hasTraded;
    }

    /**
     * Returns the line of refusals if too few rules have refused an order; empty otherwise. In a long run every rule
     * must have refused one. In a short run one rule is enough, because the rest depends on timing: if a trader already
     * has an order in flight on each of its levels while the feed is silent, the stale-book rule has nothing to refuse.
     */
    private static String notRefused(final List<String> out) {
        final String line = out.stream()
                .filter(one -> one.startsWith("refused by gates"))
                .findFirst()
                .orElseThrow();
        final Matcher rules = REFUSED.matcher(line);
        int count = 0;
        int refused = 0;
        while (rules.find()) {
            count++;
            refused += rules.group(2).equals("0") ? 0 : 1;
        }
        assertEquals(8, count, line);
        return refused >= (LONG ? count : 1) ? "" : line + "\n";
    }

    private static long number(final String text) {
        return Long.parseLong(text.replace(",", ""));
    }
}
