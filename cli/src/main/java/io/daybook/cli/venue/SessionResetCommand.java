package io.daybook.cli.venue;

import io.daybook.cli.config.ConfigFiles;
import io.daybook.cli.config.ServerFiles;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.gateway.config.ConfigException;
import io.daybook.host.storage.StorageLockedException;
import io.daybook.server.StartException;
import io.daybook.venue.StoppedVenue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code daybook session reset}: the way out of AHEAD_OF_JOURNAL. */
@Command(
        name = "reset",
        description = {
            "Forgets what a session was told, so that the next start makes its stream again from the journal.",
            "This is the way out of AHEAD_OF_JOURNAL, which means that the client was told of commands that the journal"
                    + " does not have: an older journal was brought back. Request numbers and order ids do not go back"
                    + " by it. Tell the member first: its program has to be compared with the exchange by hand.",
            "No venue may be running on the folder.",
            ""
        },
        footer = {"", "Example:", "  daybook session reset daybook.toml 17"})
public final class SessionResetCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "FILE", description = "The daybook.toml.")
    private Path file = Path.of("");

    @Parameters(index = "1", paramLabel = "SESSION", description = "The number of the session.")
    private int session;

    public SessionResetCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        try {
            final Path data =
                    ServerFiles.read(file, ServerFiles.inputs(List.of())).data();
            final int epoch = StoppedVenue.resetSession(data, session, "daybook session reset");
            final Report out = console.report();
            out.println("session " + session + ": its stream is made again at the next start, epoch " + epoch);
            out.send();
            return ExitCodes.OK;
        } catch (final ConfigException e) {
            return ConfigFiles.refuse(e, console);
        } catch (final StartException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final StorageLockedException e) {
            throw new CommandFailure(ExitCodes.FATAL, "a venue is running there: " + e.getMessage());
        } catch (final IllegalArgumentException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final UncheckedIOException e) {
            throw CommandFailure.of(Objects.requireNonNull(e.getCause()), file.toString());
        } catch (final IOException e) {
            throw CommandFailure.of(e, file.toString());
        }
    }
}
