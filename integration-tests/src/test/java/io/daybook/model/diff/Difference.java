package io.daybook.model.diff;

import io.daybook.model.Scenario;

/**
 * The first result line in which two runners differ.
 *
 * @param scenario the scenario that they ran
 * @param index the index of the result line, from 0
 * @param expected the line of the first runner, {@link #NO_LINE} if it has no more
 * @param actual the line of the second runner, {@link #NO_LINE} if it has no more
 */
public record Difference(Scenario scenario, int index, String expected, String actual) {
    static final String NO_LINE = "(no line)";

    /** The scenario as a file, with both lines as comments below it. */
    public String report() {
        return scenario.text()
                + "# first difference: result line " + (index + 1) + "\n"
                + "# expected: " + expected + "\n"
                + "# actual:   " + actual + "\n";
    }
}
