package io.daybook.cli.exchange;

import io.daybook.api.SnapshotConfig;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options for automatic snapshots, and for the number that is kept; filled in by picocli. */
final class SnapshotOptions {
    private static final String EVERY_COMMANDS = "--snapshot-every-commands";
    private static final String EVERY_MINUTES = "--snapshot-every-minutes";
    private static final String KEEP = "--snapshot-keep";
    private static final String KEEP_MINUTES = "--snapshot-keep-minutes";
    private static final String KEEP_BYTES = "--snapshot-keep-bytes";
    private static final String RETAIN_ALL = "--snapshot-retain-all";

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(
            names = EVERY_COMMANDS,
            paramLabel = "N",
            description =
                    "With a journal: take a snapshot after at least N commands. Default: only by the command snapshot.")
    private @Nullable Long everyCommands;

    @Option(
            names = EVERY_MINUTES,
            paramLabel = "M",
            description = "With a journal: take a snapshot M minutes after the start or after the last such snapshot,"
                    + " if commands came since.")
    private @Nullable Integer everyMinutes;

    @Option(
            names = KEEP,
            paramLabel = "K",
            description = "Keep the K newest snapshots, and the journal from the oldest of them on. Default: 3.")
    private @Nullable Integer keep;

    @Option(
            names = KEEP_MINUTES,
            paramLabel = "M",
            description = "Keep at least the last M minutes, by the times of the commands.")
    private @Nullable Integer keepMinutes;

    @Option(
            names = KEEP_BYTES,
            paramLabel = "B",
            description = "Keep at least as much as fits into this number of bytes, snapshots and journal together.")
    private @Nullable Long keepBytes;

    @Option(names = RETAIN_ALL, description = "Keep every snapshot and the whole journal instead.")
    private boolean retainAll;

    /**
     * The configuration of these options.
     *
     * @param journal the folder; null if there is none, and then all options are refused
     */
    SnapshotConfig config(final @Nullable Path journal) {
        require(EVERY_COMMANDS, everyCommands, 1, Long.MAX_VALUE, journal);
        require(EVERY_MINUTES, everyMinutes, 1, SnapshotConfig.MAX_MINUTES, journal);
        require(KEEP, keep, 1, SnapshotConfig.MAX_KEEP, journal);
        require(KEEP_MINUTES, keepMinutes, 1, SnapshotConfig.MAX_KEEP_MINUTES, journal);
        require(KEEP_BYTES, keepBytes, 1, Long.MAX_VALUE, journal);
        if (retainAll) {
            requireJournal(RETAIN_ALL, journal);
            refuseBesideAll(KEEP, keep);
            refuseBesideAll(KEEP_MINUTES, keepMinutes);
            refuseBesideAll(KEEP_BYTES, keepBytes);
        }
        return new SnapshotConfig(
                everyCommands == null ? 0 : everyCommands,
                everyMinutes == null ? 0 : everyMinutes,
                keep == null ? SnapshotConfig.DEFAULT.keep() : keep,
                keepMinutes == null ? 0 : keepMinutes,
                keepBytes == null ? 0 : keepBytes,
                retainAll);
    }

    private void refuseBesideAll(final String option, final @Nullable Number value) {
        if (value != null) {
            throw refusal(
                    option + " " + value + " and " + RETAIN_ALL + " contradict each other: leave one of them out");
        }
    }

    private void require(
            final String option,
            final @Nullable Number value,
            final long least,
            final long most,
            final @Nullable Path journal) {
        if (value == null) {
            return;
        }
        if (value.longValue() < least || value.longValue() > most) {
            throw refusal(option + " must be " + least + " to " + most + ": found " + value
                    + "; leave it out for the default");
        }
        requireJournal(option + " " + value, journal);
    }

    /** Refuses an option that has no meaning without a journal. */
    void requireJournal(final String option, final @Nullable Path journal) {
        if (journal == null) {
            throw refusal(option + " needs a journal: add --journal DIR");
        }
    }

    private RuntimeException refusal(final String message) {
        return spec == null
                ? new IllegalArgumentException(message)
                : new ParameterException(spec.commandLine(), message);
    }
}
