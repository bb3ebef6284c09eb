package io.daybook.cli;

import io.daybook.core.codec.CodecException;
import io.daybook.core.recovery.JournalCommands;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalReader;
import io.daybook.journal.JournalStat;
import io.daybook.journal.SegmentStat;
import io.daybook.journal.SnapshotStat;
import io.daybook.journal.TailVerdict;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code daybook journal verify}: whether a folder would be recovered. */
@Command(
        name = "verify",
        description = {
            "Reads every byte of a journal and its snapshots: checksums, chain, order, and that each command can be"
                    + " decoded.",
            "A torn end, which a crash leaves and the next start repairs, is no fault, and is told.",
            ""
        },
        footer = {
            "",
            "Example:",
            "  daybook journal verify ./exchange && echo sound",
            "",
            "Exit status: 0 when the journal is sound; 3 when something in it is damaged."
        })
final class JournalVerifyCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "DIR", description = "The folder of the journal.")
    private Path folder = Path.of("");

    JournalVerifyCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        try {
            final JournalReader reader = JournalReader.open(folder);
            final JournalStat stat = reader.stat();
            final List<SnapshotStat> snapshots = reader.snapshots();
            final List<String> problems = problems(stat, snapshots);
            if (!problems.isEmpty()) {
                problems.forEach(problem -> console.err().println("daybook: " + problem));
                return ExitCodes.FATAL;
            }
            final long[] commands = {0};
            reader.replay(
                    stat,
                    stat.firstSeq(),
                    new JournalCommands(
                            stat.firstSeq(), stat.lastSeq(), (seq, timestampNs, cookie, command) -> commands[0]++));
            print(stat, snapshots.size(), commands[0]);
            return ExitCodes.OK;
        } catch (final JournalException e) {
            throw CommandFailure.of(e, folder);
        } catch (final CodecException e) {
            throw new CommandFailure(
                    ExitCodes.FATAL,
                    folder + ": the frames are sound, but a command cannot be read: " + e.getMessage());
        }
    }

    private static List<String> problems(final JournalStat stat, final List<SnapshotStat> snapshots) {
        final List<String> problems = new ArrayList<>();
        for (final JournalException problem : stat.problems()) {
            problems.add(problem.getMessage());
        }
        long reached = 0;
        for (final SnapshotStat snapshot : snapshots) {
            final JournalException problem = snapshot.problem();
            if (problem == null) {
                reached = Math.max(reached, snapshot.seq());
            } else {
                problems.add(problem.getMessage());
            }
        }
        if (!stat.segments().isEmpty() && stat.firstSeq() > reached + 1) {
            problems.add(
                    "GAP: the segments begin with seq " + stat.firstSeq()
                            + ", and no sound snapshot holds what came before. Way out: restore the missing files from a backup");
        }
        return problems;
    }

    private void print(final JournalStat stat, final int snapshots, final long commands) {
        final PrintWriter out = new PrintWriter(console.out(), false, StandardCharsets.UTF_8);
        final int segments = stat.segments().size();
        out.println("sound: " + commands + " commands, seqs " + stat.firstSeq() + " to " + stat.lastSeq() + ", in "
                + segments + (segments == 1 ? " segment" : " segments")
                + (snapshots == 0 ? "" : ", and " + snapshots + (snapshots == 1 ? " snapshot" : " snapshots")));
        for (final SegmentStat segment : stat.segments()) {
            if (segment.verdict() == TailVerdict.TORN) {
                out.println("torn end, to be removed at the next start: " + segment.file() + ", offset "
                        + segment.usedBytes() + ": " + segment.flaw());
            }
        }
        out.flush();
    }
}
