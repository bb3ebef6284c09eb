package io.daybook.cli.console;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether a command shows its progress; filled in by picocli. */
public final class ProgressOptions {
    @Option(
            names = "--progress",
            negatable = true,
            description =
                    "Show the progress on standard error. Default: on a terminal, after a second; while results are"
                            + " written, only if they go to a file.")
    private @Nullable Boolean progress;

    /** Returns whether the option was given. */
    public boolean isAskedFor() {
        return progress != null && progress;
    }

    /**
     * Returns the progress line of a command.
     *
     * @param streams whether results go to standard output while progress is shown: on the same terminal, a redrawn
     *     line and the results, or the output of a program that reads them, would overwrite each other
     */
    public ProgressLine line(final Console console, final boolean streams) {
        final boolean apart = Console.tellsPerson() && (!streams || Console.keepsResults());
        final boolean shown = progress == null ? apart : progress;
        return new ProgressLine(
                console.err(),
                !shown ? ProgressLine.Manner.SILENT : apart ? ProgressLine.Manner.REDRAWN : ProgressLine.Manner.LINES,
                isAskedFor(),
                console.clock());
    }

    /** Returns a meter for the reading of a folder, before there are results. */
    public ReadMeter reading(final Console console, final @Nullable Path folder) {
        return new ReadMeter(line(console, false), folder);
    }
}
