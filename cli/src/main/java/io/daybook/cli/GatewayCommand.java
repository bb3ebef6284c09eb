package io.daybook.cli;

import io.daybook.gateway.config.ConfigException;
import io.daybook.gateway.config.GatewayConfig;
import io.daybook.gateway.config.MembersReader;
import io.daybook.gateway.session.Members;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code daybook gateway}: an exchange with a door for programs. */
@Command(
        name = "gateway",
        description = {
            "Runs an exchange whose members trade over TCP or FIX. FILE is a daybook.toml: the folder of the journal,"
                    + " what is traded, where to listen, and the members file. Listings that the exchange does not"
                    + " have are added.",
            "It says 'listening on ADDRESS:PORT' once it does, for FIX 'FIX 4.4 on ADDRESS:PORT'. SIGTERM ends it in"
                    + " order. The members file is read again when it changes, and on SIGHUP: whole, or, with a fault,"
                    + " not at all.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  daybook gateway check daybook.toml   finds every fault, starts nothing",
            "  daybook gateway secret               a secret for a member",
            "  daybook gateway daybook.toml         runs it",
            "",
            "Exit status: 0; 2 for faults in the files; 3 where the exchange stopped or did not start."
        })
final class GatewayCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "The daybook.toml.")
    private @Nullable Path file;

    @Spec
    private @Nullable CommandSpec spec;

    GatewayCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        final Path path = file;
        if (path == null) {
            if (spec == null) {
                return ExitCodes.USAGE;
            }
            throw new ParameterException(
                    spec.commandLine(), "which venue? Name its daybook.toml, as in: daybook gateway daybook.toml");
        }
        final GatewayConfig config;
        final Members members;
        final WatchedFile watched;
        try {
            config = GatewayFiles.config(path);
            watched = new WatchedFile(config.members());
            members = MembersReader.read(config.members());
        } catch (final ConfigException e) {
            return GatewayFiles.refuse(e, console);
        } catch (final IOException e) {
            throw CommandFailure.of(e, path.toString());
        }
        try (VenueSignals signals = VenueSignals.install();
                Venue venue = Venue.open(config, members, console)) {
            return venue.run(signals, watched);
        }
    }
}
