package io.daybook.flow.itch;

/** Converts fixed fields of messages to text. They are ASCII, padded with blanks on the right. */
public final class ItchText {
    private static final char UNPRINTABLE = '?';

    private ItchText() {}

    /** Returns the text of eight characters, without the blanks; unprintable characters become {@code ?}. */
    public static String of(final long characters) {
        return text(characters, Long.BYTES);
    }

    /** Returns the text of four characters, without the blanks; unprintable characters become {@code ?}. */
    public static String of(final int characters) {
        return text(characters, Integer.BYTES);
    }

    private static String text(final long characters, final int length) {
        final StringBuilder text = new StringBuilder(length);
        for (int i = length - 1; i >= 0; i--) {
            final char c = (char) (characters >>> Byte.SIZE * i & 0xFF);
            text.append(c >= ' ' && c <= '~' ? c : UNPRINTABLE);
        }
        return text.toString().stripTrailing();
    }
}
