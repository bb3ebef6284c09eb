package io.daybook.cluster.node;

import io.daybook.cluster.config.ClusterConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The readers of a node's log and the positions from which they read: the log after these is kept. Each has a small
 * file, {@code marks/<name>}, with the position as a line of text.
 */
final class LogMarks {
    /** The maximum number of marks; more would be names that no operator gave. */
    static final int MAX_MARKS = 16;

    private static final String NAME = "[a-z0-9][a-z0-9-]{0,31}";
    private static final String TEMPORARY = ".tmp-";
    private static final int MAX_DIGITS = 19;

    private final Path folder;

    LogMarks(final Path nodeDir) {
        folder = nodeDir.resolve("marks");
    }

    /** Returns whether a name is valid for a mark. */
    static boolean isName(final String name) {
        return name.matches(NAME);
    }

    /**
     * Sets a mark, which is forced when this returns. A mark never goes back.
     *
     * @throws ClusterConfigException for an invalid name, or one mark too many
     */
    void set(final String name, final long position) throws IOException {
        if (!isName(name)) {
            throw new ClusterConfigException(
                    "the name of a mark must have 1 to 32 lower-case letters, digits and dashes: " + name);
        }
        final Map<String, Long> all = all();
        if (!all.containsKey(name) && all.size() >= MAX_MARKS) {
            throw new ClusterConfigException(folder + " has " + MAX_MARKS + " marks, and takes no more: forget one, "
                    + all.keySet() + ", with daybook cluster retain --forget");
        }
        if (all.getOrDefault(name, -1L) >= position) {
            return;
        }
        Files.createDirectories(folder);
        ForcedFile.replace(folder.resolve(name), folder.resolve(TEMPORARY + name), position + "\n");
    }

    /** Removes a mark; returns whether there was one. */
    boolean forget(final String name) throws IOException {
        return isName(name) && Files.deleteIfExists(folder.resolve(name));
    }

    /**
     * All marks by name.
     *
     * @throws ClusterConfigException if a mark cannot be read: then nothing may be purged
     */
    Map<String, Long> all() throws IOException {
        final Map<String, Long> marks = new TreeMap<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                for (final Path file : files.filter(
                                path -> isName(path.getFileName().toString()))
                        .toList()) {
                    marks.put(file.getFileName().toString(), position(file));
                }
            }
        }
        return marks;
    }

    private static long position(final Path file) throws IOException {
        final String text =
                Files.size(file) > MAX_DIGITS + 1 ? "" : Files.readString(file).strip();
        try {
            final long position = Long.parseLong(text);
            if (position >= 0) {
                return position;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new ClusterConfigException(
                file + " is not a mark: it must hold a position of the log; remove it with daybook"
                        + " cluster retain --forget " + file.getFileName());
    }
}
