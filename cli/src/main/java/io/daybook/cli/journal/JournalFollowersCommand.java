package io.daybook.cli.journal;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.FollowerStat;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalFollowers;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook journal followers}: for whom the journal is kept, and the operator's way to forget one. */
@Command(
        name = "followers",
        description = {
            "Lists the followers that a folder knows: programs that hear every result, across restarts. What one has"
                    + " not heard is kept for it, also while it is away.",
            "--forget takes one away, for good: then nothing is kept for it any more, and under its name another"
                    + " begins anew at the end of the journal. It needs the folder's lock: no exchange may be running"
                    + " there.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  daybook journal followers ./exchange",
            "  daybook journal followers ./exchange --forget feed"
        })
public final class JournalFollowersCommand implements Callable<Integer> {
    private final Console console;
    private final JournalStorage storage = new FileJournalStorage();

    @Parameters(paramLabel = "DIR", description = "The folder of the journal.")
    private Path folder = Path.of("");

    @Option(names = "--forget", paramLabel = "NAME", description = "Forget this follower.")
    private @Nullable String forgotten;

    public JournalFollowersCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        final Report out = console.report();
        try {
            final String name = forgotten;
            if (name == null) {
                list(out);
            } else {
                forget(name, out);
            }
        } catch (final JournalException e) {
            throw CommandFailure.of(e, folder);
        }
        out.send();
        return ExitCodes.OK;
    }

    private void list(final Report out) {
        final List<FollowerStat> followers = JournalFollowers.list(storage, folder);
        if (followers.isEmpty()) {
            out.println("no followers");
        }
        for (final FollowerStat follower : followers) {
            out.println(follower.name() + ": hears from seq " + (follower.registeredAfterSeq() + 1) + " on, "
                    + (follower.partSeq() == 0
                            ? "in no snapshot"
                            : "has a part in the snapshot at seq " + follower.partSeq())
                    + ", needs seq " + follower.neededSeq() + " and what follows");
        }
    }

    private void forget(final String name, final Report out) throws CommandFailure {
        final FollowerStat known = known(name);
        if (!JournalFollowers.forget(storage, folder, name)) {
            throw new CommandFailure(ExitCodes.USAGE, "nothing was changed: the folder knows no follower " + name);
        }
        out.println("follower " + name + " is forgotten"
                + (known == null
                        ? ""
                        : ": what it has made of the results up to seq " + (known.neededSeq() - 1)
                                + " is lost to it, and what follows is no longer kept for it"));
    }

    /** What the folder knows of it; null where that is damaged, too. */
    private @Nullable FollowerStat known(final String name) {
        try {
            return JournalFollowers.list(storage, folder).stream()
                    .filter(follower -> follower.name().equals(name))
                    .findFirst()
                    .orElse(null);
        } catch (final JournalException e) {
            return null; // forgetting it is the way out
        }
    }
}
