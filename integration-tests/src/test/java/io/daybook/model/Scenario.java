package io.daybook.model;

import java.util.List;

/**
 * Lines of a scenario file, with what of the configuration they are to run under.
 *
 * @param name what it is, and from which seed
 * @param settings what of the configuration can change results
 * @param lines the lines, with those that are skipped and those that are bad
 */
public record Scenario(String name, Settings settings, List<String> lines) {

    public Scenario {
        lines = List.copyOf(lines);
    }

    /** The same scenario with other lines. */
    public Scenario withLines(final List<String> otherLines) {
        return new Scenario(name, settings, otherLines);
    }

    /** The scenario as a file. */
    public String text() {
        return "# " + name + ", marginTrading=" + settings.marginTrading() + ", resetAllowed=" + settings.resetAllowed()
                + "\n" + String.join("\n", lines) + "\n";
    }
}
