package io.daybook.cli.export;

import io.daybook.api.RecoveryFailedException;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.ProgressLine;
import io.daybook.cli.console.ProgressOptions;
import io.daybook.core.Replay;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalStat;
import io.daybook.journal.access.JournalReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code daybook export}: writes all events of an exchange as files that databases load. */
@Command(
        name = "export",
        description = {
            "Writes all commands of an exchange and their events, one row each, into files that databases and"
                    + " spreadsheets can load. The folder is only read, even while an exchange runs there. Only"
                    + " commands that are durable on its disk are written.",
            "A file is named after its first and last command once it is on the disk. A second start continues after"
                    + " the last file, even after a kill. The subcommands write other formats."
        },
        footer = {
            "Examples:",
            "  daybook export ./exchange --to csv:./events",
            "  daybook export ./exchange --to jsonl:./events --follow",
            "  daybook export itch ./exchange day.itch.gz",
            "",
            "Exit status: 0; 2 for wrong usage, or a folder with another export; 3 if the journal is refused, or"
                    + " files cannot be written."
        })
public final class ExportCommand implements Callable<Integer> {
    private static final long STOP_S = 10;
    private static final int MAX_FILE_MIB = 1_024;

    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "DIR", description = "The folder of the exchange.")
    private @Nullable Path folder;

    @Option(
            names = "--to",
            paramLabel = "FORMAT:DIR",
            converter = TargetConverter.class,
            description = "jsonl:DIR or csv:DIR: the format of the files, and their folder.")
    private @Nullable Target target;

    @Option(
            names = "--from",
            paramLabel = "SEQ",
            description = "The first command, if the folder has no files yet. Default: the first command of the"
                    + " journal.")
    private @Nullable Long from;

    @Option(
            names = "--file-mib",
            paramLabel = "N",
            defaultValue = "64",
            description = "The approximate size of a file, 1 to 1024 MiB. Default: ${DEFAULT-VALUE}.")
    private int fileMib;

    @Option(
            names = "--follow",
            description = "Continues as the journal grows, with one file per minute, until SIGTERM or Ctrl-C.")
    private boolean follow;

    @Mixin
    private ProgressOptions progress = new ProgressOptions();

    @Spec
    private @Nullable CommandSpec spec;

    /** The destination and its format. */
    record Target(EventFormat format, Path folder) {}

    public ExportCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        final Path exchange = folder;
        final Target wanted = target;
        if (exchange == null || wanted == null) {
            throw usage("name the folder of an exchange and --to: daybook export ./exchange --to csv:./events");
        }
        if (from != null && from < 1) {
            throw usage("--from must be at least 1: --from=" + from);
        }
        if (fileMib < 1 || fileMib > MAX_FILE_MIB) {
            throw usage("--file-mib must be 1 to " + MAX_FILE_MIB + ": --file-mib=" + fileMib);
        }
        try {
            final JournalReader reader = JournalReader.open(exchange);
            final JournalStat stat = reader.stat();
            final String id = reader.exchangeId() + (reader.history() == 0 ? "" : "-" + reader.history());
            try (EventFiles files = new EventFiles(wanted.folder, wanted.format, id);
                    ProgressLine line = progress.line(console, false)) {
                final long first =
                        files.lastSeq() > 0 ? files.lastSeq() + 1 : from != null ? from : reader.firstTellableSeq(stat);
                export(exchange, wanted, files, first, follow ? Long.MAX_VALUE : stat.lastSeq(), line);
                return ExitCodes.OK;
            }
        } catch (final EventFiles.ForeignFolderException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final JournalException e) {
            throw CommandFailure.of(e, exchange);
        } catch (final RecoveryFailedException e) {
            throw new CommandFailure(ExitCodes.FATAL, exchange + ": " + CommandFailure.refusal(e, exchange));
        } catch (final UncheckedIOException e) {
            throw failure(Objects.requireNonNull(e.getCause()), wanted);
        } catch (final IOException e) {
            throw failure(e, wanted);
        }
    }

    private static CommandFailure failure(final IOException e, final Target wanted) {
        return new CommandFailure(ExitCodes.FATAL, wanted.folder + " cannot be written: " + CommandFailure.describe(e));
    }

    private void export(
            final Path exchange,
            final Target wanted,
            final EventFiles files,
            final long first,
            final long lastSeq,
            final ProgressLine line) {
        final long startNs = console.clock().getAsLong();
        final EventExport export =
                new EventExport(files, wanted.format, lastSeq, (long) fileMib << 20, line, console.clock());
        if (first <= lastSeq) {
            final CountDownLatch ended = new CountDownLatch(1);
            stopAtASignal(export, ended);
            try {
                Replay.follow(exchange, first, export, export::isDone);
                export.finish();
            } finally {
                ended.countDown();
            }
        }
        line.close();
        final double seconds = (double) (console.clock().getAsLong() - startNs) / TimeUnit.SECONDS.toNanos(1);
        console.err()
                .println(String.format(
                        Locale.ROOT,
                        "%,d rows of commands %,d to %,d in %.1f s; %s ends with command %,d",
                        export.rowCount(),
                        first,
                        Math.max(export.seq(), first - 1),
                        seconds,
                        wanted.folder,
                        files.lastSeq()));
        if (!follow && files.lastSeq() < lastSeq) {
            console.err()
                    .println("daybook: note: the journal has commands up to " + lastSeq
                            + ", and the last ones may not be forced yet: export again later");
        }
    }

    /** Ends the last file when a signal comes; without this hook, only the next start would write its rows. */
    private static void stopAtASignal(final EventExport export, final CountDownLatch ended) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            export.stop();
            try {
                final boolean unused = ended.await(STOP_S, TimeUnit.SECONDS);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    private RuntimeException usage(final String message) {
        return spec == null ? new IllegalStateException(message) : new ParameterException(spec.commandLine(), message);
    }

    /** Converts texts such as {@code csv:./events}. */
    static final class TargetConverter implements ITypeConverter<Target> {
        @Override
        public Target convert(final String text) {
            for (final EventFormat format : EventFormat.values()) {
                final String begin = format.text() + ":";
                if (text.startsWith(begin) && text.length() > begin.length()) {
                    return new Target(format, Path.of(text.substring(begin.length())));
                }
            }
            throw new TypeConversionException("'" + text + "'; expected jsonl:DIR or csv:DIR");
        }
    }
}
