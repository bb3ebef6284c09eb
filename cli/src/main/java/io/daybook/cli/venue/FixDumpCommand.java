package io.daybook.cli.venue;

import io.daybook.cli.config.ConfigFiles;
import io.daybook.cli.config.ServerFiles;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.gateway.config.ConfigException;
import io.daybook.gateway.config.MembersReader;
import io.daybook.gateway.config.VenueFile;
import io.daybook.gateway.fix.SessionDump;
import io.daybook.gateway.fix.message.FixListings;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.server.FolderHistory;
import io.daybook.sessions.member.SessionSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook fix dump}: what a session of FIX was told. */
@Command(
        name = "dump",
        description = {
            "Shows the reports of a FIX session (8, 9 and r) as the venue's folder has them, oldest first: the number"
                    + " each was sent with ('-' where it has not been), the time of its command, and its fields by"
                    + " name. Numbers are those sent last: a report that went out again under a new one shows that.",
            "Messages of the session level and answers to queries are not kept, so they are not shown. Nothing is"
                    + " changed; the venue may be running.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  daybook fix dump daybook.toml 17",
            "  daybook fix dump daybook.toml 17 --raw | grep '|11=A1|'"
        })
public final class FixDumpCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "FILE", description = "The daybook.toml.")
    private Path file = Path.of("");

    @Parameters(index = "1", paramLabel = "SESSION", description = "The number of the session.")
    private int session;

    @Option(names = "--raw", description = "Messages as they are sent, with | between the fields.")
    private boolean isRaw;

    public FixDumpCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        try {
            final VenueFile<?> config = ServerFiles.read(file, ServerFiles.inputs(List.of()));
            final Path members = config.members();
            if (members == null) {
                throw new IllegalArgumentException(
                        file + ": members: is missing, so no session has been told anything");
            }
            final SessionSettings settings = MembersReader.read(members).sessions().stream()
                    .filter(each -> each.session() == session)
                    .findFirst()
                    .orElseThrow(() ->
                            new IllegalArgumentException("session must be one of " + members + ": session=" + session));
            final Report out = console.report();
            new SessionDump(
                            new FileJournalStorage(),
                            config.data(),
                            FolderHistory.of(config.data()),
                            new FixListings(config.listings(), Map.of()),
                            settings)
                    .forEachLine(isRaw, out::println);
            out.send();
            return ExitCodes.OK;
        } catch (final ConfigException e) {
            return ConfigFiles.refuse(e, console);
        } catch (final IllegalArgumentException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final IOException e) {
            throw CommandFailure.of(e, file.toString());
        }
    }
}
