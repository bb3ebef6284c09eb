package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.FINGERPRINT;
import static io.daybook.journal.access.JournalFixture.SMALL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.journal.JournalException;
import io.daybook.journal.JournalException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders, pipes and dangling links where files are expected are refused at once, and the refusal names the file. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class StrangeFilesTest {
    private static final String SEGMENT = "journal/00000000000000000001.jnl";
    private static final String MANIFEST = "snapshots/00000000000000000005/MANIFEST";
    private static final String PART = "snapshots/00000000000000000005/part-1";

    @TempDir
    private Path dir;

    @BeforeEach
    void shouldStartFromASoundJournal() {
        try (Journal journal = Journal.open(dir, SMALL, FINGERPRINT)) {
            SnapshotTest.snapshot(journal, 3000);
        }
    }

    private Path emptied(final String name) throws IOException {
        final Path path = dir.resolve(name);
        Files.delete(path);
        return path;
    }

    private void assertRefused(final Path strange) throws IOException {
        final JournalException refused =
                assertThrows(JournalException.class, () -> Journal.open(dir, SMALL, FINGERPRINT));
        assertEquals(Reason.IO, refused.reason(), refused::getMessage);
        assertEquals(strange.toString(), refused.file(), refused::getMessage);
        assertTrue(refused.getMessage().contains(". Way out: "), refused::getMessage);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LOCK", "journal/.owner", "journal/.token", "IDENTITY", SEGMENT, MANIFEST, PART})
    void shouldNameAFolderInThePlaceOfAFile(final String name) throws IOException {
        final Path strange = Files.createDirectory(emptied(name));
        assertRefused(strange);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LOCK", "journal/.owner", SEGMENT})
    void shouldNameALinkThatLeadsNowhere(final String name) throws IOException {
        final Path strange = Files.createSymbolicLink(emptied(name), dir.resolve("nowhere"));
        assertRefused(strange);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LOCK", "journal/.owner", "journal/.token", "IDENTITY", SEGMENT, MANIFEST, PART})
    void shouldRefuseAPipeAtOnceInsteadOfWaitingForItsOtherEnd(final String name) throws Exception {
        final Path strange = emptied(name);
        assumeTrue(canMakePipe(strange), "no mkfifo here: pipes in the places of files were not tried");
        assertRefused(strange);
        if (Stream.of("IDENTITY", SEGMENT).anyMatch(name::equals)) {
            final JournalException unread = assertThrows(
                    JournalException.class, () -> JournalReader.open(dir).stat());
            assertEquals(strange.toString(), unread.file(), unread::getMessage);
        }
    }

    /** A bad mark costs only disk space; it does not keep an exchange from starting. */
    @Test
    void shouldStartWithAFolderInThePlaceOfAMark() throws IOException {
        final Path strange = Files.createDirectories(dir.resolve("marks/feed"));
        try (Journal journal = Journal.open(dir, SMALL, FINGERPRINT)) {
            final String notes = String.join("\n", journal.report().notes());
            assertTrue(notes.contains(strange.toString()), notes);
        }
    }

    private static boolean canMakePipe(final Path path) throws InterruptedException {
        try {
            return new ProcessBuilder("mkfifo", path.toString()).start().waitFor() == 0;
        } catch (IOException e) {
            return false; // there is no such program
        }
    }
}
