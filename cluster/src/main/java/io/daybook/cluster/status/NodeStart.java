package io.daybook.cluster.status;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The status of a node's start and of its configuration.
 *
 * @param durability the durability as written in its file; empty if its release does not report it
 * @param waitsFor the nodes for whose answers it waits before it takes part in elections; copied
 */
public record NodeStart(String durability, List<Integer> waitsFor) {
    private static final String DURABILITY = "durability";
    private static final String WAITS_FOR = "waitsFor";

    /** Copies the list. */
    public NodeStart {
        waitsFor = List.copyOf(waitsFor);
    }

    /** Returns whether the node still waits for others. */
    public boolean isWaiting() {
        return !waitsFor.isEmpty();
    }

    /** The nodes for which it waits, as text. */
    public String waitsForText() {
        return text(waitsFor);
    }

    public static String text(final List<Integer> nodes) {
        return nodes.stream().map(node -> "node " + node).collect(Collectors.joining(", "));
    }

    void put(final StringBuilder lines) {
        lines.append(DURABILITY).append(' ').append(durability).append('\n');
        lines.append(WAITS_FOR)
                .append(' ')
                .append(waitsFor.stream().map(String::valueOf).collect(Collectors.joining(",")))
                .append('\n');
    }

    /**
     * Parses the result of {@link #put}.
     *
     * @throws NumberFormatException if a node is not a number
     */
    static NodeStart of(final Map<String, String> values) {
        final List<Integer> nodes = new ArrayList<>();
        final String text = values.getOrDefault(WAITS_FOR, "");
        if (!text.isEmpty()) {
            for (final String node : text.split(",")) {
                nodes.add(Integer.parseInt(node));
            }
        }
        return new NodeStart(values.getOrDefault(DURABILITY, ""), nodes);
    }
}
