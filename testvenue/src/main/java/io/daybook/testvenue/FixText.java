package io.daybook.testvenue;

/** Fields of messages of FIX as they are on the wire. */
final class FixText {
    private static final char END = '\001';

    private FixText() {}

    /** The first value of a tag; empty without one. */
    static String value(final String message, final int tag) {
        final String begin = END + Integer.toString(tag) + "=";
        final int at = message.indexOf(begin);
        if (at < 0) {
            return "";
        }
        final int end = message.indexOf(END, at + 1);
        return end < 0 ? "" : message.substring(at + begin.length(), end);
    }
}
