package io.daybook.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Decides whether a journal means the same to the process that opens it as to the one that wrote it. The journal does
 * not interpret it: it stores it, compares it, and shows both sides when they differ.
 *
 * <p>{@code settings} are all that can change a result, as one line of text (say {@code "margin=on reset=off"}): a
 * folder never changes them. {@code semanticsVersion} (what commands mean) and {@code codecVersion} (how they are
 * encoded in blocks) are those of a segment: both may only grow from one segment to the next, and growing starts a new
 * one. Every block is replayed by the versions of its segment.
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

    /** The same versions with the text of another, which means the same. */
    public JournalFingerprint withSettings(final String text) {
        return new JournalFingerprint(semanticsVersion, codecVersion, text);
    }

    /** Whether one of the versions is above that of another. */
    public boolean isNewerThan(final JournalFingerprint other) {
        return semanticsVersion > other.semanticsVersion || codecVersion > other.codecVersion;
    }

    /** The versions, for people. */
    public String versions() {
        return "semantics version " + semanticsVersion + ", codec version " + codecVersion;
    }
}
