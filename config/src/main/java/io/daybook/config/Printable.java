package io.daybook.config;

/** Makes texts of a file safe for messages and terminals. */
public final class Printable {
    private static final int MAX_LENGTH = 64;

    private Printable() {}

    /** Returns the first line of a library's message. */
    static String line(final String message) {
        return message.lines().findFirst().orElse("").strip();
    }

    /** Returns the text, truncated and without control characters. */
    public static String of(final String text) {
        final StringBuilder shown = new StringBuilder();
        for (int i = 0; i < Math.min(text.length(), MAX_LENGTH); i++) {
            final char c = text.charAt(i);
            shown.append(Character.isISOControl(c) ? '?' : c);
        }
        return text.length() > MAX_LENGTH ? shown.append('…').toString() : shown.toString();
    }
}
