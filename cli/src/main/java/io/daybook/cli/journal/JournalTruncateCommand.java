package io.daybook.cli.journal;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.ProgressOptions;
import io.daybook.cli.console.ReadMeter;
import io.daybook.cli.console.Report;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalTruncation;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code daybook journal truncate}: gives up the end of a damaged journal. */
@Command(
        name = "truncate",
        description = {
            "Gives up a command and all after it, so that a journal that is refused starts again.",
            "The last resort: what is given up may have been acknowledged. The removed bytes, segments and snapshots"
                    + " stay in the folder under other names.",
            ""
        },
        footer = {
            "",
            "Example, as the error of a refused start gives it:",
            "  daybook journal truncate ./exchange --at 42018 --i-accept-loss"
        })
public final class JournalTruncateCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "The folder of the journal.")
    private Path folder = Path.of("");

    @Option(
            names = {"--at", "--at-seq"},
            paramLabel = "SEQ",
            required = true,
            description = "The first command to give up.")
    private long at;

    @Option(names = "--i-accept-loss", description = "Required: says that you know what this does.")
    private boolean acceptLoss;

    @Mixin
    private ProgressOptions progress = new ProgressOptions();

    public JournalTruncateCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        if (!acceptLoss && spec != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "nothing was changed: everything from seq " + at + " on would be given up; add --i-accept-loss");
        }
        final JournalTruncation.Report report;
        try (ReadMeter reading = progress.reading(console, folder)) {
            reading.upTo(at);
            report = JournalTruncation.truncate(reading.storage(), folder, at, acceptLoss);
        } catch (final JournalException e) {
            throw CommandFailure.of(e, folder);
        } catch (final IllegalArgumentException e) {
            throw new CommandFailure(ExitCodes.USAGE, "nothing was changed: " + e.getMessage());
        }
        final Report out = console.report();
        report.actions().forEach(out::println);
        out.println("the journal now ends with seq " + report.lastSeq());
        out.send();
        return ExitCodes.OK;
    }
}
