package io.daybook.core.recovery;

import io.daybook.api.ExchangeConfig;
import io.daybook.api.OrderBookType;
import io.daybook.api.RecoveryFailedException;
import io.daybook.engine.EngineConfig;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.codec.CommandBlockEncoder;
import io.daybook.engine.matching.BookTypes;
import io.daybook.journal.JournalFingerprint;
import io.daybook.journal.JournalStat;
import io.daybook.journal.SegmentStat;
import io.daybook.kernel.slab.HashSecret;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The settings that a journal folder is created with and keeps, because they can change results. Topology and kind of
 * book are not among them: they change no result.
 *
 * @param marginTrading whether orders for futures are accepted
 * @param resetAllowed whether a reset is carried out
 */
public record JournalSettings(boolean marginTrading, boolean resetAllowed) {
    private static final String MARGIN_TRADING = "margin-trading=";
    private static final String RESET_ALLOWED = "reset-allowed=";

    private static final Set<String> KNOWN =
            Set.of(MARGIN_TRADING + "on", MARGIN_TRADING + "off", RESET_ALLOWED + "on", RESET_ALLOWED + "off");

    /** The settings of an engine. */
    static JournalSettings of(final EngineConfig config) {
        return new JournalSettings(config.marginTrading(), config.resetAllowed());
    }

    /**
     * Parses the settings that a journal was created with. A setting that the text does not name is off, as it was in a
     * version without that setting.
     *
     * @param text as {@link #fingerprint} of this or another version wrote it
     */
    public static JournalSettings parse(final String text) {
        final List<String> settings = words(text);
        return new JournalSettings(settings.contains(MARGIN_TRADING + "on"), settings.contains(RESET_ALLOWED + "on"));
    }

    /**
     * The settings of a journal whose commands are to be carried out again.
     *
     * @throws RecoveryFailedException if a newer version wrote the journal, because its settings may mean something
     *     else
     */
    static JournalSettings of(final JournalStat stat) {
        for (final SegmentStat segment : stat.segments()) {
            requireKnown(segment::file, segment.firstSeq(), segment.semanticsVersion(), segment.codecVersion());
        }
        return of(stat.settings(), stat.firstSeq());
    }

    /**
     * Parses the settings that a journal was created with.
     *
     * @param firstSeq of the journal, for the message
     * @throws RecoveryFailedException if this version does not know one of them
     */
    static JournalSettings of(final String text, final long firstSeq) {
        final List<String> unknown = unknown(text);
        if (!unknown.isEmpty()) {
            throw new RecoveryFailedException(
                    firstSeq,
                    "the journal was made with settings that this version does not know: '" + String.join(" ", unknown)
                            + "'; open it with the version that made it");
        }
        return parse(text);
    }

    /**
     * Refuses a segment of a newer version, because its commands may mean something else there.
     *
     * @param file of the segment, for the message
     * @param firstSeq the first seq in the segment
     */
    static void requireKnown(
            final Supplier<String> file, final long firstSeq, final int semanticsVersion, final int codecVersion) {
        if (semanticsVersion > ExchangeEngine.SEMANTICS_VERSION || codecVersion > CommandBlockEncoder.CODEC_VERSION) {
            throw new RecoveryFailedException(
                    firstSeq,
                    file.get() + " was written by a newer version: semantics version " + semanticsVersion
                            + " and codec version " + codecVersion + ", this one knows up to "
                            + ExchangeEngine.SEMANTICS_VERSION + " and " + CommandBlockEncoder.CODEC_VERSION
                            + "; open it with the version that wrote it");
        }
    }

    /** Whether the settings of a folder, as any version may have written them, equal these. */
    boolean isMeantBy(final String text) {
        return unknown(text).isEmpty() && parse(text).equals(this);
    }

    private static List<String> unknown(final String text) {
        return words(text).stream().filter(word -> !KNOWN.contains(word)).toList();
    }

    private static List<String> words(final String text) {
        return text.isBlank() ? List.of() : List.of(text.strip().split(" +"));
    }

    /** The settings of an engine that replays the journal; the kind of its books does not matter. */
    EngineConfig engineConfig(final HashSecret secret) {
        return new EngineConfig(BookTypes.all(OrderBookType.LADDER), marginTrading, resetAllowed, 0, Set.of(), secret);
    }

    /** The fingerprint of these settings, with the versions of this program. */
    public JournalFingerprint fingerprint() {
        final String text = MARGIN_TRADING + onOff(marginTrading) + " " + RESET_ALLOWED + onOff(resetAllowed);
        return new JournalFingerprint(ExchangeEngine.SEMANTICS_VERSION, CommandBlockEncoder.CODEC_VERSION, text);
    }

    /** A configuration that matches the folder. */
    public ExchangeConfig.Builder config() {
        return ExchangeConfig.builder().marginTrading(marginTrading).resetAllowed(resetAllowed);
    }

    private static String onOff(final boolean value) {
        return value ? "on" : "off";
    }
}
