package io.daybook.scenario;

/** Quotes text of a file in errors: short, on one line, for any bytes. */
final class Excerpt {
    /** The most characters that are quoted. */
    private static final int MAX_CHARACTERS = 64;

    private Excerpt() {}

    /** The text in quotes, cut after 64 characters. */
    static String quoted(final String text) {
        return '"' + cut(text) + '"';
    }

    /** The text, cut after 64 characters. */
    static String cut(final String text) {
        return text.length() <= MAX_CHARACTERS ? text : text.substring(0, MAX_CHARACTERS) + "…";
    }
}
