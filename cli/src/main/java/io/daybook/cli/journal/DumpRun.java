package io.daybook.cli.journal;

import io.daybook.api.Command;
import io.daybook.api.Nop;
import io.daybook.api.Reset;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.ProgressOptions;
import io.daybook.cli.console.ReadMeter;
import io.daybook.core.recovery.JournalCommands;
import io.daybook.core.recovery.JournalSettings;
import io.daybook.engine.codec.CodecException;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalStat;
import io.daybook.journal.SegmentStat;
import io.daybook.journal.access.JournalReader;
import io.daybook.scenario.ScenarioWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes a journal as a scenario. */
record DumpRun(Console console, Path folder) {
    int run(final long fromAsked, final long toAsked, final ProgressOptions progress) throws CommandFailure {
        try (ReadMeter reading = new ReadMeter(progress.line(console, true), folder)) {
            final JournalReader reader = JournalReader.open(reading.storage(), folder);
            final JournalStat stat = reader.stat();
            if (!stat.problems().isEmpty()) {
                // A damaged journal is refused as a whole, because part of its commands would give another state.
                throw stat.problems().get(0);
            }
            refuseWhatIsRetired(stat, fromAsked);
            reading.upTo(toAsked);
            dump(reader, stat, fromAsked, toAsked);
            return ExitCodes.OK;
        } catch (final JournalException e) {
            throw CommandFailure.of(e, folder);
        } catch (final CodecException e) {
            throw new CommandFailure(ExitCodes.FATAL, folder + ": " + e.getMessage());
        } catch (final UncheckedIOException e) {
            throw CommandFailure.of(Objects.requireNonNull(e.getCause()), String.valueOf(folder));
        } catch (final IOException e) {
            throw CommandFailure.of(e, String.valueOf(folder));
        }
    }

    /** Refuses a journal without its beginning: exec would refuse its commands one by one, and end with status 0. */
    private void refuseWhatIsRetired(final JournalStat stat, final long fromAsked) throws CommandFailure {
        final long first = stat.firstSeq();
        if (fromAsked < first) {
            throw new CommandFailure(
                    ExitCodes.FATAL,
                    folder + ": GAP: the journal begins at seq " + first
                            + ", and a snapshot has replaced the commands before it. Way out: '--from " + first
                            + "' writes the remaining commands, which exec cannot carry out without the earlier state;"
                            + " for a whole journal, dump a backup, or keep everything (--snapshot-retain-all)");
        }
    }

    private void dump(final JournalReader reader, final JournalStat stat, final long fromAsked, final long toAsked)
            throws IOException {
        final ScenarioWriter writer = new ScenarioWriter(console.out());
        final JournalSettings settings = JournalSettings.parse(stat.settings());
        if (!settings.marginTrading()) {
            writer.comment("margin trading is off in this journal: exec --no-margin gives the same results");
        }
        final String older = olderSemantics(stat, settings.fingerprint().semanticsVersion());
        if (older != null) {
            writer.comment(older);
            console.err().println("daybook: note: " + older);
        }
        if (stat.firstSeq() > 1) {
            writer.comment("seqs before " + stat.firstSeq()
                    + " are no longer in the journal: exec without their state gives other results");
        }
        if (fromAsked <= Math.min(toAsked, stat.lastSeq())) {
            final JournalCommands commands = new JournalCommands(
                    fromAsked, toAsked, reader::segmentOf, (seq, timestampNs, cookie, tag, command) -> {
                        try {
                            write(writer, settings, seq, timestampNs, cookie, tag, command);
                        } catch (final IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
            reader.replay(stat, fromAsked, toAsked, commands);
        }
        writer.flush();
    }

    /** Returns a warning if exec, which has only the newest semantics, may give other results; otherwise null. */
    private static @Nullable String olderSemantics(final JournalStat stat, final int ofNow) {
        long lastSeq = 0;
        for (final SegmentStat segment : stat.segments()) {
            lastSeq = segment.semanticsVersion() < ofNow ? segment.lastSeq() : lastSeq;
        }
        return lastSeq == 0
                ? null
                : "seqs up to " + lastSeq
                        + " were carried out under older semantics, and exec carries all out under semantics " + ofNow
                        + ": results and state may differ";
    }

    private static void write(
            final ScenarioWriter writer,
            final JournalSettings settings,
            final long seq,
            final long timestampNs,
            final long cookie,
            final byte[] tag,
            final Command command)
            throws IOException {
        if (command instanceof Reset && !settings.resetAllowed()) {
            writer.comment("seq " + seq + " was a reset, which this journal's settings refuse");
            writer.journaled(new Nop(), cookie, tag, seq, timestampNs);
        } else {
            writer.journaled(command, cookie, tag, seq, timestampNs);
        }
    }
}
