package io.daybook.journal.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.JournalFingerprint;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.recovery.ClosedMark;
import io.daybook.journal.retention.KeepMark;
import io.daybook.journal.retention.KeepMarks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The small files of a folder are read as they were written, also at the bounds of their fields. */
@Proves("what is written is what is read, also at the bounds")
class SmallFilesTest {
    private static final long[] BOUNDS = {Long.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE + 1L, Long.MAX_VALUE};

    /** Settings: empty, plain, and as long as the format takes, with characters of one, two and four bytes. */
    private static final List<String> SETTINGS = List.of(
            "",
            "topology=FUSED\nline=two",
            "x".repeat(JournalFingerprint.MAX_SETTINGS_BYTES),
            "é".repeat(JournalFingerprint.MAX_SETTINGS_BYTES / 2),
            "\uD83D\uDC0B".repeat(JournalFingerprint.MAX_SETTINGS_BYTES / 4));

    private static final String LONGEST = "z".repeat(SnapshotManifest.MAX_NAME_LENGTH);

    @TempDir
    private Path root;

    private final FileJournalStorage storage = new FileJournalStorage();

    private JournalFolder folder() throws IOException {
        Files.createDirectories(root.resolve("journal"));
        return new JournalFolder(root);
    }

    @Test
    void shouldReadEachIdentityAsItWasWritten() throws IOException {
        final JournalFolder folder = folder();
        for (final long bound : BOUNDS) {
            for (final String settings : SETTINGS) {
                final Identity first = new Identity(bound, ~bound, bound, settings);
                first.replaceIn(storage, folder);
                assertEquals(first, Identity.read(storage, folder));
                for (final long history : new long[] {1, Long.MAX_VALUE}) {
                    final Identity restored = first.restored(history, bound);
                    restored.replaceIn(storage, folder);
                    assertEquals(restored, Identity.read(storage, folder));
                }
            }
        }
    }

    @Test
    void shouldReadEachMarkAsItWasWritten() throws IOException {
        final JournalFolder folder = folder();
        final KeepMarks marks = new KeepMarks(storage, folder, new Identity(Long.MIN_VALUE, -1, 0, ""));
        for (final long seq : LongStream.of(BOUNDS).filter(bound -> bound > 0).toArray()) {
            final List<KeepMark> wanted = List.of(new KeepMark("a", seq), new KeepMark(LONGEST, seq));
            wanted.forEach(marks::set);
            assertEquals(wanted, marks.list());
        }
        for (final long bound : BOUNDS) {
            final Identity identity = new Identity(bound, ~bound, 0, "");
            final ClosedMark closed = new ClosedMark(bound, ~bound, Math.max(0, bound), ~bound);
            closed.leave(storage, folder);
            assertEquals(new ClosedMark.Found(closed, null), ClosedMark.read(storage, folder, identity));
        }
    }

    @Test
    void shouldReadEachManifestAsItWasWritten() throws IOException {
        final IntFunction<SnapshotManifest.Part> part = i -> new SnapshotManifest.Part(
                "p" + i + LONGEST.substring(5), Long.MAX_VALUE - i, Long.MAX_VALUE, Integer.MIN_VALUE);
        for (final String settings : SETTINGS) {
            for (final int parts : new int[] {0, 1, SnapshotManifest.MAX_PARTS}) {
                final SnapshotManifest manifest = new SnapshotManifest(
                        Long.MIN_VALUE,
                        -1,
                        Long.MAX_VALUE,
                        Long.MAX_VALUE,
                        Long.MIN_VALUE,
                        -1,
                        new JournalFingerprint(Integer.MAX_VALUE, Integer.MAX_VALUE, settings),
                        IntStream.range(1_000, 1_000 + parts).mapToObj(part).toList());
                Files.write(root.resolve(SnapshotManifest.FILE_NAME), manifest.encode());
                assertEquals(manifest, SnapshotManifest.read(storage, root));
            }
        }
    }
}
