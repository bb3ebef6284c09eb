package io.daybook.core.recovery;

import io.daybook.api.OrderBookType;
import io.daybook.core.codec.CommandBlockEncoder;
import io.daybook.core.engine.EngineConfig;
import io.daybook.journal.JournalFingerprint;
import io.daybook.journal.JournalStat;
import io.daybook.journal.SegmentStat;

/** What a journal folder is made with and keeps: everything that can change a result, never topology or books. */
public final class ExchangeFingerprint {
    /** Grows with every change that gives an old journal other results. */
    private static final int SEMANTICS_VERSION = 1;

    private ExchangeFingerprint() {}

    /** The fingerprint of an engine's settings. */
    public static JournalFingerprint of(final EngineConfig config) {
        final String settings =
                "margin-trading=" + onOff(config.marginTrading()) + " reset-allowed=" + onOff(config.resetAllowed());
        return new JournalFingerprint(SEMANTICS_VERSION, CommandBlockEncoder.CODEC_VERSION, settings);
    }

    /**
     * The settings that a journal was made with, to carry out its commands again.
     *
     * @throws RecoveryFailedException when another version wrote it, with which they meant something else
     */
    static EngineConfig configOf(final JournalStat stat) {
        for (final SegmentStat segment : stat.segments()) {
            if (segment.semanticsVersion() != SEMANTICS_VERSION
                    || segment.codecVersion() > CommandBlockEncoder.CODEC_VERSION) {
                throw new RecoveryFailedException(
                        segment.firstSeq(),
                        segment.file() + " was written by another version: semantics version "
                                + segment.semanticsVersion() + " and codec version " + segment.codecVersion()
                                + " instead of " + SEMANTICS_VERSION + " and " + CommandBlockEncoder.CODEC_VERSION);
            }
        }
        for (final boolean marginTrading : new boolean[] {true, false}) {
            for (final boolean resetAllowed : new boolean[] {true, false}) {
                final EngineConfig config = new EngineConfig(OrderBookType.LADDER, marginTrading, resetAllowed);
                if (of(config).settings().equals(stat.settings())) {
                    return config;
                }
            }
        }
        throw new RecoveryFailedException(
                stat.firstSeq(), "the journal was made with settings of another version: '" + stat.settings() + "'");
    }

    private static String onOff(final boolean value) {
        return value ? "on" : "off";
    }
}
