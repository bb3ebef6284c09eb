package io.daybook.cli.hops;

import io.daybook.wire.hops.Hop;
import io.daybook.wire.hops.HopFile;
import io.daybook.wire.hops.HopRing;
import io.daybook.wire.hops.HopSpan;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The times of all files of some folders, joined by seq. */
final class HopTimes {
    private static final Path OF_A_VENUE = Path.of("gateway", "hops");

    private final Map<Long, long[]> bySeq = new TreeMap<>();
    private int files;

    /**
     * Reads the files of a folder and, if it is the folder of a venue, the venue's files.
     *
     * @throws IOException if there is no file, a file cannot be read, or two files have different times for one hop
     */
    void read(final Path folder) throws IOException {
        final List<Path> found = new ArrayList<>(filesOf(folder));
        if (Files.isDirectory(folder.resolve(OF_A_VENUE))) {
            found.addAll(filesOf(folder.resolve(OF_A_VENUE)));
        }
        if (found.isEmpty()) {
            throw new IOException(folder + ": there is no file *" + HopFile.SUFFIX + ", nor in " + OF_A_VENUE
                    + "; a venue writes its own when it ends in order, with hopEvery above 0");
        }
        for (final Path file : found) {
            read(folder, file);
        }
    }

    private static List<Path> filesOf(final Path folder) throws IOException {
        final List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*" + HopFile.SUFFIX)) {
            all.forEach(files::add);
        }
        Collections.sort(files);
        return files;
    }

    private void read(final Path folder, final Path file) throws IOException {
        final List<Long> twice = new ArrayList<>();
        HopFile.read(file, (seq, hop, ns) -> {
            final long[] times = bySeq.computeIfAbsent(seq, fresh -> {
                final long[] row = new long[Hop.CODE_LIMIT];
                Arrays.fill(row, HopRing.NO_TIME);
                return row;
            });
            if (times[hop.code()] != HopRing.NO_TIME && times[hop.code()] != ns && twice.isEmpty()) {
                twice.add(seq);
            }
            times[hop.code()] = ns;
        });
        if (!twice.isEmpty()) {
            throw new IOException(file + ": has another time for seq " + twice.get(0)
                    + " than an earlier file; name the folders of one venue, and of its clients of the same days, once"
                    + " each: " + folder);
        }
        files++;
    }

    /** The number of files that were read. */
    int files() {
        return files;
    }

    /** The number of commands in the files. */
    int commands() {
        return bySeq.size();
    }

    /** Returns the durations of all commands that passed both ends of a span, in ns, ascending. */
    long[] of(final HopSpan span) {
        final long[] sorted = inSequence(span);
        Arrays.sort(sorted);
        return sorted;
    }

    /** Returns the durations in the sequence of the commands. */
    long[] inSequence(final HopSpan span) {
        return bySeq.values().stream()
                .mapToLong(span::of)
                .filter(ns -> ns != HopRing.NO_TIME)
                .toArray();
    }
}
