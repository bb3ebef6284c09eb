package io.daybook.perf.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders that measurements create and do not delete. */
public final class Folders {

    private Folders() {}

    /** Deletes a folder and what is in it. */
    public static void delete(final Path folder) {
        try (Stream<Path> walk = Files.walk(folder)) {
            final List<Path> inner = walk.sorted(Comparator.reverseOrder()).toList();
            for (final Path path : inner) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot delete " + folder, e);
        }
    }
}
