package io.daybook.core.recovery;

import io.daybook.core.codec.CommandBlockEncoder;
import io.daybook.core.engine.EngineConfig;
import io.daybook.journal.JournalFingerprint;

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

    private static String onOff(final boolean value) {
        return value ? "on" : "off";
    }
}
