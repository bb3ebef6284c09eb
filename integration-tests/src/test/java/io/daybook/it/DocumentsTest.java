package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What README and docs point to is there, and what they list is whole. */
class DocumentsTest {
    private static final Pattern LINK = Pattern.compile("(?<!!)\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
    private static final Pattern LEFT_OUT = Pattern.compile("@(Arch)?Tag\\(\"whole\"\\)");
    private static final Pattern FENCE = Pattern.compile("```.*?```", Pattern.DOTALL);

    @Test
    void shouldPointToWhatIsThere() throws IOException {
        final Map<Path, List<String>> anchors = new HashMap<>();
        final List<String> broken = new ArrayList<>();
        int links = 0;
        for (final Path document : Documents.all()) {
            final String text = FENCE.matcher(Files.readString(document)).replaceAll("");
            for (final MatchResult link : LINK.matcher(text).results().toList()) {
                final String target = link.group(1);
                if (target.contains("://") || target.startsWith("mailto:")) {
                    continue;
                }
                links++;
                final String[] parts = target.split("#", 2);
                final Path file = parts[0].isEmpty()
                        ? document
                        : document.resolveSibling(parts[0]).normalize();
                if (!Files.exists(file)) {
                    broken.add(document.getFileName() + " → " + target);
                } else if (parts.length == 2
                        && !anchors.computeIfAbsent(file, DocumentsTest::anchorsOf)
                                .contains(parts[1])) {
                    broken.add(document.getFileName() + " → " + target + " (no such heading)");
                }
            }
        }
        assertEquals(List.of(), broken);
        assertTrue(links > 10, "only " + links + " links");
    }

    @Test
    void shouldNameEveryTestThatQuickRunsLeaveOut() throws IOException {
        final String testing = Files.readString(Documents.ROOT.resolve("docs/testing.md"));
        final String table = testing.substring(
                testing.indexOf("| not in `-Pquick` |"), testing.indexOf("## What may take how long"));
        final List<String> leftOut = new ArrayList<>();
        for (final Path test : Documents.testClasses()) {
            if (LEFT_OUT.matcher(Files.readString(test)).find()) {
                leftOut.add(Documents.nameOf(test));
            }
        }
        assertTrue(leftOut.contains("KillTest"), leftOut::toString);
        leftOut.removeIf(test -> table.contains("`" + test + "`"));
        assertEquals(List.of(), leftOut, "tests that docs/testing.md does not name");
    }

    /** The anchors that hosts of such documents make from headings. */
    private static List<String> anchorsOf(final Path document) {
        try {
            return Files.readString(document)
                    .lines()
                    .filter(line -> line.startsWith("#"))
                    .map(line -> line.replaceFirst("^#+\\s*", "")
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^\\p{L}\\p{N} _-]", "")
                            .replace(' ', '-'))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
