package io.daybook.cli.venue;

import io.daybook.api.Exchange;
import io.daybook.api.RecoverySummary;
import io.daybook.api.StateHashQuery;
import io.daybook.api.Topology;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.JsonReport;
import io.daybook.cli.console.ProgressOptions;
import io.daybook.cli.console.ReadMeter;
import io.daybook.cli.console.Report;
import io.daybook.cli.exchange.Engine;
import io.daybook.core.recovery.JournalSettings;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook restore}: recovers a journal and says what came back. */
@Command(
        name = "restore",
        description = {
            "Recovers an exchange from its journal, as a start would, and says what came back and from what.",
            "It is a start: it takes the folder's lock, moves the torn end that a crash leaves aside, removes what was"
                    + " not finished, and prepares the next segment; after a change of version it begins a new one. To"
                    + " see what would come back, and change nothing: daybook audit.",
            ""
        },
        footer = {
            "",
            "Example:",
            "  daybook restore ./exchange",
            "",
            "Exit status: 0; 2 for wrong usage; 3 where the journal is refused, saying file, offset and the way out."
        })
public final class RestoreCommand implements Callable<Integer> {
    private final Console console;
    private final Engine engine;

    @Parameters(paramLabel = "DIR", description = "The folder of the journal.")
    private Path folder = Path.of("");

    @Option(names = "--json", description = "One JSON object on one line, for programs.")
    private boolean json;

    @Mixin
    private ProgressOptions progress = new ProgressOptions();

    public RestoreCommand(final Console console, final Engine engine) {
        this.console = console;
        this.engine = engine;
    }

    @Override
    public Integer call() throws CommandFailure {
        // Settings first, and without them no start: a start would make a new journal of an empty folder.
        final JournalSettings settings;
        try {
            settings = JournalSettings.parse(JournalReader.open(folder).settings());
        } catch (final JournalException e) {
            throw CommandFailure.of(e, folder);
        }
        final Exchange exchange = start(settings);
        try {
            final String hash = exchange.query(new StateHashQuery()).join().hex();
            if (json) {
                JsonReport.restored(console.out(), exchange.recovery(), hash);
            } else {
                print(exchange.recovery(), hash);
            }
        } catch (final IOException e) {
            throw CommandFailure.of(e, "standard output");
        } finally {
            exchange.close();
        }
        CommandFailure.throwIfFailed(exchange);
        return ExitCodes.OK;
    }

    private Exchange start(final JournalSettings settings) throws CommandFailure {
        try (ReadMeter reading = progress.reading(console, folder)) {
            return engine.start(
                    reading.storage(),
                    settings.config().topology(Topology.INLINE).journal(folder).build());
        }
    }

    /** What a recovery began with and carried out again, in words. */
    static String source(final RecoverySummary recovery) {
        return (recovery.snapshotSeq() == 0
                        ? "the start of the journal"
                        : "the snapshot at seq " + recovery.snapshotSeq())
                + ", " + recovery.replayed() + " commands replayed from " + recovery.segments()
                + (recovery.segments() == 1 ? " segment" : " segments");
    }

    private void print(final RecoverySummary recovery, final String hash) throws CommandFailure {
        final Report out = console.report();
        out.println("seq: " + recovery.lastSeq());
        out.println("recovered from: " + source(recovery));
        if (recovery.notes().isEmpty()) {
            out.println("truncated tail: none");
        }
        for (final String note : recovery.notes()) {
            out.println((note.startsWith("TORN") ? "truncated tail: " : "note: ") + note);
        }
        out.println(String.format(
                Locale.ROOT, "time: %.3f s", (double) recovery.elapsedNs() / TimeUnit.SECONDS.toNanos(1)));
        out.println("state hash: " + hash);
        out.send();
    }
}
