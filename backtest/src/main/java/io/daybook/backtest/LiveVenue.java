package io.daybook.backtest;

import io.daybook.core.recovery.JournalCommands;
import io.daybook.wire.hops.HopFile;
import java.io.IOException;

/** The data that a venue keeps of a run: its journal, and the time at which its engine took each command. */
public interface LiveVenue {

    /** Passes on all commands of the journal. */
    void commands(JournalCommands.Consumer consumer);

    /**
     * Passes on the time at which the engine took each command.
     *
     * @throws IOException if the times cannot be read
     */
    void times(HopFile.Reading reading) throws IOException;
}
