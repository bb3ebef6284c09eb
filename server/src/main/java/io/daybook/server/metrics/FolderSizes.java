package io.daybook.server.metrics;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The sizes of an exchange's folder, from the names and sizes of its files. The content of the files is not read. */
final class FolderSizes {
    private static final Pattern SNAPSHOT = Pattern.compile("[0-9]{20}");
    private static final String SEGMENT_SUFFIX = ".jnl";
    private static final long NS_PER_MS = 1_000_000;

    /**
     * The sizes of a journal.
     *
     * @param segments the number of its files
     * @param bytes the size of the files
     */
    record Journal(long segments, long bytes) {}

    private FolderSizes() {}

    /** The sizes of the present journal of a folder. */
    static Journal journal(final Path data) {
        long segments = 0;
        long bytes = 0;
        for (final Path file : list(data.resolve("journal"))) {
            if (file.getFileName().toString().endsWith(SEGMENT_SUFFIX)) {
                segments++;
                bytes += size(file);
            }
        }
        return new Journal(segments, bytes);
    }

    /**
     * The newest snapshot of a folder, or null. The time of the snapshot's own folder stands in for the time of its
     * last command.
     */
    static VenueCounts.@Nullable Snapshot newestSnapshot(final Path data) {
        final Path newest = list(data.resolve("snapshots")).stream()
                .filter(path -> SNAPSHOT.matcher(path.getFileName().toString()).matches())
                .max(Path::compareTo)
                .orElse(null);
        if (newest == null) {
            return null;
        }
        try {
            return new VenueCounts.Snapshot(
                    Long.parseLong(newest.getFileName().toString()),
                    Files.getLastModifiedTime(newest).toMillis() * NS_PER_MS,
                    list(newest).stream().mapToLong(FolderSizes::size).sum());
        } catch (IOException e) {
            return null; // deleted meanwhile, or unreadable: the next snapshot is counted
        }
    }

    /** The files of a folder; none if it does not exist. */
    private static List<Path> list(final Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return new ArrayList<>(files.toList());
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The size of a file that may be deleted meanwhile. */
    private static long size(final Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }
}
