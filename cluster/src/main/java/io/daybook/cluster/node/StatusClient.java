package io.daybook.cluster.node;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Asks the nodes of a cluster how they are. */
public final class StatusClient {
    private StatusClient() {}

    /**
     * Asks all members, and waits for answers.
     *
     * @param timeoutMs how long, at most, for all together
     * @return by member; without a value where none came in time
     */
    public static List<Optional<NodeStatus>> ask(final ClusterConfig config, final int timeoutMs) throws IOException {
        final List<Optional<NodeStatus>> answers = new ArrayList<>();
        config.members().forEach(member -> answers.add(Optional.empty()));
        try (DatagramSocket socket = new DatagramSocket()) {
            final byte[] question = NodeStatus.question();
            for (final ClusterMember member : config.members()) {
                final InetSocketAddress address = new InetSocketAddress(member.host(), member.statusPort());
                if (!address.isUnresolved()) {
                    socket.send(new DatagramPacket(question, question.length, address));
                }
            }
            receive(socket, config, timeoutMs, answers);
        }
        return answers;
    }

    private static void receive(
            final DatagramSocket socket,
            final ClusterConfig config,
            final int timeoutMs,
            final List<Optional<NodeStatus>> answers)
            throws IOException {
        final long start = System.nanoTime();
        while (answers.stream().anyMatch(Optional::isEmpty)) {
            final long leftMs = timeoutMs - (System.nanoTime() - start) / 1_000_000;
            if (leftMs <= 0) {
                return;
            }
            socket.setSoTimeout((int) leftMs);
            final DatagramPacket packet =
                    new DatagramPacket(new byte[NodeStatus.DATAGRAM_LENGTH], NodeStatus.DATAGRAM_LENGTH);
            try {
                socket.receive(packet);
            } catch (SocketTimeoutException e) {
                return;
            }
            final NodeStatus status = NodeStatus.decode(packet.getData(), packet.getLength());
            if (status != null
                    && status.cluster().equals(config.cluster())
                    && status.node() >= 0
                    && status.node() < answers.size()) {
                answers.set(status.node(), Optional.of(status));
            }
        }
    }
}
