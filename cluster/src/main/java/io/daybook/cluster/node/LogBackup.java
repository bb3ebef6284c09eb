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
 * A backup of a cluster, in a folder of its own on a machine of its own: log and snapshots, as far as they are
 * committed, copied on while it runs. It has no vote, and every node keeps for it what it has not copied yet. Its
 * folder can be exported, and copied into the folders of nodes.
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
     * Starts, or goes on with, a backup.
     *
     * @param config of any node, for its members
     * @param dir of the backup
     * @param address of this machine, at which the nodes reach it
     * @param name by which the nodes know it: 1 to 32 lower-case letters, digits and dashes
     * @throws ClusterConfigException where the folder is another's, or in use, or the name is none
     */
    public static LogBackup start(final ClusterConfig config, final Path dir, final String address, final String name)
            throws IOException {
        if (!LogMarks.isName(name)) {
            throw new ClusterConfigException(
                    "the name of a backup must be of 1 to 32 lower-case letters, digits and dashes: " + name);
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

    /** Tells all nodes how far it is, so that they may purge what is before. About once a second. */
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

    /** How far the copy goes; −1 before it has begun. */
    public long position() {
        return backup.position();
    }

    /** What failed last and is tried again; null where nothing has since the nodes last answered. */
    public @Nullable String lastFailure() {
        final Exception failure = backup.lastFailure();
        return failure == null ? null : String.valueOf(failure.getMessage());
    }

    /** Whether it has given up, as where its disk is full. */
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
