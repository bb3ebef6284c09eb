package io.daybook.gateway.fix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads the parts of docs/fix.md that tests compare with the door. */
public final class FixDocument {
    private static final Set<String> EVERYWHERE =
            Set.of("8", "9", "10", "34", "35", "43", "49", "50", "52", "56", "97", "122");
    private static final List<String> LINES = lines();
    private static final Map<String, Set<String>> SENT = sent();

    private FixDocument() {}

    private static List<String> lines() {
        try {
            return Files.readAllLines(Path.of("..", "docs", "fix.md"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String[]> rows(final String heading) {
        final List<String[]> rows = new ArrayList<>();
        final int from = LINES.indexOf(heading);
        if (from < 0) {
            throw new AssertionError("docs/fix.md has no heading " + heading);
        }
        for (int i = from + 1; i < LINES.size() && !LINES.get(i).startsWith("#"); i++) {
            if (LINES.get(i).startsWith("|") && !LINES.get(i).startsWith("|---")) {
                rows.add(LINES.get(i).substring(1).strip().split(" *\\| *"));
            }
        }
        return rows;
    }

    private static Map<String, Set<String>> sent() {
        final Map<String, Set<String>> sent = new HashMap<>();
        for (final String[] row : rows("## Every field that the venue sends")) {
            final String[] types = row[0].strip().split(", ");
            final String[] fields = row[1].split("; ");
            for (int i = 0; i < types.length; i++) {
                sent.put(types[i], new HashSet<>(List.of(fields[Math.min(i, fields.length - 1)].split(", "))));
            }
        }
        return sent;
    }

    /** The fields of a message of the venue that the document does not name for its type. */
    public static Set<String> unnamed(final String type, final Set<String> tags) {
        final Set<String> unnamed = new HashSet<>(tags);
        unnamed.removeAll(EVERYWHERE);
        unnamed.removeAll(SENT.getOrDefault(type, Set.of()));
        return unnamed;
    }

    /** OrdRejReason (103) by the names of codes and reasons. */
    public static Map<String, Integer> rejectReasons() {
        final Map<String, Integer> reasons = new TreeMap<>();
        for (final String[] row : rows("### Refusals")) {
            if (row[0].strip().startsWith("`")) {
                for (final String name : row[0].replace("`", "").strip().split(", ")) {
                    reasons.put(name, Integer.valueOf(row[1].strip()));
                }
            }
        }
        return reasons;
    }

    /** The steps of the conversations, in order. */
    public static List<List<String>> conversations() {
        final List<List<String>> conversations = new ArrayList<>();
        boolean isInside = false;
        for (final String line : LINES) {
            if (line.startsWith("```")) {
                isInside = line.equals("```fix");
                if (isInside) {
                    conversations.add(new ArrayList<>());
                }
            } else if (isInside) {
                conversations.get(conversations.size() - 1).add(line);
            }
        }
        return conversations;
    }
}
