package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The links in the documents have targets, and each class of tests that {@code -Pquick} leaves out names its promise.
 */
@Proves("commands, links and anchors of the documents exist")
class DocumentsTest {
    private static final Pattern LINK = Pattern.compile("(?<!!)\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
    private static final Pattern LEFT_OUT = Pattern.compile("@(Arch)?Tag\\(\"whole\"\\)");
    private static final Pattern ONLY_LONG = Pattern.compile("@OnlyLong\\b");
    private static final Pattern WHOLE_CLASS_LEFT_OUT = Pattern.compile("(?m)^" + LEFT_OUT.pattern());
    private static final Pattern PROVES = Pattern.compile(
            "@Proves\\(\\s*(?:value = )?\"([^\"]*)\"(?:,\\s*normal = \"([^\"]*)\")?(?:,\\s*large = \"([^\"]*)\")?\\)");
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

    /** Writes the table of promises that docs/testing.md mentions. */
    @Test
    void shouldTabulateWhatEachTestProves() throws IOException {
        final Map<String, Promise> promises = new LinkedHashMap<>();
        final List<String> silent = new ArrayList<>();
        for (final Path test : Documents.testClasses()) {
            final String source = Files.readString(test);
            final Matcher proves = PROVES.matcher(source);
            if (proves.find()) {
                promises.computeIfAbsent(proves.group(1), promise -> new Promise())
                        .add(nameIn(test, source), proves);
            } else if (WHOLE_CLASS_LEFT_OUT.matcher(source).find()) {
                silent.add(Documents.nameOf(test));
            }
        }
        final StringBuilder table = new StringBuilder("""
                # What each class of tests proves

                Classes in *italics* have tests that `-Pquick` leaves out; classes in **bold**
                have tests that only `-Plong` runs.

                | promise | tests | `mvn verify` | `mvn -Plong verify` |
                |---|---|---|---|
                """);
        promises.forEach((promise, row) -> table.append("| ").append(promise).append(row));
        Files.writeString(Path.of("target/promises.md"), table);
        assertTrue(promises.size() > 150, table::toString);
        assertEquals(List.of(), silent, "classes that -Pquick leaves out must have @Proves");
    }

    private static String nameIn(final Path test, final String source) {
        final String mark = (LEFT_OUT.matcher(source).find() ? "*" : "")
                + (ONLY_LONG.matcher(source).find() ? "**" : "");
        return mark + Documents.nameOf(test) + mark;
    }

    private static final class Promise {
        private final Set<String> tests = new TreeSet<>();
        private final Set<String> normal = new LinkedHashSet<>();
        private final Set<String> large = new LinkedHashSet<>();

        private void add(final String test, final Matcher proves) {
            tests.add(test);
            normal.add(Objects.requireNonNullElse(proves.group(2), ""));
            large.add(Objects.requireNonNullElse(proves.group(3), ""));
        }

        @Override
        public String toString() {
            return " | " + String.join(", ", tests) + " | "
                    + String.join(" ", normal).strip() + " | "
                    + String.join(" ", large).strip() + " |\n";
        }
    }

    /** The anchors that sites such as GitHub make from the headings of a document. */
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
