package io.daybook.core.recovery;

import io.daybook.api.ExchangeConfig;
import io.daybook.api.OrderBookType;
import io.daybook.api.RecoveryFailedException;
import io.daybook.core.codec.CommandBlockEncoder;
import io.daybook.core.engine.EngineConfig;
import io.daybook.journal.JournalFingerprint;
import io.daybook.journal.JournalStat;
import io.daybook.journal.SegmentStat;
import java.util.List;

/**
 * The settings that a journal folder is made with and keeps, because they can change results: never topology or books.
 *
 * @param marginTrading whether orders for futures are taken
 * @param resetAllowed whether a reset is carried out
 */
public record JournalSettings(boolean marginTrading, boolean resetAllowed) {
    /** Grows with every change that gives an old journal other results. */
    private static final int SEMANTICS_VERSION = 1;

    private static final String MARGIN_TRADING = "margin-trading=";
    private static final String RESET_ALLOWED = "reset-allowed=";

    /** The settings of an engine. */
    static JournalSettings of(final EngineConfig config) {
        return new JournalSettings(config.marginTrading(), config.resetAllowed());
    }

    /**
     * The settings that a journal says it was made with.
     *
     * @param text as {@link #fingerprint} wrote it
     */
    public static JournalSettings parse(final String text) {
        final List<String> settings = List.of(text.split(" "));
        return new JournalSettings(settings.contains(MARGIN_TRADING + "on"), settings.contains(RESET_ALLOWED + "on"));
    }

    /**
     * The settings of a journal whose commands are to be carried out again.
     *
     * @throws RecoveryFailedException when another version wrote it, with which they meant something else
     */
    static JournalSettings of(final JournalStat stat) {
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
        final JournalSettings settings = parse(stat.settings());
        if (!settings.fingerprint().settings().equals(stat.settings())) {
            throw new RecoveryFailedException(
                    stat.firstSeq(),
                    "the journal was made with settings of another version: '" + stat.settings() + "'");
        }
        return settings;
    }

    /** The settings of an engine that carries those commands out; its books are of no consequence. */
    EngineConfig engineConfig() {
        return new EngineConfig(OrderBookType.LADDER, marginTrading, resetAllowed);
    }

    /** What the journal keeps of them, with the versions of this program. */
    public JournalFingerprint fingerprint() {
        final String text = MARGIN_TRADING + onOff(marginTrading) + " " + RESET_ALLOWED + onOff(resetAllowed);
        return new JournalFingerprint(SEMANTICS_VERSION, CommandBlockEncoder.CODEC_VERSION, text);
    }

    /** A configuration that the folder takes. */
    public ExchangeConfig.Builder config() {
        return ExchangeConfig.builder().marginTrading(marginTrading).resetAllowed(resetAllowed);
    }

    private static String onOff(final boolean value) {
        return value ? "on" : "off";
    }
}
