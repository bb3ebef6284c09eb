package io.daybook.cli.venue;

import io.daybook.cli.config.ConfigFiles;
import io.daybook.cli.config.ServerFiles;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.config.ConfigException;
import io.daybook.server.backup.Backup;
import io.daybook.server.backup.BackupException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Makes a backup. Separate from the command, so that its help does not load these classes. */
public final class BackupRun {
    private BackupRun() {}

    public static int run(final Console console, final Path file, final List<String> set, final Path target)
            throws CommandFailure {
        final Path data;
        try {
            data = ServerFiles.read(file, ServerFiles.inputs(set)).data();
        } catch (final ConfigException e) {
            return ConfigFiles.refuse(e, console);
        }
        try {
            final Backup.Made made = Backup.take(data, target);
            final Report out = console.report();
            out.println("backup: " + target);
            out.println("seq: " + made.seq());
            out.println("bytes: " + made.bytes());
            out.println("state hash: " + String.format("%016x", made.stateHash()));
            out.send();
            return ExitCodes.OK;
        } catch (final BackupException e) {
            throw new CommandFailure(ExitCodes.FATAL, "no backup: " + e.getMessage());
        } catch (final IOException e) {
            throw CommandFailure.of(e, target.toString());
        }
    }
}
