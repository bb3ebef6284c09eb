package io.daybook.cli;

import io.daybook.gateway.config.ConfigException;
import io.daybook.gateway.config.FixDoor;
import io.daybook.gateway.config.GatewayConfig;
import io.daybook.gateway.config.MembersReader;
import io.daybook.gateway.session.JsonAuditLog;
import io.daybook.gateway.session.Members;
import io.daybook.journal.host.Clock;
import io.daybook.journal.storage.FileJournalStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code daybook gateway roll}: the end of a day for FIX. */
@Command(
        name = "roll",
        description = {
            "Ends a day for the sessions of FIX: orders that are good for the day (59=0) are cancelled, which their"
                    + " sessions hear as 150=C, and ClOrdIDs may be used again.",
            "No gateway may be running on the folder: stop it, roll, and start it again.",
            ""
        },
        footer = {"", "Example:", "  daybook gateway roll daybook.toml"})
final class GatewayRollCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The daybook.toml.")
    private Path file = Path.of("");

    GatewayRollCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        final GatewayConfig config;
        final Members members;
        try {
            config = GatewayFiles.config(file);
            members = MembersReader.read(config.members());
        } catch (final ConfigException e) {
            return GatewayFiles.refuse(e, console);
        } catch (final IOException e) {
            throw CommandFailure.of(e, file.toString());
        }
        final FixDoor door = config.fix();
        if (door == null) {
            throw new CommandFailure(ExitCodes.USAGE, file + ": fix: is missing. Only FIX has days.");
        }
        if (Files.notExists(config.data())) {
            throw new CommandFailure(ExitCodes.USAGE, config.data() + " is not there: no venue has run on it.");
        }
        try (JsonAuditLog audit = new JsonAuditLog(
                new FileJournalStorage(), config.data().resolve(Venue.FOLDER), Clock.system(), failure -> {})) {
            GatewayRollRun.run(config, door, members, audit);
        } catch (final IOException e) {
            throw CommandFailure.of(e, file.toString());
        }
        final Report out = console.report();
        out.println("the day is over: orders for the day are cancelled, and ClOrdIDs may be used again");
        out.send();
        return ExitCodes.OK;
    }
}
