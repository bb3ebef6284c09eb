package io.daybook.sessions.outbox;

import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Records that an outbox has messages that do not follow from the journal: an empty file {@code ahead} in its folder,
 * which stays until the operator resets the session.
 */
final class OutboxVerdict {
    private static final String NAME = "ahead";

    private OutboxVerdict() {}

    static boolean isAhead(final JournalStorage storage, final Path folder) throws IOException {
        return storage.exists(folder.resolve(NAME));
    }

    /** Writes the file, which is durable when the method returns. */
    static void write(final JournalStorage storage, final Path folder) throws IOException {
        if (!isAhead(storage, folder)) {
            try (StorageFile file = storage.create(folder.resolve(NAME))) {
                file.force(true);
            }
            storage.forceDirectory(folder);
        }
    }

    static void delete(final JournalStorage storage, final Path folder) throws IOException {
        storage.delete(folder.resolve(NAME));
    }
}
