package io.daybook.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Identifies what the commands of a journal mean. Opening compares it with the fingerprint in the folder and refuses
 * when they differ; the journal does not interpret it otherwise.
 *
 * <p>{@code settings} are everything that can change a result, as one line of text (say {@code "margin=on reset=off"}):
 * the settings of a folder never change. {@code semanticsVersion} (what commands mean) and {@code codecVersion} (how
 * they are encoded in blocks) belong to a segment: both may only grow from one segment to the next, and a higher
 * version starts a new segment. A block is replayed with the versions of its segment.
 *
 * @param semanticsVersion ≥ 1
 * @param codecVersion ≥ 1
 * @param settings at most {@value #MAX_SETTINGS_BYTES} bytes of UTF-8
 */
public record JournalFingerprint(int semanticsVersion, int codecVersion, String settings) {

    /** The room for settings in the header of a segment. */
    public static final int MAX_SETTINGS_BYTES = 1024;

    public JournalFingerprint {
        if (semanticsVersion < 1) {
            throw new IllegalArgumentException(
                    "semanticsVersion must be at least 1: semanticsVersion=" + semanticsVersion);
        }
        if (codecVersion < 1) {
            throw new IllegalArgumentException("codecVersion must be at least 1: codecVersion=" + codecVersion);
        }
        final int length = settings.getBytes(UTF_8).length;
        if (length > MAX_SETTINGS_BYTES) {
            throw new IllegalArgumentException(
                    "settings must have at most " + MAX_SETTINGS_BYTES + " bytes of UTF-8: settings.length=" + length);
        }
    }

    /** Returns the same versions with another text for the same settings. */
    public JournalFingerprint withSettings(final String text) {
        return new JournalFingerprint(semanticsVersion, codecVersion, text);
    }

    /** Returns whether one of the two versions is higher than that of {@code other}. */
    public boolean isNewerThan(final JournalFingerprint other) {
        return semanticsVersion > other.semanticsVersion || codecVersion > other.codecVersion;
    }

    public String versions() {
        return "semantics version " + semanticsVersion + ", codec version " + codecVersion;
    }
}
