package io.daybook.cli.hops;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook hops}: where the time of an order goes. */
@Command(
        name = "hops",
        description = {
            "Shows how long orders took from place to place on their way, from the program's decision to its listener."
                    + " Every n-th command is timed (hopEvery in daybook.toml, 64 without it); nothing is left out.",
            "DIR is the folder of an exchange whose gateway has ended in order, or one in which Java clients and"
                    + " subscribers left their files (hops in their builder). All files are joined by the number of the"
                    + " command; they must be of one machine, whose clock they share, and of one start of it.",
            "A time is taken behind what it is of, and the next one may already be under way: a hop between two threads"
                    + " can take less than nothing.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  daybook hops ./exchange                the venue alone: T1 to T6, its feed: T5m, T6m",
            "  daybook hops ./exchange ./client       and what clients and subscribers saw: T7 to T12, T7m to T9m",
            "  daybook hops ./exchange --hgrm out     files for HdrHistogram's plotter, too"
        })
public final class HopsCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "1..*", paramLabel = "DIR", description = "Where files of hops are.")
    private List<Path> folders = List.of();

    @Option(names = "--hgrm", paramLabel = "OUT", description = "Writes a file FROM-TO.hgrm for each hop into OUT.")
    private @Nullable Path hgrm;

    public HopsCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        try {
            final HopReport report = HopReport.read(folders);
            final Report out = console.report();
            report.print(out);
            if (hgrm != null) {
                out.println(report.writeHgrm(hgrm) + " files in " + hgrm);
            }
            out.send();
            return ExitCodes.OK;
        } catch (final IOException e) {
            throw CommandFailure.of(e, folders.toString());
        }
    }
}
