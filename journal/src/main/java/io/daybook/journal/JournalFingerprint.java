package io.daybook.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * What decides whether a journal means the same to who opens it as to who wrote it. The journal does not interpret it:
 * it stores it, compares it, and shows both sides when they differ.
 *
 * <p>{@code settings} are all that can change a result, as one line of text (say {@code "margin=on reset=off"}): a folder
 * keeps them for ever. {@code semanticsVersion} may change only with a snapshot at the journal's very end, and
 * {@code codecVersion} (how commands are encoded in blocks) may only grow: both then start a new segment.
 *
 * @param semanticsVersion ≥ 1
 * @param codecVersion ≥ 1
 * @param settings at most {@value #MAX_SETTINGS_BYTES} bytes of UTF-8
 */
public record JournalFingerprint(int semanticsVersion, int codecVersion, String settings) {

    /** What the header of a segment has room for. */
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
}
