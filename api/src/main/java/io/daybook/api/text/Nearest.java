package io.daybook.api.text;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Finds the word that was probably meant. */
public final class Nearest {
    /** Longer words are not compared: they misspell no name of ours, and the time of a comparison grows with them. */
    private static final int MAX_LENGTH = 64;

    private Nearest() {}

    /**
     * The candidate with the fewest letters wrong; the first of several.
     *
     * @return null if more than half of the word would be wrong, and for a word of more than 64 letters
     */
    public static @Nullable String to(final String word, final Collection<String> candidates) {
        if (word.length() > MAX_LENGTH) {
            return null;
        }
        String nearest = null;
        int least = Math.max(1, word.length() / 2) + 1;
        for (final String candidate : candidates) {
            final int distance = distance(word, candidate);
            if (distance < least) {
                least = distance;
                nearest = candidate;
            }
        }
        return nearest;
    }

    /** The nearest candidate as a sentence to append, {@code " Did you mean \"…\"?"}; empty without one. */
    public static String hint(final String word, final Collection<String> candidates) {
        final String nearest = to(word, candidates);
        return nearest == null ? "" : " Did you mean \"" + nearest + "\"?";
    }

    /** Letters to change, insert or leave out between two words (Levenshtein's distance, row by row). */
    private static int distance(final String from, final String to) {
        int[] above = new int[to.length() + 1];
        for (int j = 0; j < above.length; j++) {
            above[j] = j;
        }
        for (int i = 0; i < from.length(); i++) {
            final int[] row = new int[above.length];
            row[0] = i + 1;
            for (int j = 0; j < to.length(); j++) {
                final int changed = above[j] + (from.charAt(i) == to.charAt(j) ? 0 : 1);
                row[j + 1] = Math.min(changed, Math.min(above[j + 1], row[j]) + 1);
            }
            above = row;
        }
        return above[to.length()];
    }
}
