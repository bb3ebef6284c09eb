package io.daybook.cli.explain;

import io.daybook.api.ResultCode;
import io.daybook.api.text.Nearest;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.cli.console.Usage;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Prints result codes in words. */
public final class ExplainRun {
    private ExplainRun() {}

    /** Explains one code, or all if it is null. */
    public static int run(final Console console, final @Nullable String code, final Usage usage) throws CommandFailure {
        final Report out = console.report();
        if (code == null) {
            for (final ResultCode each : ResultCode.values()) {
                print(each, out);
            }
        } else {
            for (final ResultCode each : find(code, usage)) {
                print(each, out);
            }
        }
        out.send();
        return ExitCodes.OK;
    }

    private static List<ResultCode> find(final String text, final Usage usage) {
        final List<ResultCode> matching = CodeNames.matching(text);
        if (!matching.isEmpty()) {
            return matching;
        }
        final List<String> names =
                Arrays.stream(ResultCode.values()).map(ResultCode::name).toList();
        final String nearest = Nearest.to(text.toUpperCase(Locale.ROOT), names);
        final String near = nearest == null ? "; 'daybook explain' lists all" : "; did you mean " + nearest + "?";
        throw usage.wrong("there is no result code " + text + near);
    }

    private static void print(final ResultCode code, final PrintWriter out) {
        out.println(code + " (" + code.code() + ")");
        out.println("    " + code.meaning());
        out.println("    What to do: " + code.advice());
    }
}
