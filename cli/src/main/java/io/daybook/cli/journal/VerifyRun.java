package io.daybook.cli.journal;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.ProgressOptions;
import io.daybook.cli.console.ReadMeter;
import io.daybook.cli.console.Report;
import io.daybook.core.recovery.JournalCommands;
import io.daybook.engine.codec.CodecException;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalStat;
import io.daybook.journal.SegmentStat;
import io.daybook.journal.SnapshotStat;
import io.daybook.journal.TailVerdict;
import io.daybook.journal.access.JournalReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Checks whether a folder could be recovered. */
record VerifyRun(Console console, Path folder) {
    int run(final ProgressOptions progress) throws CommandFailure {
        JournalStat stat;
        List<SnapshotStat> snapshots;
        final List<String> problems;
        final long[] commands = {0};
        try (ReadMeter reading = progress.reading(console, folder)) {
            final JournalReader reader = JournalReader.open(reading.storage(), folder);
            snapshots = reader.snapshots();
            stat = reader.stat(snapshots);
            if (lacksItsBeginning(stat, snapshots)) {
                // If segments are retired between the two readings, a newer snapshot replaces them.
                snapshots = reader.snapshots();
                stat = reader.stat(snapshots);
            }
            problems = problems(stat, snapshots);
            if (problems.isEmpty()) {
                reader.replay(
                        stat,
                        stat.firstSeq(),
                        new JournalCommands(
                                stat.firstSeq(),
                                stat.lastSeq(),
                                reader::segmentOf,
                                (seq, timestampNs, cookie, tag, command) -> commands[0]++));
            }
        } catch (final JournalException e) {
            throw CommandFailure.of(e, folder);
        } catch (final CodecException e) {
            throw new CommandFailure(ExitCodes.FATAL, folder + ": " + e.getMessage());
        }
        problems.forEach(problem -> console.err().println("daybook: " + problem));
        if (!problems.isEmpty()) {
            return ExitCodes.FATAL;
        }
        print(stat, snapshots.size(), commands[0]);
        return ExitCodes.OK;
    }

    private List<String> problems(final JournalStat stat, final List<SnapshotStat> snapshots) {
        final List<String> problems = new ArrayList<>();
        for (final JournalException problem : stat.problems()) {
            problems.add(CommandFailure.refusal(problem, folder));
        }
        for (final SnapshotStat snapshot : snapshots) {
            final JournalException problem = snapshot.problem();
            if (problem != null) {
                problems.add(problem.getMessage());
            }
        }
        if (lacksItsBeginning(stat, snapshots)) {
            problems.add("GAP: the segments begin with seq " + stat.firstSeq()
                    + ", and no sound snapshot replaces the earlier commands. Way out: restore the missing files from a"
                    + " backup");
        }
        return problems;
    }

    /** Returns whether the segments begin after every sound snapshot. */
    private static boolean lacksItsBeginning(final JournalStat stat, final List<SnapshotStat> snapshots) {
        long reached = 0;
        for (final SnapshotStat snapshot : snapshots) {
            reached = snapshot.problem() == null ? Math.max(reached, snapshot.seq()) : reached;
        }
        return !stat.segments().isEmpty() && stat.firstSeq() > reached + 1;
    }

    private void print(final JournalStat stat, final int snapshots, final long commands) throws CommandFailure {
        final Report out = console.report();
        final int segments = stat.segments().size();
        out.println("sound: " + commands + " commands, seqs " + stat.firstSeq() + " to " + stat.lastSeq() + ", in "
                + segments + (segments == 1 ? " segment" : " segments")
                + (snapshots == 0 ? "" : ", and " + snapshots + (snapshots == 1 ? " snapshot" : " snapshots")));
        for (final SegmentStat segment : stat.segments()) {
            if (segment.verdict() == TailVerdict.TORN) {
                out.println("torn end, to be removed at the next start: " + segment.file() + ", offset "
                        + segment.usedBytes() + ": " + segment.flaw());
            } else if (segment.verdict() == TailVerdict.UNSEALED) {
                out.println("rotation interrupted by a crash, to be finished at the next start: " + segment.file());
            }
        }
        stat.notes().forEach(note -> out.println("note: " + note));
        out.send();
    }
}
