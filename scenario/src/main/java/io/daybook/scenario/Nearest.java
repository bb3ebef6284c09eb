package io.daybook.scenario;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Finds the word that was probably meant. */
public final class Nearest {
    private Nearest() {}

    /** The candidate with the fewest letters wrong, or null when more than half of the word would be. */
    public static @Nullable String to(final String word, final Collection<String> candidates) {
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

    /** Letters to change, insert or leave out between two words (Levenshtein's distance, row by row). */
    private static int distance(final String from, final String to) {
        int[] row = new int[to.length() + 1];
        for (int i = 0; i <= to.length(); i++) {
            row[i] = i;
        }
        for (int i = 1; i <= from.length(); i++) {
            final int[] next = new int[to.length() + 1];
            next[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                final int changed = row[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                next[j] = Math.min(changed, Math.min(row[j], next[j - 1]) + 1);
            }
            row = next;
        }
        return row[to.length()];
    }
}
