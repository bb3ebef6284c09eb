package io.daybook.cli.venue;

import io.daybook.cli.config.ConfigFiles;
import io.daybook.cli.config.ServerFiles;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.cli.exchange.Engines;
import io.daybook.gateway.config.ConfigException;
import io.daybook.gateway.config.VenueFile;
import io.daybook.server.StartException;
import io.daybook.server.config.ServerSettings;
import io.daybook.venue.StoppedVenue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code daybook fix roll}: the end of a day for FIX. */
@Command(
        name = "roll",
        description = {
            "Ends a day for the sessions of FIX: orders that are good for the day (59=0) are cancelled, which their"
                    + " sessions hear as 150=C, and ClOrdIDs may be used again.",
            "No venue may be running on the folder: stop it, roll, and start it again.",
            ""
        },
        footer = {"", "Example:", "  daybook fix roll daybook.toml"})
public final class FixRollCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The daybook.toml.")
    private Path file = Path.of("");

    public FixRollCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        try {
            return Roll.run(console, file);
        } catch (final ConfigException e) {
            return ConfigFiles.refuse(e, console);
        }
    }

    /** Apart, so that the command can be described without the server's classes. */
    private static final class Roll {
        private Roll() {}

        static int run(final Console console, final Path file) throws CommandFailure, ConfigException {
            final VenueFile<ServerSettings> config = ServerFiles.read(file, ServerFiles.inputs(List.of()));
            try {
                CommandFailure.throwIfFailed(
                        StoppedVenue.endDay(config, followers -> Engines.unchecked(config.exchange(), followers)));
            } catch (final Engines.NotStarted e) {
                throw e.reason();
            } catch (final StartException e) {
                throw new CommandFailure(e.isUsage() ? ExitCodes.USAGE : ExitCodes.FATAL, file + ": " + e.getMessage());
            } catch (final IOException e) {
                throw CommandFailure.of(e, file.toString());
            }
            final Report out = console.report();
            out.println("the day is over: orders for the day are cancelled, and ClOrdIDs may be used again");
            out.send();
            return ExitCodes.OK;
        }
    }
}
