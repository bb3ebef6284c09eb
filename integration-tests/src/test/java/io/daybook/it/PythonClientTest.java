package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.api.ExchangeConfig;
import io.daybook.api.Topology;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.host.Proves;
import io.daybook.perf.tcp.LocalVenue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a client in another language, written from docs/tcp-protocol.md alone, can trade at a real venue. */
@Proves(value = "a client can be written from tcp-protocol.md alone", normal = "6,000 requests")
@Tag("whole")
@Timeout(600)
final class PythonClientTest {
    private static final Pattern ORDER = Pattern.compile("\"([0-9]+)\": ([0-9]+)");
    private static final Path CLIENT = Path.of("src", "test", "python", "tcp_client.py");
    private static final int REQUESTS = 3_000;

    @TempDir
    private Path folder;

    @Test
    void shouldTradeWithAClientOfAnotherLanguage() throws Exception {
        assumeTrue(hasPython(), "python3 is missing: the client in another language was not tested");
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime())) & 0x7FFF_FFFF;
        try (LocalVenue venue = LocalVenue.start(config(), folder, 2, 50)) {
            final Process first = start(venue, 1, seed);
            final Process second = start(venue, 2, seed + 1);
            for (final Process client : List.of(first, second)) {
                assertTrue(client.waitFor(240, TimeUnit.SECONDS), () -> "a client does not end, seed=" + seed);
            }
            final int last = leftNs(1) > leftNs(2) ? 1 : 2;
            for (int session = 1; session <= 2; session++) {
                final String said = Files.readString(said(session), StandardCharsets.UTF_8);
                final String message = "seed=" + seed + ", session " + session + ": " + said;
                assertTrue(said.contains("\"answered\": " + REQUESTS + ","), message);
                final Map<Long, Long> told = live(said);
                final Map<Long, Long> live = liveAtVenue(venue, session);
                if (session == last) {
                    assertEquals(live, told, message);
                } else { // the other client went on trading with the orders that this one had left
                    live.forEach((order, lots) -> assertTrue(told.getOrDefault(order, 0L) >= lots, message));
                }
            }
        }
    }

    private long leftNs(final int session) throws IOException {
        return PythonMember.leftNs(Files.readString(said(session), StandardCharsets.UTF_8));
    }

    /** The live orders that a client has printed. */
    private static Map<Long, Long> live(final String said) {
        final Map<Long, Long> live = new TreeMap<>();
        final Matcher order = ORDER.matcher(said.substring(said.indexOf("\"live\"")));
        while (order.find()) {
            live.put(Long.valueOf(order.group(1)), Long.valueOf(order.group(2)));
        }
        return live;
    }

    private ExchangeConfig config() {
        return ExchangeConfig.builder()
                .topology(Topology.FUSED)
                .ringSize(1_024)
                .journal(folder.resolve("data"))
                .build();
    }

    private Process start(final LocalVenue venue, final int session, final long seed) throws IOException {
        return new ProcessBuilder(
                        "python3",
                        CLIENT.toString(),
                        "--port",
                        Integer.toString(venue.port()),
                        "--session",
                        Integer.toString(session),
                        "--secret",
                        venue.secret(),
                        "--uid",
                        Integer.toString(session),
                        "--symbol",
                        Integer.toString(LocalVenue.SYMBOL),
                        "--requests",
                        Integer.toString(REQUESTS),
                        "--seed",
                        Long.toString(seed),
                        "--out",
                        folder.resolve("ledger-" + session).toString())
                .redirectErrorStream(true)
                .redirectOutput(said(session).toFile())
                .start();
    }

    private Path said(final int session) {
        return folder.resolve("said-" + session);
    }

    private static Map<Long, Long> liveAtVenue(final LocalVenue venue, final long uid) {
        final Map<Long, Long> live = new TreeMap<>();
        UserReport report = venue.exchange().query(new UserReportQuery(uid)).join();
        while (true) {
            for (final UserReport.Order order : report.orders()) {
                live.put(order.orderId(), order.remaining());
            }
            if (!report.moreOrders()) {
                break;
            }
            final UserReport.Order last = report.orders().get(report.orders().size() - 1);
            report = venue.exchange()
                    .query(new UserReportQuery(uid, report.orders().size(), last.symbol(), last.orderId()))
                    .join();
        }
        return live;
    }

    private static boolean hasPython() {
        try {
            return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
        } catch (final IOException | InterruptedException e) {
            return false;
        }
    }
}
