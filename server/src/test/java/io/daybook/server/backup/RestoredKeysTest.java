package io.daybook.server.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.server.identity.KeyChanges;
import io.daybook.server.identity.KeyKind;
import io.daybook.server.identity.KeyStore;
import io.daybook.server.identity.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys that an earlier restore has switched off, when a copy is restored again. */
class RestoredKeysTest {
    private static final long HISTORY = 1;
    private static final int NEXT = 1_000_000;

    @TempDir
    private Path folder;

    private Path copy;
    private Path lost;
    private int key;

    @BeforeEach
    void makeKey() throws IOException {
        lost = Files.createDirectories(folder.resolve("lost")).resolve(KeyStore.FILE);
        try (KeyStore keys = KeyStore.open(folder.resolve("lost"), null, true)) {
            key = keys.add("bot", KeyKind.BEARER, EnumSet.of(Role.VIEWER), List.of(), List.of(), 0, null)
                    .key()
                    .number();
        }
        copy = folder.resolve("copy.db");
        KeyStore.copy(lost, copy);
    }

    @Test
    void shouldSwitchOffAndNotEndAKeyThatIsOffInTheLostFolder() throws IOException {
        KeyChanges.write(lost, List.of(key), List.of(), NEXT);
        assertEquals(
                List.of("key k" + key + " bot: is off, because it was changed after the backup"),
                RestoredKeys.restore(copy, lost, HISTORY));
        assertEquals("off", state());
    }

    @Test
    void shouldLeaveAKeyOffThatIsOffInTheCopyUnlessItWasEndedSince() throws IOException {
        KeyChanges.write(copy, List.of(key), List.of(), NEXT);
        for (final Path old : new Path[] {null, lost}) {
            assertEquals(List.of(), RestoredKeys.restore(copy, old, HISTORY));
            assertEquals("off", state());
        }
        KeyChanges.write(lost, List.of(), List.of(key), NEXT);
        assertEquals(
                List.of("key k" + key + " bot: was ended after the backup, and is ended here, too"),
                RestoredKeys.restore(copy, lost, HISTORY));
        assertEquals("ended", state());
    }

    private String state() throws IOException {
        final Stream<KeyChanges.Row> rows = KeyChanges.read(copy).stream();
        final KeyChanges.Row row =
                rows.filter(one -> one.number() == key).findFirst().orElseThrow();
        return row.isEnded() ? "ended" : row.isOff() ? "off" : "on";
    }
}
