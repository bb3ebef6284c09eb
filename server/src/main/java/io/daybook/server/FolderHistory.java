package io.daybook.server;

import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalReader;
import io.daybook.sessions.outbox.Histories;
import java.nio.file.Path;

/** Reads the history of an exchange's folder. */
public final class FolderHistory {
    private FolderHistory() {}

    /**
     * Reads the history of a folder. Returns the first history if the folder has no journal yet, or if an exchange
     * cannot start on the journal.
     */
    public static Histories.Current of(final Path data) {
        try {
            final JournalReader reader = JournalReader.open(data);
            return new Histories.Current(reader.history(), reader.historyBegin());
        } catch (JournalException e) {
            return Histories.Current.FIRST; // the start of the exchange reports the reason
        }
    }
}
