package io.daybook.cli.config;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.config.ConfigException;
import io.daybook.gateway.config.FeedDoor;
import io.daybook.gateway.config.FixDoor;
import io.daybook.gateway.config.MembersReader;
import io.daybook.gateway.config.VenueFile;
import io.daybook.gateway.tcp.TcpSettings;
import io.daybook.server.ServerFolder;
import io.daybook.server.StartException;
import io.daybook.server.config.ListingFile;
import io.daybook.server.config.ServerSettings;
import io.daybook.server.identity.AuditCheck;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.venue.Failures;
import io.daybook.venue.FeedEntrance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads all files that a server reads at its start. Separate from the command, so that its help does not load these
 * classes.
 */
record CheckRun(Console console, Path file, List<String> set) {
    private static final String GATEWAY = "gateway";

    int run() throws CommandFailure {
        try {
            return check(ServerFiles.read(file, ServerFiles.inputs(set)));
        } catch (final ConfigException e) {
            return ConfigFiles.refuse(e, console);
        }
    }

    private int check(final VenueFile<ServerSettings> config) throws CommandFailure, ConfigException {
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
            final long names =
                    sessions.stream().map(SessionSettings::member).distinct().count();
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

    /** Checks those files that a start reads and that the server itself has written. */
    private static void readFolder(final VenueFile<ServerSettings> config, final Report out) throws CommandFailure {
        try {
            final int made = ServerFolder.check(config.own().folder(), config.listings());
            if (made > 0) {
                out.println(config.own().folder().resolve(ListingFile.NAME) + ": " + Failures.counted(made, "listing"));
            }
            checkChain(AuditCheck.of(config.own().folder()), "audit log of operators", out);
            checkChain(AuditCheck.ofDoors(config.data().resolve(GATEWAY)), "audit log of members", out);
        } catch (final StartException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        }
    }

    private static void checkChain(final AuditCheck audit, final String name, final Report out) throws CommandFailure {
        final String fault = audit.fault();
        if (fault != null) {
            throw new CommandFailure(ExitCodes.USAGE, fault);
        }
        if (audit.lines() > 0) {
            out.println(name + ": " + Failures.counted(audit.lines(), "line") + ", the chain holds");
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
