package io.daybook.cluster.log;

import io.aeron.Aeron;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.RecordingLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The log and the snapshots in the folder of a node or a backup, from its recording log.
 *
 * @param recording the log
 * @param snapshots the snapshots of the service, the newest first
 */
public record NodeLog(Recording recording, List<Snapshot> snapshots) {
    private static final int SERVICE = 0;

    /**
     * A snapshot of the service.
     *
     * @param position the position of the log after the last message in the snapshot
     * @param recording the bytes of the snapshot
     */
    public record Snapshot(long position, Recording recording) {}

    /**
     * Finds the recordings of a folder.
     *
     * @param dir the folder of a node, with {@code archive} and {@code cluster} in it
     * @throws ClusterLogException if there is no log
     */
    public static NodeLog open(final Path dir) throws IOException {
        final Path cluster = dir.resolve("cluster");
        final Path archive = dir.resolve("archive");
        if (!Files.exists(cluster.resolve(RecordingLog.RECORDING_LOG_FILE_NAME))) {
            throw new ClusterLogException(
                    dir + " has no log: name the configuration of a node that ran, on its machine");
        }
        try (RecordingLog log = new RecordingLog(cluster.toFile(), false)) {
            final long id = log.findLastTermRecordingId();
            if (id == Aeron.NULL_VALUE) {
                throw new ClusterLogException(dir + " has an empty log: no leader was elected yet");
            }
            final List<Snapshot> snapshots = new ArrayList<>();
            for (final RecordingLog.Entry entry : log.entries()) {
                if (isSnapshot(entry) && entry.serviceId == SERVICE) {
                    Recording.findAny(archive, entry.recordingId)
                            .ifPresent(kept -> snapshots.add(new Snapshot(entry.logPosition, kept)));
                }
            }
            snapshots.sort(Comparator.comparingLong(Snapshot::position).reversed());
            return new NodeLog(Recording.find(archive, id), List.copyOf(snapshots));
        }
    }

    /**
     * The term in which a snapshot was taken.
     *
     * @param dir the folder of a node
     * @param position the position of the snapshot
     * @return the term; negative if the folder has no such snapshot
     */
    public static long snapshotTerm(final Path dir, final long position) {
        try (RecordingLog log = new RecordingLog(dir.resolve("cluster").toFile(), false)) {
            for (final RecordingLog.Entry entry : log.entries()) {
                if (isSnapshot(entry) && entry.serviceId == SERVICE && entry.logPosition == position) {
                    return entry.leadershipTermId;
                }
            }
            return Aeron.NULL_VALUE;
        }
    }

    /**
     * Returns the recordings of snapshots before the newest complete one at or before a position. A complete snapshot
     * has a recording of the service and one of Aeron, which needs both to begin with it; a crash between the two
     * leaves half a snapshot.
     *
     * @param dir the folder of a node
     */
    public static List<Long> snapshotsBefore(final Path dir, final long position) throws IOException {
        final List<Long> recordings = new ArrayList<>();
        try (RecordingLog log = new RecordingLog(dir.resolve("cluster").toFile(), false)) {
            final Set<Long> ofService = new HashSet<>();
            for (final RecordingLog.Entry entry : log.entries()) {
                if (isSnapshot(entry) && entry.serviceId == SERVICE) {
                    ofService.add(entry.logPosition);
                }
            }
            long newest = -1;
            for (final RecordingLog.Entry entry : log.entries()) {
                if (isSnapshot(entry)
                        && entry.serviceId == ConsensusModule.Configuration.SERVICE_ID
                        && entry.logPosition <= position
                        && ofService.contains(entry.logPosition)) {
                    newest = Math.max(newest, entry.logPosition);
                }
            }
            for (final RecordingLog.Entry entry : log.entries()) {
                if (isSnapshot(entry)
                        && entry.logPosition < newest
                        && Recording.findAny(dir.resolve("archive"), entry.recordingId)
                                .isPresent()) {
                    recordings.add(entry.recordingId);
                }
            }
        }
        return recordings;
    }

    /**
     * Returns whether a folder may hold a command that was carried out or acknowledged: its log has a command, or the
     * log's beginning was purged, or there is a snapshot, or the log cannot be read. False if there is no log.
     */
    public static boolean mayHoldCommands(final Path dir) throws IOException {
        if (!Files.exists(dir.resolve("cluster").resolve(RecordingLog.RECORDING_LOG_FILE_NAME))) {
            return false;
        }
        try (RecordingLog log = new RecordingLog(dir.resolve("cluster").toFile(), false)) {
            if (log.entries().stream().anyMatch(entry -> entry.type == RecordingLog.ENTRY_TYPE_SNAPSHOT)) {
                return true;
            }
            final long id = log.findLastTermRecordingId();
            return id != Aeron.NULL_VALUE && LogReplay.hasCommand(Recording.find(dir.resolve("archive"), id));
        } catch (ClusterLogException e) {
            return true;
        }
    }

    private static boolean isSnapshot(final RecordingLog.Entry entry) {
        return entry.isValid && entry.type == RecordingLog.ENTRY_TYPE_SNAPSHOT;
    }

    /** The first position of the log that is kept. */
    public long startPosition() {
        return recording.startPosition();
    }

    /** The id of the log's recording in its archive. */
    public long recordingId() {
        return recording.id();
    }

    /** The end of the log; −1 while it is written, or if its writer was killed and its archive not opened since. */
    public long stopPosition() {
        return recording.stopPosition();
    }

    /** The first position of the file that holds a position. */
    public long segmentBase(final long position) {
        return recording.fileBase(position);
    }
}
