package io.daybook.cluster.node;

import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigException;
import io.daybook.cluster.config.ClusterMember;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A backup of a cluster, in its own folder on its own machine: the committed log and snapshots, copied continuously
 * while it runs. It has no vote, and every node keeps the log that the backup has not copied yet. Its folder can be
 * exported, and copied into the folders of nodes.
 */
public final class LogBackup implements AutoCloseable {
    private final ClusterConfig config;
    private final String name;
    private final NodeFolder folder;
    private final BackupNode backup;

    private LogBackup(final ClusterConfig config, final String name, final NodeFolder folder, final BackupNode backup) {
        this.config = config;
        this.name = name;
        this.folder = folder;
        this.backup = backup;
    }

    /**
     * Starts or continues a backup.
     *
     * @param config the configuration of any node, for its members
     * @param dir the folder of the backup
     * @param address the address at which the nodes reach this machine
     * @param name the name of the backup at the nodes: 1 to 32 lower-case letters, digits and dashes
     * @throws ClusterConfigException if the folder belongs to a node or another cluster, or is in use, or the name is
     *     invalid
     */
    public static LogBackup start(final ClusterConfig config, final Path dir, final String address, final String name)
            throws IOException {
        if (!LogMarks.isName(name)) {
            throw new ClusterConfigException(
                    "the name of a backup must have 1 to 32 lower-case letters, digits and dashes: " + name);
        }
        final NodeFolder folder =
                NodeFolder.openBackup(config, dir.toAbsolutePath().normalize());
        boolean isStarted = false;
        try {
            final LogBackup started = new LogBackup(
                    config,
                    name,
                    folder,
                    BackupNode.start(config, dir.toAbsolutePath().normalize(), address, BackupNode.Source.ANY));
            isStarted = true;
            return started;
        } finally {
            if (!isStarted) {
                folder.close();
            }
        }
    }

    /** Reports its position to all nodes, so that they may purge the log before it. Call it about once a second. */
    public void tellPosition() throws IOException {
        final long position = backup.position();
        if (position < 0) {
            return;
        }
        final byte[] mark = new LogMark(config.cluster(), name, position).encode();
        try (DatagramSocket socket = new DatagramSocket()) {
            for (final ClusterMember member : config.members()) {
                final InetSocketAddress address = new InetSocketAddress(member.host(), member.statusPort());
                if (!address.isUnresolved()) {
                    socket.send(new DatagramPacket(mark, mark.length, address));
                }
            }
        }
    }

    /** The end of the copy; −1 before it has begun. */
    public long position() {
        return backup.position();
    }

    /** The last failure, after which the backup tries again; null if there was none since the nodes last answered. */
    public @Nullable String lastFailure() {
        final Exception failure = backup.lastFailure();
        return failure == null ? null : String.valueOf(failure.getMessage());
    }

    /** Returns whether the backup has given up, for example because its disk is full. */
    public boolean isEnded() {
        return backup.isEnded();
    }

    @Override
    public void close() throws IOException {
        try (folder) {
            backup.close();
        }
    }
}
