package io.daybook.scenario;

/** Quotes text of a file in errors: short, on one line, for any bytes. */
final class Excerpt {
    /** The limit of quoted characters. */
    private static final int MAX_CHARACTERS = 64;

    private Excerpt() {}

    /** Returns the text in quotes, cut after 64 characters. */
    static String quoted(final String text) {
        return '"' + cut(text) + '"';
    }

    /** Returns the text, cut after 64 characters. */
    static String cut(final String text) {
        return text.length() <= MAX_CHARACTERS ? text : text.substring(0, MAX_CHARACTERS) + "…";
    }
}
