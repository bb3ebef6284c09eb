package io.daybook.cli.cluster;

import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.state.Refusal;
import io.daybook.cluster.status.NodeMetrics;
import io.daybook.cluster.status.NodeStatus;
import io.daybook.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The output of {@code daybook cluster status}, for people and for programs. */
final class ClusterStatusText {
    /** The form of the output. */
    enum Form {
        TEXT,
        JSON,
        PROMETHEUS
    }

    /** The shortest wait that is shown; shorter waits are normal on a busy machine. */
    private static final long WAITS_MS = 1_000;

    private ClusterStatusText() {}

    static List<String> lines(final ClusterConfig config, final List<Optional<NodeStatus>> all, final Form form) {
        final long furthest = all.stream()
                .flatMap(Optional::stream)
                .mapToLong(NodeStatus::position)
                .max()
                .orElse(0);
        final List<String> lines = new ArrayList<>();
        if (form == Form.PROMETHEUS) {
            prometheus(config, all, furthest, lines);
            return lines;
        }
        for (int node = 0; node < all.size(); node++) {
            final int number = node;
            final Optional<NodeStatus> status = all.get(node);
            lines.add(
                    form == Form.JSON
                            ? status.map(one -> json(one, furthest)).orElseGet(() -> new Json()
                                    .object()
                                    .put("node", number)
                                    .putNull("role")
                                    .end()
                                    .text())
                            : status.map(ClusterStatusText::line)
                                    .orElseGet(() -> "node " + number + "  does not answer at "
                                            + config.members().get(number).host() + ":"
                                            + config.members().get(number).statusPort()));
        }
        return lines;
    }

    private static String line(final NodeStatus one) {
        return text(one) + waiting(one);
    }

    /** Returns a sentence about answers that have waited for another node for long; empty if there are none. */
    private static String waiting(final NodeStatus one) {
        final NodeMetrics metrics = one.metrics();
        return metrics.waitingMs() < WAITS_MS
                ? ""
                : String.format(
                        Locale.ROOT,
                        "  results after seq %d have waited %d ms for another node to report that it carried them out",
                        metrics.releasedSeq(),
                        metrics.waitingMs());
    }

    private static String text(final NodeStatus one) {
        if (one.start().isWaiting()) {
            return "node " + one.node() + "  waits for " + one.start().waitsForText() + ": its folder has no log";
        }
        return String.format(
                Locale.ROOT,
                "node %d  %-9s term %d  position %d  seq %d  chain %016x  sessions %d  snapshot %d  free %d MiB",
                one.node(),
                one.role().toLowerCase(Locale.ROOT),
                one.term(),
                one.position(),
                one.seq(),
                one.chain(),
                one.sessions(),
                one.snapshotSeq(),
                one.freeBytes() >> 20);
    }

    private static String json(final NodeStatus one, final long furthest) {
        final Json json = new Json()
                .object()
                .put("node", one.node())
                .put("role", one.role())
                .put("chain", String.format(Locale.ROOT, "%016x", one.chain()))
                .put("durability", one.start().durability())
                .raw("waitsFor", one.start().waitsFor().toString().getBytes(StandardCharsets.US_ASCII));
        numbers(one, furthest).forEach(json::put);
        json.object("refusedBy");
        refusals(one).forEach(json::put);
        return json.end()
                .list("followers", one.followers())
                .list("knownFollowers", one.knownFollowers())
                .end()
                .text();
    }

    /** Returns all numbers of a node, by their names in JSON; −1 if a number is unknown. */
    private static Map<String, Long> numbers(final NodeStatus one, final long furthest) {
        final NodeMetrics metrics = one.metrics();
        final Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put("term", one.term());
        numbers.put("elections", metrics.elections());
        numbers.put("position", one.position());
        numbers.put("commitPosition", metrics.commitPosition());
        numbers.put("lag", furthest - one.position());
        numbers.put("seq", one.seq());
        numbers.put("checkedSeq", metrics.checkedSeq());
        numbers.put("releasedSeq", metrics.releasedSeq());
        numbers.put("waitingMs", metrics.waitingMs());
        numbers.put("heldBytes", metrics.heldBytes());
        numbers.put("sessions", one.sessions());
        numbers.put("duplicates", one.duplicates());
        numbers.put("gaps", metrics.gaps());
        numbers.put("refused", one.refused());
        numbers.put("connectionsClosed", metrics.connectionsClosed());
        numbers.put("snapshotSeq", one.snapshotSeq());
        numbers.put("snapshotAtMs", metrics.snapshotAtMs());
        numbers.put("snapshotPauseUs", metrics.snapshotPauseUs());
        numbers.put("longestPauseUs", metrics.longestPauseUs());
        numbers.put("logBytes", metrics.logBytes());
        numbers.put("freeBytes", one.freeBytes());
        numbers.put(
                "backupLag",
                metrics.backupPosition() < 0 ? -1 : Math.max(0, one.position() - metrics.backupPosition()));
        numbers.put("semantics", (long) metrics.semantics());
        numbers.put("knownSemantics", (long) metrics.knownSemantics());
        return numbers;
    }

    private static Map<String, Long> refusals(final NodeStatus one) {
        final Map<String, Long> refusals = new LinkedHashMap<>();
        one.metrics().refusedBy().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .filter(entry -> Refusal.isKnown(entry.getKey()))
                .forEach(entry -> refusals.put(Refusal.of(entry.getKey()).name(), entry.getValue()));
        return refusals;
    }

    /** Writes the text format 0.0.4. All metrics are gauges, because a node counts from 0 again after a restart. */
    private static void prometheus(
            final ClusterConfig config,
            final List<Optional<NodeStatus>> all,
            final long furthest,
            final List<String> lines) {
        final List<NodeStatus> there = all.stream().flatMap(Optional::stream).toList();
        final String cluster = "cluster=\"" + config.cluster() + "\",node=\"";
        family(lines, "up", "whether the node answers");
        for (int node = 0; node < all.size(); node++) {
            lines.add(sample("up", cluster + node + '"', all.get(node).isPresent() ? 1 : 0));
        }
        family(lines, "leader", "whether the node leads");
        there.forEach(one -> lines.add(
                sample("leader", cluster + one.node() + '"', one.role().equals("LEADER") ? 1 : 0)));
        family(lines, "chain_differs", "whether the node's results differ from those of another node");
        there.forEach(one -> lines.add(sample(
                "chain_differs", cluster + one.node() + '"', there.stream().anyMatch(one::differsFrom) ? 1 : 0)));
        if (!there.isEmpty()) {
            for (final String name : numbers(there.get(0), furthest).keySet()) {
                final String metric = snakeCase(name);
                family(lines, metric, name + " of daybook cluster status; -1 if unknown");
                there.forEach(one -> lines.add(sample(
                        metric,
                        cluster + one.node() + '"',
                        numbers(one, furthest).getOrDefault(name, -1L))));
            }
        }
        family(lines, "refused_by_reason", "messages that changed nothing");
        there.forEach(one -> refusals(one)
                .forEach((reason, count) -> lines.add(
                        sample("refused_by_reason", cluster + one.node() + "\",reason=\"" + reason + '"', count))));
    }

    private static void family(final List<String> lines, final String name, final String help) {
        lines.add("# HELP daybook_cluster_" + name + ' ' + help);
        lines.add("# TYPE daybook_cluster_" + name + " gauge");
    }

    private static String sample(final String name, final String labels, final long value) {
        return "daybook_cluster_" + name + '{' + labels + "} " + value;
    }

    private static String snakeCase(final String name) {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
