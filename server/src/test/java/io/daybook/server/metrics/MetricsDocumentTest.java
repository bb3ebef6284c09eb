package io.daybook.server.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.daybook.core.DaybookExchange;
import io.daybook.host.Clock;
import io.daybook.host.Proves;
import io.daybook.server.hops.TimedCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The table of metrics of the distribution has the names and texts of the page of metrics, and no others.
 * {@code -Ddaybook.update=true} writes it anew.
 */
@Proves("each metric exists, has the right value, and is documented")
class MetricsDocumentTest {
    private static final Path DOCUMENT =
            Path.of(System.getProperty("daybook.root"), "cli/src/main/dist/ops/metrics.md");
    private static final Pattern HELP = Pattern.compile("# HELP (daybook_\\w+) (.*)");
    private static final Pattern TYPE = Pattern.compile("# TYPE (daybook_\\w+) (\\w+)");
    private static final Pattern ROW = Pattern.compile("\\| `(daybook_\\w+)` \\| (\\w+) \\| (.*) \\|");

    @TempDir
    private Path folder;

    @Test
    void shouldDescribeEachMetricThatThereIs() throws Exception {
        final String page;
        try (var exchange = DaybookExchange.builder()
                        .journal(folder.resolve("data"))
                        .start();
                ServerMetrics metrics = new ServerMetrics()) {
            metrics.exchange(exchange, folder, List.of("orders"));
            final VenueCounts counts = new VenueCounts();
            metrics.venue(counts, () -> Map.of(1, 1), symbol -> "BTC-EUR", folder.resolve("data"), Clock.system());
            metrics.history(() -> 0, () -> 0);
            metrics.sockets(() -> 0);
            metrics.sessions("tcp", "up", () -> 0);
            metrics.commands(new TimedCommands(64, (seq, times) -> false, () -> 0, Clock.system()));
            metrics.onRequest("/livez", "GET", 200, 1);
            metrics.onAuthenticationFailed("token");
            metrics.onLimited("connections");
            metrics.onSubscribed("book", 1);
            metrics.onMessage("book");
            page = metrics.scrape();
        }
        final Map<String, String> said = rows(HELP, page, 2);
        final Map<String, String> types = rows(TYPE, page, 2);
        said.keySet().removeIf(name -> name.endsWith("_max")); // belongs to a histogram, which describes it
        types.keySet().retainAll(said.keySet());
        said.forEach((name, text) -> assertFalse(text.isBlank(), name + " has no text"));
        if (Boolean.getBoolean("daybook.update")) {
            update(said, types);
        }
        final String document = Files.readString(DOCUMENT);
        assertEquals(said, rows(ROW, document, 3));
        assertEquals(types, rows(ROW, document, 2));
    }

    private static void update(final Map<String, String> said, final Map<String, String> types) throws IOException {
        final StringBuilder table = new StringBuilder();
        said.forEach((name, text) -> table.append("| `")
                .append(name)
                .append("` | ")
                .append(types.get(name))
                .append(" | ")
                .append(text)
                .append(" |\n"));
        final String document = Files.readString(DOCUMENT);
        Files.writeString(DOCUMENT, document.substring(0, document.indexOf("| `")) + table);
    }

    private static Map<String, String> rows(final Pattern pattern, final String text, final int group) {
        final Map<String, String> rows = new TreeMap<>();
        for (final Matcher row = pattern.matcher(text); row.find(); ) {
            rows.put(row.group(1), row.group(group));
        }
        return rows;
    }
}
