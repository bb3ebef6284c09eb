package io.daybook.server;

import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalReader;
import io.daybook.sessions.outbox.Histories;
import java.nio.file.Path;

/** Reads the history of an exchange's folder. */
public final class FolderHistory {
    private FolderHistory() {}

    /** The history of a folder; the first one if there is no journal yet, or none that an exchange can start on. */
    public static Histories.Current of(final Path data) {
        try {
            final JournalReader reader = JournalReader.open(data);
            return new Histories.Current(reader.history(), reader.historyBegin());
        } catch (JournalException e) {
            return Histories.Current.FIRST; // the start of the exchange reports the reason
        }
    }
}
