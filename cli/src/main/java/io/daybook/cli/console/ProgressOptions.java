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
                    "Say on standard error how far it is. Default: on a terminal, after a second; while results are"
                            + " written only where they go to a file.")
    private @Nullable Boolean progress;

    /** Whether the option was given. */
    public boolean isAskedFor() {
        return progress != null && progress;
    }

    /**
     * The line of a command.
     *
     * @param streams whether results go to standard output meanwhile: on one terminal they, or what the reader of a
     *     pipe prints, and a redrawn line would overwrite each other
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

    /** Shows how far the reading of a folder is, before there are results. */
    public ReadMeter reading(final Console console, final @Nullable Path folder) {
        return new ReadMeter(line(console, false), folder);
    }
}
