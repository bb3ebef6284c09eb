package io.daybook.model;

import java.util.List;

/**
 * Lines of a scenario file, with the configuration under which they are to run.
 *
 * @param name the kind and the seed
 * @param settings the configuration that can change results
 * @param lines the lines, including skipped and bad ones
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
