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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What README and docs tell people to do works, what they say it answers is answered, and what they point to is there. */
class DocumentsTest {
    private static final Path ROOT = Path.of(System.getProperty("daybook.root"));
    private static final Pattern SHELL = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);
    private static final Pattern HERE_DOCUMENT =
            Pattern.compile("\\./daybook (exec[^\n<]*)<<'(\\w+)'\n(.*?)\n\\2\n", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("(?<!!)\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
    private static final Pattern FENCE = Pattern.compile("```.*?```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    @Test
    void shouldAnswerTheFirstTradeAsTheReadmeSays() throws IOException {
        final Matcher shell = HERE_DOCUMENT.matcher(Files.readString(ROOT.resolve("README.md")));
        assertTrue(shell.find(), "an example with a here document");
        final Path input = Files.writeString(folder.resolve("in.jsonl"), shell.group(3) + "\n");
        final DaybookProcess.Ended run = DaybookProcess.run(folder, input, arguments(shell.group(1)));
        assertEquals(0, run.status(), run.err());
        assertEquals(5, run.out().size());
        final String fourth =
                run.out().get(3); // "a trade of 8 lots at 15,250, fees of 24 and 8, and 4 lots left on the book"
        for (final String part : List.of(
                "\"result\":\"SUCCESS\"",
                "\"remaining\":4,",
                "\"event\":\"TRADE\"",
                "\"price\":15250,\"size\":8",
                "\"takerFee\":24,\"makerFee\":8")) {
            assertTrue(fourth.contains(part), fourth);
        }
    }

    @Test
    void shouldRunEveryExampleOfExecInTheDocuments() throws IOException {
        int examples = 0;
        for (final Path document : documents()) {
            final Matcher shell = HERE_DOCUMENT.matcher(Files.readString(document));
            while (shell.find()) {
                final Path input = Files.writeString(folder.resolve("in.jsonl"), shell.group(3) + "\n");
                final DaybookProcess.Ended run = DaybookProcess.run(folder, input, arguments(shell.group(1)));
                final String what = document + ": " + shell.group() + run.err() + run.out();
                assertEquals(0, run.status(), what);
                assertTrue(run.out().stream().noneMatch(line -> line.contains("\"error\"")), what);
                examples++;
            }
        }
        assertTrue(examples >= 1);
    }

    @Test
    void shouldKnowEveryCommandThatTheDocumentsName() throws IOException {
        final Pattern command = Pattern.compile("(?m)^(?:.*\\| )?\\./daybook ((?:journal |import )?[a-z]+)");
        final List<String> named = new ArrayList<>();
        for (final Path document : documents()) {
            final Matcher shell = SHELL.matcher(Files.readString(document));
            while (shell.find()) {
                command.matcher(shell.group(1))
                        .results()
                        .map(found -> found.group(1))
                        .forEach(named::add);
            }
        }
        assertTrue(named.contains("exec") && named.contains("demo"), named::toString);
        for (final String name : named.stream().distinct().toList()) {
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
        for (final Path document : documents()) {
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

    /** README, changelog and everything under docs. */
    private static List<Path> documents() throws IOException {
        final List<Path> documents = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CHANGELOG.md")));
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            docs.filter(path -> path.toString().endsWith(".md")).sorted().forEach(documents::add);
        }
        return documents;
    }

    private static String[] arguments(final String commandLine) {
        return commandLine.trim().split("\\s+");
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
