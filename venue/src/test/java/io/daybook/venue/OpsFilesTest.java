package io.daybook.venue;

import static io.daybook.venue.ServedVenue.ok;
import static io.daybook.venue.ServedVenue.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules and the dashboard of a distribution use only metrics that a server has. */
class OpsFilesTest {
    private static final Path OPS = Path.of(System.getProperty("daybook.root"), "cli/src/main/dist/ops");
    private static final Pattern NAME = Pattern.compile("\\bdaybook_\\w+");
    private static final Pattern SAMPLE = Pattern.compile("(?m)^(daybook_\\w+)[{ ]");
    private static final Pattern SELECTOR = Pattern.compile("(daybook_\\w+)\\{(\\w+=\"\\w+\")\\}");
    private static final Pattern GROUPED = Pattern.compile("by \\(([\\w, ]+)\\) \\(rate\\((daybook_\\w+)\\[");
    private static final int RULES = 10;

    @TempDir
    private Path folder;

    /** Returns the metrics of a server after each event that it counts has happened. */
    private String page() throws Exception {
        try (ServedVenue venue = ServedVenue.start(folder);
                StreamClient client = StreamClient.open(venue).subscribe("status")) {
            final String anna = venue.trader(301, "1", "1000");
            ok(venue.send(anna, "POST", "/v1/orders", order("buy", "10.00", "0.1", "b")));
            ok(venue.send(anna, "POST", "/v1/orders", order("sell", "10.00", "0.1", "s")));
            assertEquals(401, venue.get("dbk_wrong", "/v1/account").statusCode());
            assertTrue(client.next().contains("status"));
            venue.awaitShown(venue.lastSeq()); // trades are counted after their answers
            return ok(venue.get(venue.adminToken(), "/metrics"));
        }
    }

    @Test
    void shouldNameOnlyWhatIsMeasured() throws Exception {
        final String page = page();
        final Set<String> measured = found(SAMPLE, page, 1);
        measured.add("daybook_http_limited_total"); // exists once a connection was refused
        for (final String file : new String[] {"alerts.yml", "grafana.json"}) {
            final String text = Files.readString(OPS.resolve(file)).replace("\\\"", "\"");
            final Set<String> named = found(NAME, text, 0);
            assertTrue(named.size() >= RULES, file);
            named.removeAll(measured);
            assertEquals(Set.of(), named, file + " names metrics that do not exist");
            for (final MatchResult selector : SELECTOR.matcher(text).results().toList()) {
                assertTrue(
                        Pattern.compile("(?m)^" + selector.group(1) + "\\{.*\\b" + selector.group(2))
                                .matcher(page)
                                .find(),
                        file + ": " + selector.group());
            }
            for (final MatchResult grouped : GROUPED.matcher(text).results().toList()) {
                for (final String label : grouped.group(1).split(", ")) {
                    assertTrue(
                            grouped.group(2).equals("daybook_http_limited_total")
                                    || Pattern.compile("(?m)^" + grouped.group(2) + "\\{.*\\b" + label + "=")
                                            .matcher(page)
                                            .find(),
                            file + ": " + grouped.group());
                }
            }
        }
    }

    /** The measure is that of systemd, from 0 (nothing is permitted) to 10. */
    @Test
    void shouldHaveAUnitThatMayDoLittle() throws Exception {
        final Path tool = Path.of("/usr/bin/systemd-analyze");
        assumeTrue(Files.isExecutable(tool), "skipped: there is no " + tool);
        final Process analyze = new ProcessBuilder(
                        tool.toString(),
                        "security",
                        "--offline=true",
                        "--threshold=20",
                        "--no-pager",
                        OPS.resolve("daybook.service").toString())
                .redirectErrorStream(true)
                .start();
        final String said = new String(analyze.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, analyze.waitFor(), said);
        assertTrue(said.contains("Overall exposure level for daybook.service: 1."), said);
    }

    @Test
    void shouldHaveTenRulesThatSayWhatTheyAreAbout() throws Exception {
        final String[] rules = Files.readString(OPS.resolve("alerts.yml")).split("- alert: ");
        assertEquals(1 + RULES, rules.length);
        final Set<String> names = new TreeSet<>();
        final String runbook = Files.readString(Path.of(System.getProperty("daybook.root"), "docs/operations.md"));
        for (final String rule : Arrays.copyOfRange(rules, 1, rules.length)) {
            assertTrue(
                    rule.matches("(?s)Daybook\\w+\\n {8}expr: \\S.*\\n {8}labels: \\{severity: (page|ticket)\\}\\n"
                            + " {8}annotations:\\n {10}summary: [^:]+\\n.*"),
                    rule);
            names.add(rule.substring(0, rule.indexOf('\n')));
        }
        assertEquals(RULES, names.size());
        names.removeIf(name -> runbook.contains("| `" + name + "` |"));
        assertEquals(Set.of(), names, "docs/operations.md must explain each alert");
    }

    @Test
    void shouldBeADashboardThatIsJson() throws Exception {
        int panels = 0;
        try (JsonParser parser =
                new JsonFactory().createParser(OPS.resolve("grafana.json").toFile())) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.FIELD_NAME && parser.currentName().equals("targets")) {
                    panels++;
                }
            }
        }
        assertTrue(panels >= RULES, "panels: " + panels);
    }

    private static Set<String> found(final Pattern pattern, final String text, final int group) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(group))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
