package io.daybook.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The documents about Daybook, for tests. */
final class Documents {
    static final Path ROOT = Path.of(System.getProperty("daybook.root"));

    private Documents() {}

    /** The documents of the root, of docs and of its notes. */
    static List<Path> all() throws IOException {
        final List<Path> documents = new ArrayList<>();
        for (final Path folder : List.of(ROOT, ROOT.resolve("docs"), ROOT.resolve("docs/notes"))) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(path -> path.toString().endsWith(".md")).sorted().forEach(documents::add);
            }
        }
        return documents;
    }

    /** The contents of the code blocks of a language in a document. */
    static List<String> blocks(final Path document, final String language) throws IOException {
        return Pattern.compile("^```" + language + "\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE)
                .matcher(Files.readString(document))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    /** The sources of the tests of all modules, and of the measurements. */
    static List<Path> testClasses() throws IOException {
        return testSources().stream()
                .filter(file -> file.toString().endsWith("Test.java")
                        || file.getFileName().toString().startsWith("Perf"))
                .toList();
    }

    /** All sources of tests. The folders of builds are left out, because other tests make and delete folders there. */
    static List<Path> testSources() throws IOException {
        final List<Path> sources = new ArrayList<>();
        for (final Path parent : List.of(ROOT, ROOT.resolve("integration-tests/src"))) {
            final List<Path> modules;
            try (Stream<Path> folders = Files.list(parent)) {
                modules = folders.map(folder -> folder.resolve("src/test/java"))
                        .filter(Files::isDirectory)
                        .sorted()
                        .toList();
            }
            for (final Path module : modules) {
                try (Stream<Path> files = Files.walk(module)) {
                    files.filter(Files::isRegularFile).forEach(sources::add);
                }
            }
        }
        return sources;
    }

    /** The name of the class in a source. */
    static String nameOf(final Path source) {
        return source.getFileName().toString().replace(".java", "");
    }
}
