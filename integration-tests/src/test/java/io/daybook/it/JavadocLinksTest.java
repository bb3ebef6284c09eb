package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Published Javadoc links only to published classes: the javadoc tool of JDK 17 ends with an internal error otherwise.
 */
class JavadocLinksTest {
    private static final Path ROOT = Path.of(System.getProperty("daybook.root"));
    private static final Pattern EXPORTS = Pattern.compile("^\\s*exports ([\\w.]+)", Pattern.MULTILINE);
    private static final Pattern COMMENT = Pattern.compile("/\\*\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("(?:@link(?:plain)?|@see)\\s+([\\w.]+)");

    @Test
    void shouldLinkToPublishedClassesOnly() throws IOException {
        final List<String> wrong = new ArrayList<>();
        int links = 0;
        for (final Path module : modules()) {
            final Path sources = module.resolve("src/main/java");
            final Set<String> published = new HashSet<>();
            final Matcher exports = EXPORTS.matcher(Files.readString(sources.resolve("module-info.java")));
            while (exports.find()) {
                published.add(exports.group(1));
            }
            final Set<String> hidden = new HashSet<>();
            for (final Path file : javaFiles(sources)) {
                if (!published.contains(packageOf(sources, file))) {
                    hidden.add(packageOf(sources, file) + '.' + nameOf(file));
                }
            }
            for (final Path file : javaFiles(sources)) {
                if (published.contains(packageOf(sources, file))) {
                    links += look(file, hidden, wrong);
                }
            }
        }
        assertTrue(links > 400, "links found: " + links);
        assertEquals(List.of(), wrong);
    }

    private static int look(final Path file, final Set<String> hidden, final List<String> wrong) throws IOException {
        final String text = Files.readString(file);
        final Matcher comments = COMMENT.matcher(text);
        int count = 0;
        while (comments.find()) {
            final Matcher links = LINK.matcher(comments.group());
            while (links.find()) {
                count++;
                final String first = links.group(1).split("\\.")[0];
                final boolean isHidden = hidden.stream()
                        .anyMatch(name -> links.group(1).startsWith(name)
                                || name.endsWith('.' + first) && text.contains("import " + name + ';'));
                if (isHidden) {
                    wrong.add(ROOT.relativize(file) + " links to " + links.group(1));
                }
            }
        }
        return count;
    }

    private static List<Path> modules() throws IOException {
        try (Stream<Path> folders = Files.list(ROOT)) {
            return folders.filter(folder -> Files.exists(folder.resolve("src/main/java/module-info.java")))
                    .sorted()
                    .collect(Collectors.toList());
        }
    }

    private static List<Path> javaFiles(final Path sources) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("module-info.java") && !file.endsWith("package-info.java"))
                    .collect(Collectors.toList());
        }
    }

    private static String packageOf(final Path sources, final Path file) {
        return sources.relativize(file.getParent()).toString().replace('/', '.').replace('\\', '.');
    }

    private static String nameOf(final Path file) {
        return file.getFileName().toString().replace(".java", "");
    }
}
