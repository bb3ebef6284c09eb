package io.daybook.cli.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.daybook.api.AuditReport;
import io.daybook.api.RecoverySummary;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalStat;
import io.daybook.journal.SegmentStat;
import io.daybook.journal.SnapshotStat;
import io.daybook.journal.retention.HeldMark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Reports on journals as one JSON object on one line, for programs. New keys may be added; those that are there stay.
 */
public final class JsonReport {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonReport() {}

    /** The result of a recovery. */
    public static void restored(final Console console, final RecoverySummary recovery, final String stateHash)
            throws CommandFailure {
        write(console, json -> {
            json.writeNumberField("lastSeq", recovery.lastSeq());
            json.writeNumberField("snapshotSeq", recovery.snapshotSeq());
            json.writeNumberField("replayed", recovery.replayed());
            json.writeNumberField("segments", recovery.segments());
            strings(json, "notes", recovery.notes());
            json.writeNumberField("elapsedNs", recovery.elapsedNs());
            json.writeStringField("stateHash", stateHash);
        });
    }

    /** The content of a journal. */
    public static void stat(
            final Console console, final Path folder, final JournalStat stat, final List<SnapshotStat> snapshots)
            throws CommandFailure {
        write(console, json -> {
            json.writeStringField("exchangeId", String.valueOf(stat.exchangeId()));
            json.writeNumberField("createdNs", stat.createdNs());
            json.writeStringField("settings", stat.settings());
            json.writeNumberField("firstSeq", stat.firstSeq());
            json.writeNumberField("lastSeq", stat.lastSeq());
            json.writeNumberField("bytesOnDisk", stat.sizeBytes());
            json.writeNumberField("encodedBytes", stat.uncompressedBytes());
            json.writeNumberField("storedBytes", stat.storedBytes());
            json.writeArrayFieldStart("segments");
            for (final SegmentStat segment : stat.segments()) {
                segment(json, segment);
            }
            json.writeEndArray();
            snapshots(json, snapshots);
            strings(
                    json,
                    "problems",
                    stat.problems().stream()
                            .map(problem -> CommandFailure.refusal(problem, folder))
                            .toList());
            strings(json, "notes", stat.notes());
        });
    }

    /** The snapshots of a folder, oldest first. */
    public static void snapshots(final Console console, final List<SnapshotStat> snapshots) throws CommandFailure {
        write(console, json -> {
            snapshots(json, snapshots);
        });
    }

    /** The marks of a folder, by name. */
    public static void marks(final Console console, final List<HeldMark> marks) throws CommandFailure {
        write(console, json -> {
            json.writeArrayFieldStart("marks");
            for (final HeldMark held : marks) {
                json.writeStartObject();
                json.writeStringField("name", held.mark().name());
                json.writeNumberField("fromSeq", held.mark().fromSeq());
                json.writeNumberField("heldSeqs", held.seqs());
                json.writeNumberField("heldBytes", held.bytes());
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    /** Whether the books of a folder balance. */
    public static void audited(
            final Console console, final AuditReport audit, final RecoverySummary recovery, final String stateHash)
            throws CommandFailure {
        write(console, json -> {
            json.writeNumberField("seq", audit.seq());
            json.writeNumberField("snapshotSeq", recovery.snapshotSeq());
            json.writeNumberField("replayed", recovery.replayed());
            strings(json, "notes", recovery.notes());
            json.writeNumberField("users", audit.users());
            json.writeNumberField("orders", audit.orders());
            json.writeBooleanField("balanced", audit.isBalanced());
            strings(json, "violations", audit.violations());
            json.writeStringField("stateHash", stateHash);
        });
    }

    private static void segment(final JsonGenerator json, final SegmentStat segment) throws IOException {
        json.writeStartObject();
        json.writeStringField("file", String.valueOf(segment.file()));
        json.writeNumberField("formatVersion", segment.formatVersion());
        json.writeNumberField("firstSeq", segment.firstSeq());
        json.writeNumberField("lastSeq", segment.lastSeq());
        json.writeNumberField("dataFrames", segment.dataFrames());
        json.writeNumberField("lz4Frames", segment.lz4Frames());
        json.writeNumberField("usedBytes", segment.usedBytes());
        json.writeStringField("end", segment.sealed() ? "SEALED" : String.valueOf(segment.verdict()));
        json.writeEndObject();
    }

    private static void snapshots(final JsonGenerator json, final List<SnapshotStat> snapshots) throws IOException {
        json.writeArrayFieldStart("snapshots");
        for (final SnapshotStat snapshot : snapshots) {
            snapshot(json, snapshot);
        }
        json.writeEndArray();
    }

    private static void snapshot(final JsonGenerator json, final SnapshotStat snapshot) throws IOException {
        json.writeStartObject();
        json.writeNumberField("seq", snapshot.seq());
        json.writeNumberField("bytes", snapshot.sizeBytes());
        json.writeNumberField("contentBytes", snapshot.contentBytes());
        json.writeStringField("stateHash", String.format(Locale.ROOT, "%016x", snapshot.stateHash()));
        final JournalException problem = snapshot.problem();
        if (problem != null) {
            json.writeStringField("problem", problem.getMessage());
        }
        json.writeEndObject();
    }

    private static void write(final Console console, final Content content) throws CommandFailure {
        try (JsonGenerator json =
                JSON.createGenerator(console.out()).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
            json.writeStartObject();
            content.write(json);
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (final IOException e) {
            throw CommandFailure.of(e, "standard output");
        }
    }

    /** The fields of one object. */
    private interface Content {
        void write(JsonGenerator json) throws IOException;
    }

    private static void strings(final JsonGenerator json, final String name, final List<String> values)
            throws IOException {
        json.writeArrayFieldStart(name);
        for (final String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }
}
