package io.daybook.host.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FoldersInMemoryTest {
    private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

    /** Tests only that folders in memory were asked for, because the room in memory changes from moment to moment. */
    @Test
    void shouldMakeFoldersInMemoryWhereThatIsWantedAlone(@TempDir final Path folder) {
        if (FoldersInMemory.MEMORY.equals(folder.getParent()) && !FoldersInMemory.MEMORY.equals(TEMPORARY)) {
            assertTrue(FoldersInMemory.IS_WANTED, folder::toString);
        } else {
            assertEquals(TEMPORARY, folder.getParent());
        }
    }
}
