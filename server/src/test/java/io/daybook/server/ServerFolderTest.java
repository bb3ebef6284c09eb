package io.daybook.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerFolderTest {
    private static final long LATER_MS = 4_000_000_000_000L;

    @TempDir
    private Path folder;

    @Test
    void shouldLookAtAJournalOnAnotherDiskToo() throws Exception {
        final Path disk = Files.createDirectories(folder.resolve("disk/journal"));
        final Path segment = Files.writeString(disk.resolve("1.journal"), "written last");
        Files.setLastModifiedTime(segment, FileTime.fromMillis(LATER_MS));
        final Path data = Files.createDirectory(folder.resolve("data"));
        Files.createSymbolicLink(data.resolve("journal"), disk);
        assertEquals(LATER_MS, ServerFolder.lastWrittenMs(data));
        final Path linked = Files.createSymbolicLink(folder.resolve("linked"), data);
        assertEquals(LATER_MS, ServerFolder.lastWrittenMs(linked));
    }
}
