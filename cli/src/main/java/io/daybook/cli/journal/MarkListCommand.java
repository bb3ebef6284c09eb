package io.daybook.cli.journal;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.JsonReport;
import io.daybook.cli.console.Report;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalReader;
import io.daybook.journal.retention.HeldMark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook mark list}: the marks of a folder. */
@Command(
        name = "list",
        description = {
            "Lists the marks of a journal folder: name, first seq that is needed, and the bytes of the snapshot and the"
                    + " segments that the newest snapshot alone would not need.",
            ""
        })
public final class MarkListCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "DIR", description = "The folder of the journal.")
    private Path folder = Path.of("");

    @Option(names = "--json", description = "One JSON object on one line, for programs.")
    private boolean json;

    public MarkListCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        final List<HeldMark> marks;
        try {
            marks = JournalReader.open(folder).marks().held();
        } catch (final JournalException e) {
            throw CommandFailure.of(e, folder);
        }
        if (json) {
            try {
                JsonReport.marks(console.out(), marks);
                return ExitCodes.OK;
            } catch (final IOException e) {
                throw CommandFailure.of(e, "standard output");
            }
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
}
