package io.daybook.server.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the copy of a venue that deletes old segments of its feed and its outboxes meanwhile: the copy has neither the
 * deleted segments nor older ones, and is valid.
 */
class BackupSegmentsTest {
    @TempDir
    private Path folder;

    private Path file(final String name) throws Exception {
        final Path file = folder.resolve("data").resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, name);
    }

    @Test
    void shouldLeaveOutWhatGoesMeanwhileAndWhatIsOlder() throws Exception {
        file("feed/0/1.feed");
        final Path feed = file("feed/0/2.feed");
        file("feed/0/3.feed");
        file("feed/1/1.feed");
        file("feed/identity");
        final Path outbox = file("gateway/17/1.out");
        file("gateway/17/2.out");
        final Path data = folder.resolve("data");
        final Path part = Files.createDirectory(folder.resolve("part"));
        final List<Path> listed = Backup.besideJournal(data);
        Files.delete(feed);
        Files.delete(outbox);
        Backup.copyBesideJournal(data, part, listed);
        assertEquals(
                List.of("feed/0/3.feed", "feed/1/1.feed", "feed/identity", "gateway/17/2.out"),
                Backup.besideJournal(part).stream().map(Path::toString).toList());
    }

    @Test
    void shouldLeaveOutFilesThatAreNotFinished() throws Exception {
        file("server/audit.head");
        file("server/audit.head.new");
        assertEquals(List.of(Path.of("server/audit.head")), Backup.besideJournal(folder.resolve("data")));
    }

    @Test
    void shouldFailWithoutAFileThatNobodyMakesAgain() throws Exception {
        final Path identity = file("feed/identity");
        final Path data = folder.resolve("data");
        final List<Path> listed = Backup.besideJournal(data);
        Files.delete(identity);
        assertThrows(NoSuchFileException.class, () -> Backup.copyBesideJournal(data, folder.resolve("part"), listed));
    }
}
