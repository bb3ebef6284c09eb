package io.daybook.perf.report;

/** The table of latencies: a line for each rate, a column for each percentile. */
public final class LatencyTable {
    private static final double[] PERCENTILES = {50, 90, 95, 99, 99.9, 99.99, 100};
    private static final String[] HEADS = {"50%", "90%", "95%", "99%", "99.9%", "99.99%", "worst"};
    private static final int NAME_WIDTH = 20;
    private static final int CELL_WIDTH = 9;

    private LatencyTable() {}

    /** The heads of the columns, and a rule. */
    public static String head() {
        final StringBuilder line = new StringBuilder(pad("rate", NAME_WIDTH)).append(" |");
        final StringBuilder rule = new StringBuilder("-".repeat(NAME_WIDTH)).append("-+");
        for (final String head : HEADS) {
            line.append(' ').append(padLeft(head, CELL_WIDTH));
            rule.append("-".repeat(CELL_WIDTH + 1));
        }
        return line.append('\n').append(rule).toString();
    }

    /** The line of one series. */
    public static String line(final LatencySeries series) {
        final StringBuilder line = new StringBuilder(pad(series.name(), NAME_WIDTH)).append(" |");
        for (final double percentile : PERCENTILES) {
            line.append(' ').append(padLeft(Durations.format(series.at(percentile)), CELL_WIDTH));
        }
        return line.toString();
    }

    private static String pad(final String text, final int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    private static String padLeft(final String text, final int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }
}
