package io.daybook.cli.journal;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.ProgressOptions;
import io.daybook.cli.console.ReadMeter;
import io.daybook.cli.console.Report;
import io.daybook.cli.console.Usage;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalTruncation;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook journal}: inspects journals, and repairs damage. Each method is a subcommand. */
@Command(
        name = "journal",
        addMethodSubcommands = false,
        description = {
            "Inspects journal folders.",
            "stat, verify, dump and followers take no lock and change nothing, even while an exchange is running there"
                    + " (except followers --forget)."
        })
public final class JournalFolderCommands {
    private static final String FOLDER = "The folder of the journal.";

    private final Console console;

    public JournalFolderCommands(final Console console) {
        this.console = console;
    }

    @Command(
            name = "stat",
            description =
                    "Shows the content of a journal: settings, segments, commands, bytes, compression," + " snapshots.",
            footer = {"Example:", "  daybook journal stat ./exchange", "  daybook journal stat ./exchange --json"})
    int stat(
            @Parameters(paramLabel = "DIR", description = FOLDER) final Path folder,
            @Option(names = "--json", description = "One JSON object on one line, for programs.") final boolean json,
            @Mixin final ProgressOptions progress)
            throws CommandFailure {
        return new StatRun(console, folder, json).run(progress);
    }

    @Command(
            name = "verify",
            description = {
                "Reads every byte of a journal and its snapshots: checks checksums, chain and order, that the snapshots"
                        + " belong to this journal, and that each command can be decoded.",
                "A torn end, which a crash leaves and the next start repairs, is reported and is no fault."
            },
            footer = {
                "Example:",
                "  daybook journal verify ./exchange && echo sound",
                "",
                "Exit status: 0 if the journal is sound; 3 if some part of it is damaged."
            })
    int verify(
            @Parameters(paramLabel = "DIR", description = FOLDER) final Path folder,
            @Mixin final ProgressOptions progress)
            throws CommandFailure {
        return new VerifyRun(console, folder).run(progress);
    }

    @Command(
            name = "dump",
            description = {
                "Writes the commands of a journal as a scenario, with their seq and timestamp.",
                "Fed to exec, a whole journal gives the same state hash. If snapshots have replaced its beginning,"
                        + " --from is needed. (A reset that this journal refused is written as a nop with a comment,"
                        + " because exec without a journal would carry it out.)"
            },
            footer = {
                "Examples:",
                "  daybook journal dump ./exchange | daybook exec | tail -1",
                "  daybook journal dump ./exchange --from 1000 --to 1010"
            })
    int dump(
            @Parameters(paramLabel = "DIR", description = FOLDER) final Path folder,
            @Option(names = "--from", paramLabel = "SEQ", description = "The first command to write. Default: 1.")
                    final @Nullable Long from,
            @Option(
                            names = "--to",
                            paramLabel = "SEQ",
                            description = "The last command to write. Default: the last command of the journal.")
                    final @Nullable Long to,
            @Mixin final ProgressOptions progress,
            @Mixin final Usage usage)
            throws CommandFailure {
        final long first = from == null ? 1 : from;
        final long last = to == null ? Long.MAX_VALUE : to;
        if (first < 1 || last < first) {
            throw usage.wrong("--from must be at least 1 and at most --to: --from=" + first + " --to=" + last);
        }
        return new DumpRun(console, folder).run(first, last, progress);
    }

    @Command(
            name = "followers",
            description = {
                "Lists the followers of a folder: programs that receive every result, across restarts. Results that a"
                        + " follower has not received yet are kept for it, even while it does not run.",
                "--forget removes a follower for good: nothing is kept for it any more, and a follower that uses its"
                        + " name later begins at the end of the journal. This needs the folder's lock: no exchange may"
                        + " be running there."
            },
            footer = {
                "Examples:",
                "  daybook journal followers ./exchange",
                "  daybook journal followers ./exchange --forget feed"
            })
    int followers(
            @Parameters(paramLabel = "DIR", description = FOLDER) final Path folder,
            @Option(names = "--forget", paramLabel = "NAME", description = "Remove this follower.")
                    final @Nullable String forgotten)
            throws CommandFailure {
        return new FollowersRun(console, new FileJournalStorage(), folder).run(forgotten);
    }

    @Command(
            name = "truncate",
            description = {
                "Gives up a command and all later ones, so that an exchange starts on a refused journal again.",
                "This is the last resort: the lost commands may have been acknowledged. The removed bytes, segments and"
                        + " snapshots stay in the folder under other names."
            },
            footer = {
                "Example, as the error of a refused start prints it:",
                "  daybook journal truncate ./exchange --at 42018 --i-accept-loss"
            })
    int truncate(
            @Parameters(paramLabel = "DIR", description = FOLDER) final Path folder,
            @Option(
                            names = {"--at", "--at-seq"},
                            paramLabel = "SEQ",
                            required = true,
                            description = "The first command to give up.")
                    final long at,
            @Option(names = "--i-accept-loss", description = "Required: confirms that commands are lost.")
                    final boolean acceptLoss,
            @Mixin final ProgressOptions progress,
            @Mixin final Usage usage)
            throws CommandFailure {
        if (!acceptLoss) {
            throw usage.wrong(
                    "nothing was changed: everything from seq " + at + " on would be given up; add --i-accept-loss");
        }
        final JournalTruncation.Report report;
        try (ReadMeter reading = progress.reading(console, folder)) {
            reading.upTo(at);
            report = JournalTruncation.truncate(reading.storage(), folder, at, true);
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
