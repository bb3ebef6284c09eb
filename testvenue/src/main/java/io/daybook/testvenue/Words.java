package io.daybook.testvenue;

import io.daybook.api.text.Nearest;
import io.daybook.server.http.Problem;
import java.util.Collection;

/** Words of the control door. */
final class Words {
    private Words() {}

    /** A word is none of those that are known there. */
    static Problem unknown(final String pointer, final String what, final String word, final Collection<String> known) {
        return Problem.badForm(
                pointer,
                "there is no " + what + " \"" + printable(word) + "\"; known here: " + String.join(", ", known) + "."
                        + Nearest.hint(word, known));
    }

    private static String printable(final String text) {
        final StringBuilder shown = new StringBuilder();
        text.codePoints().limit(64).forEach(c -> shown.append(c >= ' ' && c <= '~' ? (char) c : '?'));
        return shown.toString();
    }
}
