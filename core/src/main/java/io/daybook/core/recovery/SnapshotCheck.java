package io.daybook.core.recovery;

import io.daybook.api.ExchangeConfig;
import io.daybook.core.engine.EngineConfig;
import io.daybook.core.engine.ExchangeEngine;
import io.daybook.journal.JournalReader;
import io.daybook.journal.SnapshotReader;
import io.daybook.risk.command.EventRing;
import java.nio.file.Path;
import java.util.ArrayList;

/** Tries whether a snapshot can be started from, without the lock of its folder and without changing anything. */
public final class SnapshotCheck {
    private SnapshotCheck() {}

    /**
     * Restores the newest snapshot whose bytes are sound into memory, and compares the hash of its state.
     *
     * @return its seq; 0 where there is none
     * @throws RecoveryFailedException when it cannot be restored, or gives another state
     * @throws io.daybook.journal.JournalException IO
     */
    public static long restoreNewest(final Path folder) {
        final JournalReader reader = JournalReader.open(folder);
        final SnapshotReader snapshot = reader.newestSnapshot(new ArrayList<>());
        if (snapshot == null) {
            return 0;
        }
        final ExchangeConfig config =
                JournalSettings.parse(reader.settings()).config().build();
        final ExchangeEngine engine =
                new ExchangeEngine(EngineConfig.of(config), new EventRing(config.eventRingSize()));
        RecoveredState.restoreSnapshot(snapshot, engine);
        return snapshot.seq();
    }
}
