package io.daybook.gateway.config;

import java.util.Collection;

/** Finds the key that was probably meant. */
final class Nearest {
    private static final int MAX_LENGTH = 64;

    private Nearest() {}

    /** {@code Did you mean "…"?} with a space before it; empty where no candidate has half of its letters right. */
    static String hint(final String word, final Collection<String> candidates) {
        if (word.length() > MAX_LENGTH) {
            return "";
        }
        String nearest = "";
        int least = Math.max(1, word.length() / 2) + 1;
        for (final String candidate : candidates) {
            final int distance = distance(word, candidate);
            if (distance < least) {
                least = distance;
                nearest = candidate;
            }
        }
        return nearest.isEmpty() ? "" : " Did you mean \"" + nearest + "\"?";
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
