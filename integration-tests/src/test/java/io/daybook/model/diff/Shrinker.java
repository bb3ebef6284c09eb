package io.daybook.model.diff;

import io.daybook.model.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Searches for a shorter scenario that still fails, by leaving out ever smaller pieces.
 *
 * <p>This is delta debugging (A. Zeller, R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002), in
 * the form that only removes. Unless the tries run out, no single line of the returned scenario can be left out.
 */
final class Shrinker {
    private final Predicate<Scenario> fails;
    private int triesLeft;

    Shrinker(final Predicate<Scenario> fails, final int maxTries) {
        this.fails = fails;
        this.triesLeft = maxTries;
    }

    /** The shortest scenario that was found to fail; if none is shorter, the given one. */
    Scenario shrink(final Scenario scenario) {
        Scenario shortest = scenario;
        int pieceLength = Math.max(1, scenario.lines().size() / 2);
        while (triesLeft > 0) {
            final Scenario shorter = withoutPieces(shortest, pieceLength);
            final boolean removedSome =
                    shorter.lines().size() < shortest.lines().size();
            shortest = shorter;
            if (pieceLength > 1) {
                pieceLength = pieceLength / 2;
            } else if (!removedSome) {
                break;
            }
        }
        return shortest;
    }

    /**
     * Tries each piece of the scenario once, from the end, and leaves out each piece that the failure does not need.
     */
    private Scenario withoutPieces(final Scenario scenario, final int pieceLength) {
        Scenario shortest = scenario;
        for (int end = scenario.lines().size(); end > 0 && triesLeft > 0; end -= pieceLength) {
            final List<String> lines = new ArrayList<>(shortest.lines());
            lines.subList(Math.max(0, end - pieceLength), end).clear();
            final Scenario candidate = shortest.withLines(lines);
            triesLeft--;
            if (fails.test(candidate)) {
                shortest = candidate;
            }
        }
        return shortest;
    }
}
