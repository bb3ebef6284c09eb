package io.daybook.cli;

import io.daybook.gateway.config.ConfigException;
import io.daybook.gateway.config.FeedDoor;
import io.daybook.gateway.config.FixDoor;
import io.daybook.gateway.config.GatewayConfig;
import io.daybook.gateway.config.MembersReader;
import io.daybook.gateway.session.Members;
import io.daybook.gateway.session.SessionSettings;
import io.daybook.gateway.tcp.TcpSettings;
import io.daybook.server.FeedEntrance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code daybook gateway check}: whether a gateway would start with its files. */
@Command(
        name = "check",
        description = {
            "Reads a daybook.toml and the members file that it names, and starts nothing. Every fault is one line with"
                    + " its file, line and column, and the way out.",
            ""
        },
        footer = {"", "Exit status: 0 without faults; 2 with faults."})
final class GatewayCheckCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The daybook.toml.")
    private Path file = Path.of("");

    GatewayCheckCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        try {
            final GatewayConfig config = GatewayFiles.config(file);
            final Members members = MembersReader.read(config.members());
            final TcpSettings tcp = config.tcp();
            final FixDoor fix = config.fix();
            final TlsFiles files = new TlsFiles(console, file);
            if (!files.areSound(tcp == null ? null : tcp.tls(), fix == null ? null : fix.tls())) {
                return ExitCodes.USAGE;
            }
            tell(config, members);
            return ExitCodes.OK;
        } catch (final ConfigException e) {
            return GatewayFiles.refuse(e, console);
        } catch (final IOException e) {
            throw CommandFailure.of(e, file.toString());
        }
    }

    private void tell(final GatewayConfig config, final Members members) throws CommandFailure {
        final List<SessionSettings> sessions = members.sessions();
        final long names =
                sessions.stream().map(SessionSettings::member).distinct().count();
        final Report out = console.report();
        out.println(file + ": " + counted(config.listings().size(), "listing"));
        out.println(config.members() + ": " + counted(sessions.size(), "session") + " of " + counted(names, "member"));
        final FeedDoor feed = config.feed();
        if (feed != null) {
            out.println(file + ": " + FeedEntrance.told(feed));
        }
        out.send();
    }

    /** A number and what it counts. */
    static String counted(final long count, final String thing) {
        return count + " " + thing + (count == 1 ? "" : "s");
    }
}
