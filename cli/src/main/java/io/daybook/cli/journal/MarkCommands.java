package io.daybook.cli.journal;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.JsonReport;
import io.daybook.cli.console.Report;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalReader;
import io.daybook.journal.retention.HeldMark;
import io.daybook.journal.retention.KeepMark;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook mark}: the consumers for which a journal is kept. Each method is a subcommand. */
@Command(
        name = "mark",
        addMethodSubcommands = false,
        description = {
            "Sets for which consumers the journal of a folder is kept, and from which command on.",
            "A consumer that reads the journal later has a mark: nothing from its seq on is deleted, even if the"
                    + " options of the snapshots would delete it. Takes no lock, even while an exchange is running"
                    + " there."
        },
        footer = {
            "Examples:",
            "  daybook mark set ./exchange warehouse --from 42018   sets the mark, or moves it on",
            "  daybook mark list ./exchange                         shows the cost of each mark",
            "  daybook mark remove ./exchange warehouse"
        })
public final class MarkCommands {
    private static final String FOLDER = "The folder of the journal.";

    private final Console console;

    public MarkCommands(final Console console) {
        this.console = console;
    }

    @Command(
            name = "list",
            description = "Lists the marks of a journal folder: name, first needed seq, and the bytes of the snapshot"
                    + " and segments that are not needed for the newest snapshot.")
    int list(
            @Parameters(paramLabel = "DIR", description = FOLDER) final Path folder,
            @Option(names = "--json", description = "One JSON object on one line, for programs.") final boolean json)
            throws CommandFailure {
        final List<HeldMark> marks;
        try {
            marks = JournalReader.open(folder).marks().held();
        } catch (final JournalException e) {
            throw CommandFailure.of(e, folder);
        }
        if (json) {
            JsonReport.marks(console, marks);
            return ExitCodes.OK;
        }
        final Report out = console.report();
        if (marks.isEmpty()) {
            out.println("no marks");
        } else {
            out.println(String.format(
                    Locale.ROOT, "%12s %13s %15s  %s", "from seq", "commands held", "bytes held", "name"));
        }
        for (final HeldMark held : marks) {
            out.println(String.format(
                    Locale.ROOT,
                    "%12d %13d %15d  %s",
                    held.mark().fromSeq(),
                    held.seqs(),
                    held.bytes(),
                    held.mark().name()));
        }
        out.send();
        return ExitCodes.OK;
    }

    @Command(
            name = "set",
            description = {
                "Sets a mark, or moves it forward, or back as far as the journal still reaches.",
                "Afterwards nothing is deleted that is needed to read that command and all later ones."
            })
    int set(
            @Parameters(index = "0", paramLabel = "DIR", description = FOLDER) final Path folder,
            @Parameters(
                            index = "1",
                            paramLabel = "NAME",
                            description = "The name of the consumer: 1 to 64 lower-case letters, digits and dashes.")
                    final String name,
            @Option(
                            names = "--from",
                            paramLabel = "SEQ",
                            required = true,
                            description = "The first command that is still needed: one more than the last processed"
                                    + " one.")
                    final long from)
            throws CommandFailure {
        try {
            JournalReader.open(folder).marks().set(new KeepMark(name, from));
        } catch (final IllegalArgumentException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final JournalException e) {
            throw CommandFailure.of(e, folder);
        }
        return say("mark " + name + " keeps what is needed from seq " + from + " on");
    }

    @Command(
            name = "remove",
            description = {
                "Removes a mark.",
                "Files that only this mark held are deleted after the next snapshot; then its consumer can no longer"
                        + " catch up from there."
            })
    int remove(
            @Parameters(index = "0", paramLabel = "DIR", description = FOLDER) final Path folder,
            @Parameters(index = "1", paramLabel = "NAME", description = "The name of the mark.") final String name)
            throws CommandFailure {
        final boolean removed;
        try {
            removed = JournalReader.open(folder).marks().remove(name);
        } catch (final IllegalArgumentException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final JournalException e) {
            throw CommandFailure.of(e, folder);
        }
        if (!removed) {
            throw new CommandFailure(
                    ExitCodes.USAGE, folder + ": there is no mark " + name + "; daybook mark list shows all marks");
        }
        return say("mark " + name + " is removed");
    }

    private int say(final String line) throws CommandFailure {
        final Report out = console.report();
        out.println(line);
        out.send();
        return ExitCodes.OK;
    }
}
