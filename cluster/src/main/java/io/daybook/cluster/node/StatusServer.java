package io.daybook.cluster.node;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.file.Files;

/** Answers questions about a node, each datagram by one as long, on a thread of its own. */
final class StatusServer implements AutoCloseable {
    private final ClusterConfig config;
    private final StatusBoard board;
    private final DatagramSocket socket;

    private StatusServer(final ClusterConfig config, final StatusBoard board, final DatagramSocket socket) {
        this.config = config;
        this.board = board;
        this.socket = socket;
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
                    + e.getMessage() + "): stop what uses it, or name other members");
        }
    }

    private void run() {
        final DatagramPacket packet =
                new DatagramPacket(new byte[NodeStatus.DATAGRAM_LENGTH + 1], NodeStatus.DATAGRAM_LENGTH + 1);
        while (!socket.isClosed()) {
            try {
                packet.setLength(NodeStatus.DATAGRAM_LENGTH + 1);
                socket.receive(packet);
                if (NodeStatus.isQuestion(packet.getData(), packet.getLength())) {
                    final byte[] answer = status(config, board).encode();
                    socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
                }
            } catch (IOException e) {
                // a datagram that came or went wrong; who asked asks again
            }
        }
    }

    /** What the board shows, and the space that is left. */
    static NodeStatus status(final ClusterConfig config, final StatusBoard board) throws IOException {
        final NodeStatus shown = board.shown();
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
                Files.getFileStore(config.dir()).getUsableSpace());
    }

    @Override
    public void close() {
        socket.close();
    }
}
