package io.daybook.journal.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FoldersInMemoryTest {
    @Test
    void shouldMakeFoldersInMemoryWhereItIsWantedAndThereIsSome(@TempDir final Path folder) throws IOException {
        assertEquals(FoldersInMemory.isFit(), folder.startsWith("/dev/shm"), folder::toString);
    }
}
