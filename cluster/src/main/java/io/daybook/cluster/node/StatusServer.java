package io.daybook.cluster.node;

import io.aeron.cluster.NodeStateFile;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigException;
import io.daybook.cluster.log.NodeLog;
import io.daybook.cluster.status.NodeMetrics;
import io.daybook.cluster.status.NodeStatus;
import io.daybook.cluster.status.StatusBoard;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers queries about a node, each datagram by one of equal length, on its own thread. */
final class StatusServer implements AutoCloseable {
    /** The shortest time between two reads of the disk, however many queries come, because anyone may send them. */
    private static final long DISK_NS = 500_000_000L;

    private final ClusterConfig config;
    private final StatusBoard board;
    private final DatagramSocket socket;
    private final LogMarks marks;
    private @Nullable NodeStateFile votes;
    private boolean isDiskKnown;
    private long diskAtNs;
    private long usableBytes;
    private long archiveBytes;
    private long backupPosition;

    private StatusServer(final ClusterConfig config, final StatusBoard board, final DatagramSocket socket) {
        this.config = config;
        this.board = board;
        this.socket = socket;
        this.marks = new LogMarks(config.dir());
    }

    static StatusServer start(final ClusterConfig config, final StatusBoard board) {
        final InetSocketAddress address =
                new InetSocketAddress(config.self().host(), config.self().statusPort());
        final StatusServer server = new StatusServer(config, board, open(address));
        final Thread thread = new Thread(server::run, "cluster-status");
        thread.setDaemon(true);
        thread.start();
        return server;
    }

    private static DatagramSocket open(final InetSocketAddress address) {
        try {
            return new DatagramSocket(address);
        } catch (SocketException e) {
            throw new ClusterConfigException(address.getHostString() + ":" + address.getPort() + " cannot be opened ("
                    + e.getMessage() + "): stop what uses it, or give this node another address in members");
        }
    }

    private void run() {
        final DatagramPacket packet =
                new DatagramPacket(new byte[NodeStatus.DATAGRAM_LENGTH + 1], NodeStatus.DATAGRAM_LENGTH + 1);
        while (!socket.isClosed()) {
            try {
                packet.setLength(NodeStatus.DATAGRAM_LENGTH + 1);
                socket.receive(packet);
                final Long nonce = NodeStatus.nonce(packet.getData(), packet.getLength());
                if (nonce != null) {
                    measureDisk();
                    final byte[] answer = status(board.shown(), candidateTerm()).encode(nonce);
                    socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
                } else {
                    mark(LogMark.decode(packet.getData(), packet.getLength()));
                }
            } catch (IOException | ClusterConfigException e) {
                // the datagram counts as lost; the sender queries again
            }
        }
    }

    /**
     * Sets the mark of a backup. A backup is ahead of this node only if it has copied from another node: then the mark
     * is this node's position.
     */
    private void mark(final @Nullable LogMark mark) throws IOException {
        if (mark != null
                && mark.cluster().equals(config.cluster())
                && !mark.name().equals(NodeExport.MARK)) {
            marks.set(mark.name(), Math.min(mark.position(), board.shown().position()));
        }
    }

    private void measureDisk() throws IOException {
        final long nowNs = System.nanoTime();
        if (!isDiskKnown || nowNs - diskAtNs > DISK_NS) {
            usableBytes = Files.getFileStore(config.dir()).getUsableSpace();
            archiveBytes = bytes(config.dir().resolve("archive"));
            backupPosition = slowestBackup();
            diskAtNs = nowNs;
            isDiskKnown = true;
        }
    }

    /** The status on the board, with the free space. */
    private NodeStatus status(final NodeStatus shown, final long candidateTerm) throws IOException {
        return new NodeStatus(
                shown.cluster(),
                shown.node(),
                shown.role(),
                shown.term(),
                shown.position(),
                shown.seq(),
                shown.chain(),
                shown.markSeq(),
                shown.markChain(),
                shown.sessions(),
                shown.duplicates(),
                shown.refused(),
                shown.snapshotSeq(),
                usableBytes,
                candidateTerm,
                shown.hasLog() || mayHoldCommands(),
                shown.followers(),
                shown.knownFollowers(),
                measured(shown.metrics()),
                shown.start());
    }

    /**
     * Returns whether the node's log may hold commands. If the log cannot be read just now, the query is not answered,
     * and the querying node keeps waiting.
     */
    private boolean mayHoldCommands() throws IOException {
        try {
            return NodeLog.mayHoldCommands(config.dir());
        } catch (RuntimeException e) {
            throw new IOException(e);
        }
    }

    private NodeMetrics measured(final NodeMetrics counted) {
        return new NodeMetrics(
                counted.commitPosition(),
                counted.elections(),
                counted.gaps(),
                counted.refusedBy(),
                counted.connectionsClosed(),
                board.checkedSeq(),
                counted.snapshotAtMs(),
                counted.snapshotPauseUs(),
                counted.longestPauseUs(),
                archiveBytes,
                backupPosition,
                counted.semantics(),
                counted.knownSemantics(),
                counted.releasedSeq(),
                counted.releasedPosition(),
                counted.waitingMs(),
                counted.heldBytes());
    }

    /** The size of the archive; a recording has a file for each 64 MiB, so there are few. */
    private static long bytes(final Path archive) throws IOException {
        long sum = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(archive, "*.rec")) {
            for (final Path file : files) {
                sum += Files.size(file);
            }
        } catch (NoSuchFileException | DirectoryIteratorException e) {
            return -1; // the folder is not there yet, or a file was just purged
        }
        return sum;
    }

    /** The position of the slowest backup; −1 if none is known. */
    private long slowestBackup() throws IOException {
        long slowest = Long.MAX_VALUE;
        for (final Map.Entry<String, Long> mark : marks.all().entrySet()) {
            if (!mark.getKey().equals(NodeExport.MARK)) {
                slowest = Math.min(slowest, mark.getValue());
            }
        }
        return slowest == Long.MAX_VALUE ? -1 : slowest;
    }

    /**
     * Returns the candidate term; −1 before there is one. It is read through a separate map, because the consensus
     * module unmaps its own when it ends.
     */
    private long candidateTerm() {
        if (votes == null) {
            try {
                votes = new NodeStateFile(config.dir().resolve("cluster").toFile(), false, 0);
            } catch (IOException | RuntimeException e) {
                return -1; // the file is not there yet, or not complete
            }
        }
        return votes.candidateTerm().candidateTermId();
    }

    @Override
    public void close() {
        socket.close();
    }
}
