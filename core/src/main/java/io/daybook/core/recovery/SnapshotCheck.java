package io.daybook.core.recovery;

import io.daybook.api.RecoveryFailedException;
import io.daybook.engine.ExchangeEngine;
import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.access.JournalReader;
import io.daybook.journal.snapshot.SnapshotReader;
import io.daybook.kernel.command.EventRing;
import java.nio.file.Path;
import java.util.ArrayList;

/**
 * Checks whether an exchange can start from a snapshot, without the lock of its folder and without changing anything.
 */
public final class SnapshotCheck {
    private static final int EVENTS = 1024;

    private SnapshotCheck() {}

    /**
     * Restores the newest snapshot whose bytes are sound into memory, and compares the hash of the restored state with
     * the recorded one.
     *
     * @param storage where the folder is
     * @return the seq of the snapshot; 0 if there is none
     * @throws RecoveryFailedException if it cannot be restored, or gives another state
     * @throws io.daybook.journal.JournalException with the reason IO, if the folder cannot be read
     */
    public static long restoreNewest(final JournalStorage storage, final Path folder) {
        final JournalReader reader = JournalReader.open(storage, folder);
        final SnapshotReader snapshot = reader.newestSnapshot(Long.MAX_VALUE, new ArrayList<>());
        if (snapshot == null) {
            return 0;
        }
        final JournalSettings settings = JournalSettings.parse(reader.settings());
        final ExchangeEngine engine =
                new ExchangeEngine(settings.engineConfig(RecoveredState.randomSecret()), new EventRing(EVENTS));
        RecoveredState.restoreSnapshot(snapshot, engine);
        return snapshot.seq();
    }
}
