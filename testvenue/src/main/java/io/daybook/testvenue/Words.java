package io.daybook.testvenue;

import io.daybook.api.text.Nearest;
import io.daybook.server.http.Problem;
import java.util.Collection;

/** Checks the words of requests to the control door. */
final class Words {
    private Words() {}

    /** Makes the problem of a word that is not one of the known ones. */
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
