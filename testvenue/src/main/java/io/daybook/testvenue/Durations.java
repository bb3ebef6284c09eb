package io.daybook.testvenue;

import io.daybook.server.http.Problem;
import java.time.Duration;
import java.time.format.DateTimeParseException;

/** Durations of the control door, as ISO 8601 writes them. */
final class Durations {
    private static final Duration MOST = Duration.ofDays(366);
    private static final int MOST_LETTERS = 40;

    private Durations() {}

    /** Reads a duration from 0 to 366 days. */
    static Duration read(final String pointer, final String text) {
        try {
            final Duration read = Duration.parse(text.substring(0, Math.min(text.length(), MOST_LETTERS)));
            if (!read.isNegative() && read.compareTo(MOST) <= 0) {
                return read;
            }
        } catch (DateTimeParseException e) {
            // reported below
        }
        throw Problem.badForm(pointer, "must be a duration from PT0S to P366D, such as \"PT1.5S\" or \"PT1M\"");
    }
}
