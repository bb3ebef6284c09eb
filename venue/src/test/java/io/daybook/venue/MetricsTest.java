package io.daybook.venue;

import static io.daybook.venue.ServedVenue.member;
import static io.daybook.venue.ServedVenue.ok;
import static io.daybook.venue.ServedVenue.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each metric exists and counts: the test compares one line of the page for each name, before and after an action. */
@Proves("each metric exists, has the right value, and is documented")
@Tag("whole")
class MetricsTest {
    private static final int CONNECTIONS = 40;
    private static final long SHOWN_NS = TimeUnit.MINUTES.toNanos(1);

    /** The beginnings of the lines that the test or the start changes; the rest of each line is its label. */
    private static final List<String> GROWING = List.of(
            "daybook_seq",
            "daybook_commands_total{type=\"PLACE_ORDER\"}",
            "daybook_commands_total{type=\"PERSIST_SNAPSHOT\"}",
            "daybook_refusals_total{code=\"RISK_NSF\"}",
            "daybook_trades_total{symbol=\"BTC-EUR\"}",
            "daybook_orders_live{symbol=\"BTC-EUR\"}",
            "daybook_journal_written_seq",
            "daybook_journal_forced_seq",
            "daybook_journal_force_seconds_count",
            "daybook_journal_force_seconds_sum",
            "daybook_snapshot_last_seq",
            "daybook_snapshot_bytes",
            "daybook_snapshot_age_seconds",
            "daybook_hop_seconds_count{hop=\"T3-T4\"}",
            "daybook_command_seconds_count",
            "daybook_http_request_seconds_count{method=\"POST\",route=\"/v1/orders\",status=\"201\"}",
            "daybook_http_request_seconds_count{method=\"POST\",route=\"/v1/orders\",status=\"422\"}",
            "daybook_http_connections",
            "daybook_http_limited_total{kind=\"connections\"}",
            "daybook_auth_failures_total{reason=\"token\"}",
            "daybook_ws_connections",
            "daybook_ws_subscriptions{channel=\"book\"}",
            "daybook_ws_messages_total{channel=\"book\"}",
            "daybook_sessions{door=\"http\",state=\"up\"}",
            "daybook_follower_seq{follower=\"orders\"}",
            "daybook_follower_seq{follower=\"history\"}",
            "daybook_history_seq");

    /**
     * The lines that exist from the start on. They change by events (a full ring, a slow disk, a fault) that other
     * tests cause, or none.
     */
    private static final List<String> THERE = List.of(
            "daybook_exchange_state{state=\"running\"} 1.0",
            "daybook_exchange_state{state=\"failed\"} 0.0",
            "daybook_ring_size_slots ",
            "daybook_ring_fill_slots ",
            "daybook_speculation_waits_total ",
            "daybook_listener_errors_total 0.0",
            "daybook_journal_lag_commands ",
            "daybook_journal_bytes ",
            "daybook_journal_segments 1.0",
            "daybook_snapshot_failures_total 0.0",
            "daybook_recovery_seconds ",
            "daybook_disk_free_bytes ",
            "daybook_ws_conflated_total 0.0",
            "daybook_ws_slow_closed_total 0.0",
            "daybook_follower_events_behind{follower=\"orders\"} ",
            "daybook_follower_held_bytes{follower=\"orders\"} ",
            "daybook_history_lag_seconds 0.0",
            "daybook_build_info{",
            "jvm_memory_used_bytes",
            "process_cpu_usage ",
            "process_files_open_files ",
            "process_uptime_seconds ");

    @TempDir
    private Path folder;

    private ServedVenue venue;

    @BeforeEach
    void start() throws Exception {
        venue = ServedVenue.start(folder, "hopEvery=1", "http.connections=" + CONNECTIONS);
    }

    @AfterEach
    void stop() {
        venue.close();
    }

    private String page() throws Exception {
        return ok(venue.get(venue.adminToken(), "/metrics"));
    }

    private static Map<String, Double> values(final String page) {
        final Map<String, Double> values = new TreeMap<>();
        page.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            final int blank = line.lastIndexOf(' ');
            values.put(line.substring(0, blank), Double.parseDouble(line.substring(blank + 1)));
        });
        return values;
    }

    @Test
    void shouldShowEachThingThatIsMeasured() throws Exception {
        final String page = page();
        for (final String name : THERE) {
            assertTrue(page.contains("\n" + name), () -> name + " is missing in\n" + page);
        }
        assertTrue(values(page).get("daybook_journal_bytes") > 0, page);
    }

    @Test
    void shouldSayWhatHasHappened() throws Exception {
        final Map<String, Double> before = values(page());
        final String anna = venue.trader(301, "2", "100000");
        final String bert = venue.trader(302, "2", "100000");
        try (StreamClient stream = StreamClient.open(venue, anna)) {
            stream.send("{\"op\":\"subscribe\",\"channels\":[\"book:BTC-EUR\",\"orders\"]}");
            stream.next("\"snapshot\"");
            ok(venue.send(anna, "POST", "/v1/orders", order("sell", "100.00", "0.1", "s-1")));
            stream.next("\"diff\"");
            ok(venue.send(bert, "POST", "/v1/orders", order("buy", "100.00", "0.05", "b-1")));
            assertEquals(
                    422,
                    venue.send(bert, "POST", "/v1/orders", order("buy", "100000.00", "9", "b-2"))
                            .statusCode());
            assertEquals(401, venue.get("dbk_wrong", "/v1/session").statusCode());
            ok(venue.send(venue.adminToken(), "POST", "/v1/admin/snapshot", ""));
            overTheLimit();
            final long beganNs = System.nanoTime();
            Map<String, Double> after = values(page());
            while (!missing(before, after).isEmpty() && System.nanoTime() - beganNs < SHOWN_NS) {
                after = values(page());
            }
            assertEquals(List.of(), missing(before, after), "these metrics must grow");
            assertEquals(1.0, after.get("daybook_trades_total{symbol=\"BTC-EUR\"}"));
            assertEquals(1.0, after.get("daybook_orders_live{symbol=\"BTC-EUR\"}"));
            assertEquals(3.0, after.get("daybook_commands_total{type=\"PLACE_ORDER\"}"));
            assertEquals(1.0, after.get("daybook_refusals_total{code=\"RISK_NSF\"}"));
        }
        final String last = member(ok(venue.send(anna, "DELETE", "/v1/orders?symbol=BTC-EUR", "")), "seq");
        venue.awaitShown(Long.parseLong(last));
        assertEquals(0.0, values(page()).get("daybook_orders_live{symbol=\"BTC-EUR\"}"));
    }

    @Test
    void shouldKnowTheSnapshotOfTheLifeBefore() throws Exception {
        venue.trader(301, "2", "100000");
        final String seq = member(ok(venue.send(venue.adminToken(), "POST", "/v1/admin/snapshot", "")), "seq");
        venue.restart();
        final Map<String, Double> values = values(page());
        assertEquals(Double.parseDouble(seq), values.get("daybook_snapshot_last_seq"));
        assertTrue(values.get("daybook_snapshot_bytes") > 0, values.toString());
        assertTrue(values.get("daybook_snapshot_age_seconds") >= 0, values.toString());
    }

    /** Opens more connections than the limit permits; the server closes the last of them. */
    private void overTheLimit() throws Exception {
        final List<Socket> open = new ArrayList<>();
        try {
            for (int i = 0; i <= CONNECTIONS; i++) {
                open.add(new Socket(InetAddress.getLoopbackAddress(), venue.port()));
            }
            assertEquals(-1, open.get(CONNECTIONS).getInputStream().read());
        } finally {
            for (final Socket socket : open) {
                socket.close();
            }
        }
    }

    private static List<String> missing(final Map<String, Double> before, final Map<String, Double> after) {
        return GROWING.stream()
                .filter(name -> {
                    final double first = before.getOrDefault(name, 0.0);
                    return after.getOrDefault(name, 0.0) <= (Double.isNaN(first) ? 0 : first);
                })
                .toList();
    }
}
