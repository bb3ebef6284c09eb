package io.daybook.cli.venue;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.host.Clock;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.server.FolderHistory;
import io.daybook.server.api.HistoryRoutes;
import io.daybook.server.backup.BackupException;
import io.daybook.server.backup.Restore;
import io.daybook.server.identity.AuditTrail;
import io.daybook.server.identity.NotNotedException;
import io.daybook.sessions.outbox.Histories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Restores backups. Separate from the commands, so that their help does not load these classes. */
public final class RestoreBackupRun {
    private static final String SERVER = "server";
    private static final String ACT = "admit session";

    private RestoreBackupRun() {}

    public static int run(final Console console, final Path folder, final @Nullable Path lost, final boolean isTry)
            throws CommandFailure {
        final Clock clock = Clock.system();
        try {
            final Restore.Done done = isTry ? Restore.look(folder, lost, clock) : Restore.restore(folder, lost, clock);
            final Report out = console.report();
            out.println((isTry ? "would restore to seq: " : "restored to seq: ") + done.seq());
            out.println("history: " + done.history());
            done.notes().forEach(note -> out.println("note: " + note));
            out.println("no session may log in, and no order with a client id is accepted, until: daybook"
                    + " admit " + folder
                    + " SESSION...");
            out.send();
            return ExitCodes.OK;
        } catch (final BackupException | JournalException e) {
            throw new CommandFailure(ExitCodes.FATAL, "nothing was restored: " + e.getMessage());
        } catch (final NotNotedException e) {
            throw new CommandFailure(
                    ExitCodes.FATAL, folder + " stays a copy, because its restore cannot be logged: " + e.getMessage());
        } catch (final IOException e) {
            throw CommandFailure.of(e, folder.toString());
        }
    }

    public static int admit(final Console console, final Path folder, final List<String> names) throws CommandFailure {
        for (final String name : names) {
            if (!HistoryRoutes.isName(name)) {
                throw new CommandFailure(
                        ExitCodes.USAGE,
                        "a session is named by its number, such as 17, and the HTTP door by http: " + name);
            }
        }
        final FileJournalStorage storage = new FileJournalStorage();
        final Histories.Current history = FolderHistory.of(folder);
        if (!history.isRestored()) {
            throw new CommandFailure(
                    ExitCodes.USAGE, "no history was lost in " + folder + ", so no session needs to be admitted");
        }
        try {
            final Report out = console.report();
            for (final String name : names) {
                audit(folder, trail -> trail.begin(who(), "this machine", ACT, name));
                Histories.admit(storage, folder, history, name);
                audit(folder, trail -> trail.write(who(), "this machine", ACT, name, 0));
                out.println(name + " is admitted, history " + history.number());
            }
            out.send();
            return ExitCodes.OK;
        } catch (final IOException e) {
            throw CommandFailure.of(e, folder.toString());
        }
    }

    /** Logs an act of an operator. A folder that served members only, without HTTP, has no such log. */
    private static void audit(final Path folder, final Consumer<AuditTrail> line) throws CommandFailure {
        if (Files.isDirectory(folder.resolve(SERVER))) {
            try (AuditTrail trail = new AuditTrail(folder.resolve(SERVER), Clock.system())) {
                line.accept(trail);
            } catch (final NotNotedException e) {
                throw new CommandFailure(ExitCodes.FATAL, String.valueOf(e.getMessage()));
            }
        }
    }

    private static String who() {
        return System.getProperty("user.name", "?") + " by daybook admit";
    }
}
