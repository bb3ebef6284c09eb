package io.daybook.cli.config;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.gateway.config.ConfigException;
import io.daybook.gateway.config.FeedDoor;
import io.daybook.gateway.config.FixDoor;
import io.daybook.gateway.config.MembersReader;
import io.daybook.gateway.config.VenueFile;
import io.daybook.gateway.tcp.TcpSettings;
import io.daybook.server.ServerFolder;
import io.daybook.server.StartException;
import io.daybook.server.config.ListingFile;
import io.daybook.server.config.ServerSettings;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.venue.Failures;
import io.daybook.venue.FeedEntrance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook config check}: whether a server would start with its files. */
@Command(
        name = "check",
        description = {
            "Reads a daybook.toml, the members file, what it names for TLS, and the listings and keys in the folder of"
                    + " the server; starts nothing. Every fault is one line, with its place and the way out.",
            ""
        },
        footer = {"", "Exit status: 0 without faults; 2 with faults."})
public final class ConfigCheckCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "The daybook.toml.")
    private Path file = Path.of("daybook.toml");

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Sets a key of the file. May be repeated.")
    private List<String> set = new ArrayList<>();

    public ConfigCheckCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        try {
            return new Check(console, file, set).run();
        } catch (final ConfigException e) {
            return ConfigFiles.refuse(e, console);
        }
    }

    /** Apart, so that the command can be described without the server's classes. */
    private record Check(Console console, Path file, List<String> set) {
        int run() throws CommandFailure, ConfigException {
            final VenueFile<ServerSettings> config = ServerFiles.read(file, ServerFiles.inputs(set));
            final TcpSettings tcp = config.tcp();
            final FixDoor fix = config.fix();
            final TlsFiles files = new TlsFiles(console, file);
            if (!files.areSound(
                    config.own().servesHttp() ? config.own().http().tls() : null,
                    tcp == null ? null : tcp.tls(),
                    fix == null ? null : fix.tls())) {
                return ExitCodes.USAGE;
            }
            final Report out = console.report();
            out.println(file + ": " + Failures.counted(config.listings().size(), "listing"));
            final Path members = config.members();
            if (members != null) {
                final List<SessionSettings> sessions = read(members).sessions();
                final long names = sessions.stream()
                        .map(SessionSettings::member)
                        .distinct()
                        .count();
                out.println(members + ": " + Failures.counted(sessions.size(), "session") + " of "
                        + Failures.counted(names, "member"));
            }
            final FeedDoor feed = config.feed();
            if (feed != null) {
                out.println(file + ": " + FeedEntrance.told(feed));
            }
            readFolder(config, out);
            out.send();
            return ExitCodes.OK;
        }

        /** What else a start reads: the files that the server has written itself. */
        private static void readFolder(final VenueFile<ServerSettings> config, final Report out) throws CommandFailure {
            try {
                final int made = ServerFolder.check(config.own().folder(), config.listings());
                if (made > 0) {
                    out.println(
                            config.own().folder().resolve(ListingFile.NAME) + ": " + Failures.counted(made, "listing"));
                }
            } catch (final StartException e) {
                throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
            }
        }

        private static Members read(final Path members) throws CommandFailure, ConfigException {
            try {
                return MembersReader.read(members);
            } catch (final IOException e) {
                throw CommandFailure.of(e, members.toString());
            }
        }
    }
}
