package io.daybook.cli.journal;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.FollowerStat;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalFollowers;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists the followers of a journal, or removes one. */
record FollowersRun(Console console, JournalStorage storage, Path folder) {
    int run(final @Nullable String forgotten) throws CommandFailure {
        final Report out = console.report();
        try {
            if (forgotten == null) {
                list(out);
            } else {
                forget(forgotten, out);
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
            out.println(follower.name() + ": receives results from seq " + (follower.registeredAfterSeq() + 1) + " on, "
                    + (follower.partSeq() == 0
                            ? "in no snapshot"
                            : "has a part in the snapshot at seq " + follower.partSeq())
                    + ", needs seq " + follower.neededSeq() + " and the following ones");
        }
    }

    private void forget(final String name, final Report out) throws CommandFailure {
        final FollowerStat known = known(name);
        if (!JournalFollowers.forget(storage, folder, name)) {
            throw new CommandFailure(ExitCodes.USAGE, "nothing was changed: the folder has no follower " + name);
        }
        out.println("follower " + name + " was removed"
                + (known == null
                        ? ""
                        : ": the state that it has built from the results up to seq " + (known.neededSeq() - 1)
                                + " is lost, and the following results are no longer kept for it"));
    }

    /** Returns the record of a follower in the folder; null if there is none, or it is damaged. */
    private @Nullable FollowerStat known(final String name) {
        try {
            return JournalFollowers.list(storage, folder).stream()
                    .filter(follower -> follower.name().equals(name))
                    .findFirst()
                    .orElse(null);
        } catch (final JournalException e) {
            return null; // a damaged record must not stop forget(), which is the way out of the damage
        }
    }
}
