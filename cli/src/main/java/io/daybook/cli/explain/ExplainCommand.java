package io.daybook.cli.explain;

import io.daybook.api.ResultCode;
import io.daybook.api.text.Nearest;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code daybook explain}: result codes in words. */
@Command(
        name = "explain",
        description = {"Says what a result code means and what to do about it; without a code, all of them.", ""},
        footer = {"", "Example:", "  daybook explain RISK_NSF", "", "The numbers behind one refusal: daybook shell."})
public final class ExplainCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "CODE", description = "The code, by name or by number.")
    private @Nullable String code;

    public ExplainCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        final Report out = console.report();
        if (code == null) {
            for (final ResultCode each : ResultCode.values()) {
                print(each, out);
            }
        } else {
            for (final ResultCode each : find(code)) {
                print(each, out);
            }
        }
        out.send();
        return ExitCodes.OK;
    }

    private List<ResultCode> find(final String text) {
        final List<ResultCode> matching = CodeNames.matching(text);
        if (!matching.isEmpty()) {
            return matching;
        }
        final List<String> names =
                Arrays.stream(ResultCode.values()).map(ResultCode::name).toList();
        final String nearest = Nearest.to(text.toUpperCase(Locale.ROOT), names);
        final String near = nearest == null ? "; 'daybook explain' lists all" : "; did you mean " + nearest + "?";
        if (spec == null) {
            throw new IllegalStateException("used outside the command line");
        }
        throw new ParameterException(spec.commandLine(), "there is no result code " + text + near);
    }

    private static void print(final ResultCode code, final PrintWriter out) {
        out.println(code + " (" + code.code() + ")");
        out.println("    " + code.meaning());
        out.println("    What to do: " + code.advice());
    }
}
