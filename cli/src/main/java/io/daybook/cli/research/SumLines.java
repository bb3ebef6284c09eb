package io.daybook.cli.research;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.Report;
import io.daybook.flow.Dollars;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Prints the sums of a day on standard output, each with its unit. */
final class SumLines {
    private static final Set<String> MONEY =
            Set.of("boughtFor", "soldFor", "profit", "realised", "traded", "fees", "rebates");

    /** The names of sums that need no unit. */
    private static final Set<String> COUNTS =
            Set.of("orders", "cancels", "refused", "fills", "requests", "refusedByVenue");

    private static final String REFUSED_BY_GATE = "refusedFor";
    private static final String UNKNOWN = "unknown";

    private SumLines() {}

    /**
     * Prints sums, and then notes.
     *
     * @param sums by name, as the reports have them: money in 1/10,000 dollar
     */
    static void print(final Console console, final Map<String, Long> sums, final List<String> notes)
            throws CommandFailure {
        final Report out = console.report();
        sums.forEach((name, value) -> out.println(name + " " + withUnit(name, value)));
        notes.forEach(out::println);
        out.send();
    }

    private static String withUnit(final String name, final long value) {
        if (MONEY.contains(name)) {
            return Dollars.text(value) + " dollars";
        }
        if (COUNTS.contains(name)) {
            return Long.toString(value);
        }
        return value + (name.equals(UNKNOWN) ? " messages" : name.startsWith(REFUSED_BY_GATE) ? " orders" : " shares");
    }
}
