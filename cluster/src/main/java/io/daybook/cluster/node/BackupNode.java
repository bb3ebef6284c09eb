package io.daybook.cluster.node;

import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ClusterBackup;
import io.aeron.cluster.ClusterBackupEventsListener;
import io.aeron.cluster.ClusterBackupMediaDriver;
import io.aeron.cluster.ClusterMember;
import io.aeron.cluster.RecordingLog;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.security.CredentialsSupplier;
import io.daybook.cluster.config.ClusterConfig;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.status.AtomicCounter;
import org.jspecify.annotations.Nullable;

/**
 * Copies the log and the snapshots of a cluster into a folder continuously: Aeron's {@link ClusterBackup}, without a
 * vote. It copies only the committed log. The folder has the shape of a node's: {@code archive} and {@code cluster}.
 */
final class BackupNode implements AutoCloseable, ClusterBackupEventsListener {
    private final ClusterBackupMediaDriver running;
    private final AtomicCounter state;
    private final AtomicCounter copied;
    private volatile boolean isBegun;
    private volatile @Nullable Exception lastFailure;
    private volatile boolean isEnded;

    private BackupNode(final ClusterConfig config, final Path dir, final String address, final Source source)
            throws IOException {
        final String aeronDir = ClusterNode.driverDirectory(config.cluster(), "backup", dir);
        final CredentialsSupplier credentials = ClusterNode.credentials(config.keys());
        final int level = config.durability().fileSyncLevel();
        final String anyPort = "aeron:udp?endpoint=" + address + ":0";
        final String local = "aeron:ipc?term-length=64k";
        final Archive.Context archive = new Archive.Context()
                .aeronDirectoryName(aeronDir)
                .archiveDir(dir.resolve("archive").toFile())
                .controlChannelEnabled(false)
                .localControlChannel(local)
                .archiveClientContext(new AeronArchive.Context()
                        .controlResponseChannel(anyPort)
                        .credentialsSupplier(credentials))
                .replicationChannel(anyPort)
                .recordingEventsEnabled(false)
                .segmentFileLength(ClusterNode.SEGMENT_BYTES)
                .fileSyncLevel(level)
                .catalogFileSyncLevel(level)
                .recordChecksum(new LogChecksum())
                .replayChecksum(new LogChecksum())
                .threadingMode(ArchiveThreadingMode.SHARED)
                .errorHandler(this::onError);
        final ClusterBackup.Context backup = new ClusterBackup.Context();
        running = ClusterBackupMediaDriver.launch(
                new MediaDriver.Context()
                        .aeronDirectoryName(aeronDir)
                        .threadingMode(ThreadingMode.SHARED)
                        .termBufferSparseFile(true)
                        .dirDeleteOnStart(true)
                        .dirDeleteOnShutdown(true)
                        .errorHandler(this::onError),
                archive,
                backup.clusterDir(dir.resolve("cluster").toFile())
                        .archiveContext(new AeronArchive.Context()
                                .controlRequestChannel(local)
                                .controlRequestStreamId(archive.localControlStreamId())
                                .controlResponseChannel(local))
                        .credentialsSupplier(credentials)
                        .clusterArchiveContext(new AeronArchive.Context()
                                .controlRequestChannel(
                                        "aeron:udp?endpoint=" + config.self().archive())
                                .controlResponseChannel(anyPort)
                                .credentialsSupplier(credentials))
                        .clusterConsensusEndpoints(consensusEndpoints(config))
                        .consensusChannel("aeron:udp?endpoint=" + address + ':' + freePort(address))
                        .catchupEndpoint(address + ":0")
                        .clusterBackupIntervalNs(source.everyNs)
                        .clusterBackupCoolDownIntervalNs(TimeUnit.SECONDS.toNanos(1))
                        .sourceType(source.type)
                        .eventsListener(this)
                        .terminationHook(() -> isEnded = true)
                        .errorHandler(this::onError));
        state = backup.stateCounter();
        copied = backup.liveLogPositionCounter();
    }

    /** The nodes that a backup copies from, and how often it checks for new snapshots. */
    enum Source {
        /** Any node, every minute. */
        ANY(ClusterBackup.SourceType.ANY, TimeUnit.MINUTES.toNanos(1)),
        /** The leader alone. */
        LEADER(ClusterBackup.SourceType.LEADER, TimeUnit.SECONDS.toNanos(1));

        private final ClusterBackup.SourceType type;
        private final long everyNs;

        Source(final ClusterBackup.SourceType type, final long everyNs) {
            this.type = type;
            this.everyNs = everyNs;
        }
    }

    /**
     * Starts copying.
     *
     * @param config the configuration of any node
     * @param dir the folder of the copy
     * @param address the address at which the nodes reach this machine
     */
    static BackupNode start(final ClusterConfig config, final Path dir, final String address, final Source source)
            throws IOException {
        return new BackupNode(config, dir, address, source);
    }

    private static String consensusEndpoints(final ClusterConfig config) {
        final StringJoiner joined = new StringJoiner(",");
        config.members().forEach(member -> joined.add(member.consensus()));
        return joined.toString();
    }

    /** A free port, to which the nodes send their answers. */
    private static int freePort(final String address) throws IOException {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(InetAddress.getByName(address), 0))) {
            return socket.getLocalPort();
        }
    }

    /**
     * Returns the end of the copy; −1 before it has begun. The method reads Aeron's counters, because Aeron reports no
     * progress if everything was copied before its first check. The copy has begun once Aeron reports the state
     * BACKING_UP: only then has it recorded which recordings belong to the log.
     */
    long position() {
        if (state.isClosed() || copied.isClosed()) {
            return -1;
        }
        if (state.get() == ClusterBackup.State.BACKING_UP.code()) {
            isBegun = true;
        }
        return isBegun ? copied.get() : -1;
    }

    /** The last failure, for messages; the backup tries again. */
    @Nullable
    Exception lastFailure() {
        return lastFailure;
    }

    /** Returns whether the backup has given up. */
    boolean isEnded() {
        return isEnded;
    }

    /** The folder of the backup's driver, for other clients of archives. */
    String aeronDirectory() {
        return running.mediaDriver().aeronDirectoryName();
    }

    private void onError(final Throwable error) {
        lastFailure = error instanceof Exception exception ? exception : new IllegalStateException(error);
    }

    @Override
    public void onBackupQuery() {
        // queries are not counted, and have no limit
    }

    @Override
    public void onPossibleFailure(final Exception failure) {
        lastFailure = failure;
    }

    @Override
    public void onBackupResponse(
            final ClusterMember[] members,
            final ClusterMember source,
            final List<RecordingLog.Snapshot> snapshotsToRetrieve) {
        lastFailure = null;
    }

    @Override
    public void onUpdatedRecordingLog(final RecordingLog log, final List<RecordingLog.Snapshot> snapshots) {
        // the folder has the new recordings
    }

    @Override
    public void onLiveLogProgress(final long recordingId, final long counterId, final long logPosition) {
        // position() reads the counter, which changes even without this event
    }

    @Override
    public void close() {
        running.close();
    }
}
