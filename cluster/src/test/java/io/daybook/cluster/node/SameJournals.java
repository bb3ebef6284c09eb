package io.daybook.cluster.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Compares exported folders byte for byte. */
final class SameJournals {
    private SameJournals() {}

    /** Returns where the segments of two folders differ. */
    static List<String> differences(final Path one, final Path other) throws IOException {
        final List<String> differences = new ArrayList<>();
        final List<Path> names = segments(one);
        if (!names.equals(segments(other))) {
            differences.add(one + " has " + names + ", " + other + " " + segments(other));
            return differences;
        }
        for (final Path name : names) {
            final long at =
                    Files.mismatch(journal(one).resolve(name), journal(other).resolve(name));
            if (at >= 0) {
                differences.add(name + " of " + one + " and of " + other + " differ at byte " + at);
            }
        }
        return differences;
    }

    private static Path journal(final Path folder) {
        return folder.resolve("journal");
    }

    private static List<Path> segments(final Path folder) throws IOException {
        try (Stream<Path> files = Files.list(journal(folder))) {
            return files.map(Path::getFileName)
                    .filter(name -> name.toString().endsWith(".jnl"))
                    .sorted()
                    .toList();
        }
    }
}
