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
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What README and docs name and point to is there. */
class DocumentsTest {
    private static final Pattern COMMAND = Pattern.compile(
            "(?:^|`|\\| )(?:\\./)?daybook ((?:(?:journal|snapshot|import|config|key) )?[a-z]+)", Pattern.MULTILINE);
    private static final Pattern LINK = Pattern.compile("(?<!!)\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
    private static final Pattern FENCE = Pattern.compile("```.*?```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    @Tag("whole")
    @Test
    void shouldKnowEveryCommandThatTheDocumentsName() throws IOException {
        final Set<String> named = new TreeSet<>();
        for (final Path document : Documents.all()) {
            COMMAND.matcher(Files.readString(document))
                    .results()
                    .map(found -> found.group(1))
                    .forEach(named::add);
        }
        assertTrue(named.contains("exec") && named.contains("demo"), named::toString);
        for (final String name : named) {
            final List<String> words = new ArrayList<>(List.of(name.split(" ")));
            words.add("--help");
            final DaybookProcess.Ended run = DaybookProcess.run(folder, words.toArray(new String[0]));
            assertEquals(0, run.status(), name + ": " + run.err());
        }
    }

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
