package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Topology;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A FIX client in Python, with the library simplefix, trades orders of each kind, replaces and cancels orders, gets
 * refusals, cuts its connection, and survives kills of the venue.
 */
@Proves(value = "a FIX client in Python can trade", normal = "340 requests, 2 kills", large = "6,800 requests")
@Tag("whole")
@Timeout(300)
final class PythonFixClientTest {
    private static final Pattern ORDER = Pattern.compile("\"([0-9]+)\": \"([0-9.]+)\"");
    private static final Path CLIENT = Path.of("src", "test", "python", "fix_client.py");
    private static final Path EXAMPLE = Path.of("..", "examples", "fix", "trade.py");
    private static final int ROUNDS = Boolean.getBoolean("daybook.long") ? 3_400 : 170;
    private static final int KILLS = 2;
    private static final BigDecimal LOT = new BigDecimal("0.00001");

    @TempDir
    private Path folder;

    @Test
    void shouldTradeWithAClientOfAnotherLanguage() throws Exception {
        assumeTrue(hasSimplefix(), "python3 has no module simplefix");
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime())) & 0x7FFF_FFFF;
        final VenueProcess venue = new VenueProcess(folder, seed);
        final int port = venue.withFix();
        venue.configure("", "", session(17, 301), session(18, 302));
        final Path file = folder.resolve("daybook.toml");
        Files.writeString(file, Files.readString(file) + "[fix.slippage]\nBTC-EUR = \"50.00\"\n");
        venue.endow();
        venue.start();
        try {
            final List<Process> members = new ArrayList<>();
            for (int session = 17; session <= 18; session++) {
                members.add(start(venue, port, session, seed + session));
            }
            for (int kill = 1; kill <= KILLS; kill++) {
                final int from = ROUNDS * kill / (KILLS + 1);
                while (members.get(0).isAlive() && progress(17) < from) {
                    LockSupport.parkNanos(1_000_000);
                }
                venue.kill();
                venue.start();
            }
            for (final Process member : members) {
                assertTrue(member.waitFor(200, TimeUnit.SECONDS), () -> "a client does not end, seed=" + seed);
            }
            venue.stop();
            try (Exchange exchange = DaybookExchange.start(ExchangeConfig.builder()
                    .topology(Topology.INLINE)
                    .journal(venue.data())
                    .build())) {
                compare(exchange, 17, seed);
                compare(exchange, 18, seed);
            }
        } finally {
            venue.kill();
        }
    }

    /** A refused order has 151=0.00000 in its report and 151=0 in its status; the example must end all the same. */
    @Test
    void shouldEndTheExampleAfterARefusal() throws Exception {
        assumeTrue(hasSimplefix(), "python3 has no module simplefix");
        final VenueProcess venue = new VenueProcess(folder, 1);
        final int port = venue.withFix();
        venue.configure("", "", session(18, 302).replace("\"C18\"", "\"BETA1\""));
        venue.endow();
        venue.start();
        try {
            final Path secret = Files.writeString(folder.resolve("beta.txt"), venue.secret() + "\n");
            final Process example = new ProcessBuilder(
                            "python3",
                            EXAMPLE.toString(),
                            secret.toString(),
                            Integer.toString(port),
                            "R1",
                            "buy",
                            "1000000.00000",
                            "57320.00")
                    .redirectErrorStream(true)
                    .redirectOutput(said(18).toFile())
                    .start();
            assertTrue(example.waitFor(60, TimeUnit.SECONDS), "the example does not end");
            final String said = Files.readString(said(18));
            assertEquals(0, example.exitValue(), said);
            assertTrue(said.startsWith("order R1: refused, "), said);
        } finally {
            venue.kill();
        }
    }

    /**
     * Compares the live orders of a client with those of the venue. The client that ends last has received all reports;
     * the other one may have missed trades of its orders after its end.
     */
    private void compare(final Exchange exchange, final int session, final long seed) throws IOException {
        final String said = Files.readString(said(session), StandardCharsets.UTF_8);
        final String message = "seed=" + seed + ", session " + session + ": " + said;
        assertTrue(said.contains("\"live\""), message);
        final Map<Long, Long> told = new TreeMap<>();
        final Matcher order = ORDER.matcher(said.substring(said.indexOf("\"live\"")));
        while (order.find()) {
            told.put(
                    Long.valueOf(order.group(1)),
                    new BigDecimal(order.group(2)).divide(LOT).longValueExact());
        }
        final Map<Long, Long> live = new TreeMap<>();
        UserReport report = exchange.query(new UserReportQuery(session + 284)).join();
        report.orders().forEach(open -> live.put(open.orderId(), open.remaining()));
        while (report.moreOrders()) {
            report = exchange.query(report.following()).join();
            report.orders().forEach(open -> live.put(open.orderId(), open.remaining()));
        }
        live.forEach((id, lots) -> assertTrue(told.getOrDefault(id, 0L) >= lots, message + " venue " + live));
        final String other = Files.readString(said(35 - session), StandardCharsets.UTF_8);
        if (PythonMember.leftNs(said) > PythonMember.leftNs(other)) {
            assertEquals(live, told, message);
        }
    }

    private int progress(final int session) {
        try {
            final String rounds =
                    Files.readString(folder.resolve("progress-" + session)).strip();
            return rounds.isEmpty() ? 0 : Integer.parseInt(rounds);
        } catch (IOException e) {
            return 0; // the client has not written the file yet
        }
    }

    private Process start(final VenueProcess venue, final int port, final int session, final long seed)
            throws IOException {
        return new ProcessBuilder(
                        "python3",
                        CLIENT.toString(),
                        "--port",
                        Integer.toString(port),
                        "--session",
                        Integer.toString(session),
                        "--comp",
                        "C" + session,
                        "--secret=" + venue.secret(), // the secret may begin with a dash
                        "--account",
                        "A-" + (session + 284),
                        "--seed",
                        Long.toString(seed),
                        "--rounds",
                        Integer.toString(ROUNDS),
                        "--out",
                        folder.resolve("progress-" + session).toString())
                .redirectErrorStream(true)
                .redirectOutput(said(session).toFile())
                .start();
    }

    private Path said(final int session) {
        return folder.resolve("said-" + session);
    }

    private static String session(final int session, final long uid) {
        return "\"session\":" + session + ",\"protocol\":\"fix\",\"compId\":\"C" + session
                + "\",\"venue\":\"DAYBOOK\",\"accounts\":{\"A-" + uid + "\":" + uid
                + "},\"may\":[\"trade\"],\"cancelOnDisconnect\":\"none\","
                + "\"limits\":{\"perSecond\":100000,\"burst\":100000}";
    }

    private static boolean hasSimplefix() throws InterruptedException {
        try {
            final Process python = new ProcessBuilder("python3", "-c", "import simplefix")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return python.waitFor(60, TimeUnit.SECONDS) && python.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
