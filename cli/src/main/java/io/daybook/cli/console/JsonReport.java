package io.daybook.cli.console;

import io.daybook.api.AuditReport;
import io.daybook.api.RecoverySummary;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalStat;
import io.daybook.journal.SegmentStat;
import io.daybook.journal.SnapshotStat;
import io.daybook.journal.retention.HeldMark;
import io.daybook.wire.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Reports on journals as one JSON object on one line, for programs. New keys may be added; existing ones stay. */
public final class JsonReport {
    private JsonReport() {}

    /** Writes the result of a recovery. */
    public static void restored(final Console console, final RecoverySummary recovery, final String stateHash)
            throws CommandFailure {
        write(
                console,
                new Json()
                        .object()
                        .put("lastSeq", recovery.lastSeq())
                        .put("snapshotSeq", recovery.snapshotSeq())
                        .put("replayed", recovery.replayed())
                        .put("segments", recovery.segments())
                        .list("notes", recovery.notes())
                        .put("elapsedNs", recovery.elapsedNs())
                        .put("stateHash", stateHash));
    }

    /** Writes the content of a journal. */
    public static void stat(
            final Console console, final Path folder, final JournalStat stat, final List<SnapshotStat> snapshots)
            throws CommandFailure {
        final Json json = new Json()
                .object()
                .put("exchangeId", String.valueOf(stat.exchangeId()))
                .put("createdNs", stat.createdNs())
                .put("settings", stat.settings())
                .put("firstSeq", stat.firstSeq())
                .put("lastSeq", stat.lastSeq())
                .put("bytesOnDisk", stat.sizeBytes())
                .put("encodedBytes", stat.uncompressedBytes())
                .put("storedBytes", stat.storedBytes())
                .list("segments");
        for (final SegmentStat segment : stat.segments()) {
            json.object()
                    .put("file", String.valueOf(segment.file()))
                    .put("formatVersion", segment.formatVersion())
                    .put("firstSeq", segment.firstSeq())
                    .put("lastSeq", segment.lastSeq())
                    .put("dataFrames", segment.dataFrames())
                    .put("lz4Frames", segment.lz4Frames())
                    .put("usedBytes", segment.usedBytes())
                    .put("end", segment.sealed() ? "SEALED" : String.valueOf(segment.verdict()))
                    .end();
        }
        snapshots(json.endList(), snapshots);
        json.list(
                "problems",
                stat.problems().stream()
                        .map(problem -> CommandFailure.refusal(problem, folder))
                        .toList());
        write(console, json.list("notes", stat.notes()));
    }

    /** Writes the snapshots of a folder, oldest first. */
    public static void snapshots(final Console console, final List<SnapshotStat> snapshots) throws CommandFailure {
        write(console, snapshots(new Json().object(), snapshots));
    }

    private static Json snapshots(final Json json, final List<SnapshotStat> snapshots) {
        json.list("snapshots");
        for (final SnapshotStat snapshot : snapshots) {
            final JournalException problem = snapshot.problem();
            json.object()
                    .put("seq", snapshot.seq())
                    .put("bytes", snapshot.sizeBytes())
                    .put("contentBytes", snapshot.contentBytes())
                    .put("stateHash", String.format(Locale.ROOT, "%016x", snapshot.stateHash()))
                    .put("problem", problem == null ? null : problem.getMessage())
                    .end();
        }
        return json.endList();
    }

    /** Writes the marks of a folder, by name. */
    public static void marks(final Console console, final List<HeldMark> marks) throws CommandFailure {
        final Json json = new Json().object().list("marks");
        for (final HeldMark held : marks) {
            json.object()
                    .put("name", held.mark().name())
                    .put("fromSeq", held.mark().fromSeq())
                    .put("heldSeqs", held.seqs())
                    .put("heldBytes", held.bytes())
                    .end();
        }
        write(console, json.endList());
    }

    /** Writes whether the books of a folder balance. */
    public static void audited(
            final Console console, final AuditReport audit, final RecoverySummary recovery, final String stateHash)
            throws CommandFailure {
        write(
                console,
                new Json()
                        .object()
                        .put("seq", audit.seq())
                        .put("snapshotSeq", recovery.snapshotSeq())
                        .put("replayed", recovery.replayed())
                        .list("notes", recovery.notes())
                        .put("users", audit.users())
                        .put("orders", audit.orders())
                        .put("balanced", audit.isBalanced())
                        .list("violations", audit.violations())
                        .put("stateHash", stateHash));
    }

    private static void write(final Console console, final Json json) throws CommandFailure {
        try {
            json.end().endLine().moveTo(console.out());
            console.out().flush();
        } catch (final IOException e) {
            throw CommandFailure.of(e, "standard output");
        }
    }
}
