package io.daybook.backtest.files;

import io.daybook.backtest.LiveRun;
import io.daybook.backtest.LiveVenue;
import io.daybook.core.recovery.JournalCommands;
import io.daybook.wire.hops.HopFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folder of a venue that ran with {@code hopEvery = 1}, with its whole journal.
 *
 * @param data the folder
 */
public record VenueFolder(Path data) implements LiveVenue {
    /** The file to which a venue writes the times of its engine. */
    private static final Path TIMES = Path.of("gateway", "hops", "engine.hops");

    @Override
    public void commands(final JournalCommands.Consumer consumer) {
        JournalCommands.readAll(data, consumer);
    }

    @Override
    public void times(final HopFile.Reading reading) throws IOException {
        HopFile.read(data.resolve(TIMES), reading);
    }

    /**
     * Reads the record of a trader.
     *
     * @throws IOException if a line is wrong, or has an event that cannot be replayed; the message names file and line
     */
    public static LiveRun run(final Path record) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(record)) {
            return LiveRun.read(lines, record.toString());
        }
    }
}
