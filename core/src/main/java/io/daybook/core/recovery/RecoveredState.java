package io.daybook.core.recovery;

import io.daybook.api.ExchangeConfig;
import io.daybook.api.RecoverySummary;
import io.daybook.core.engine.EngineConfig;
import io.daybook.core.engine.ExchangeEngine;
import io.daybook.journal.Compression;
import io.daybook.journal.Journal;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalOptions;
import io.daybook.journal.RecoveryReport;
import io.daybook.journal.storage.FileJournalStorage;
import io.daybook.journal.storage.JournalStorage;
import io.daybook.risk.command.EventRing;
import org.jspecify.annotations.Nullable;

/**
 * An engine with the state of a journal, and the journal, open, at that place.
 *
 * @param engine owned by whoever runs it next
 * @param events the ring that the engine writes to
 * @param journal the open journal, locked; null where there is none
 * @param timeNs the time of the last command, ns since the epoch
 * @param summary what was done
 */
public record RecoveredState(
        ExchangeEngine engine, EventRing events, @Nullable Journal journal, long timeNs, RecoverySummary summary) {

    /**
     * Opens the journal of a configuration, verifies all of it, repairs a torn tail, and replays it into a new engine.
     *
     * @throws JournalException when the journal cannot be opened or is damaged: with file, offset and the way out
     * @throws RecoveryFailedException when the engine fails on a command of it
     */
    public static RecoveredState recover(final ExchangeConfig config) {
        return recover(config, new FileJournalStorage(), options(config));
    }

    /**
     * The same on a storage and with journal options of the caller's own: for simulators and other hosts. The folder is that of
     * the configuration, on that storage.
     *
     * @param options how the journal is written; the configuration's {@code compression} does not count
     */
    public static RecoveredState recover(
            final ExchangeConfig config, final JournalStorage storage, final JournalOptions options) {
        final EventRing events = new EventRing(config.eventRingSize());
        final EngineConfig engineConfig = EngineConfig.of(config);
        final ExchangeEngine engine = new ExchangeEngine(engineConfig, events);
        if (config.journal() == null) {
            return new RecoveredState(engine, events, null, 0, RecoverySummary.NONE);
        }
        final long startNs = System.nanoTime();
        final Journal journal = Journal.open(storage, config.journal(), options, ExchangeFingerprint.of(engineConfig));
        boolean replayed = false;
        try {
            final JournalReplay replay = new JournalReplay(engine, events);
            journal.replay(replay);
            final RecoverySummary summary = summary(journal.report(), System.nanoTime() - startNs);
            replayed = true;
            return new RecoveredState(engine, events, journal, replay.timeNs(), summary);
        } finally {
            if (!replayed) {
                journal.close();
            }
        }
    }

    private static RecoverySummary summary(final RecoveryReport report, final long elapsedNs) {
        return new RecoverySummary(
                report.created(),
                report.lastSeq(),
                report.snapshotSeq(),
                report.lastSeq() - report.snapshotSeq(),
                report.segments(),
                report.notes(),
                elapsedNs);
    }

    private static JournalOptions options(final ExchangeConfig config) {
        return JournalOptions.builder()
                .compression(
                        config.compression() == io.daybook.api.Compression.LZ4 ? Compression.LZ4 : Compression.NONE)
                .build();
    }
}
