package io.daybook.cluster.status;

import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterMember;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Queries the status of the nodes of a cluster. An answer counts if it comes from the queried address and repeats the
 * 64 random bits that were drawn for this query; the first such answer counts. So a sender that cannot see the queries
 * cannot answer them.
 */
public final class StatusClient {
    private static final SecureRandom RANDOM = new SecureRandom();

    private StatusClient() {}

    /** The query to one member. */
    private record Question(int node, InetSocketAddress address, long nonce) {}

    /**
     * Queries all members, and waits for answers.
     *
     * @param timeoutMs the time limit for all answers together
     * @return the answers by member; empty if no answer came in time
     */
    public static List<Optional<NodeStatus>> ask(final ClusterConfig config, final int timeoutMs) throws IOException {
        final List<Optional<NodeStatus>> answers = new ArrayList<>();
        final List<Question> questions = new ArrayList<>();
        try (DatagramSocket socket = new DatagramSocket()) {
            for (int node = 0; node < config.members().size(); node++) {
                final ClusterMember member = config.members().get(node);
                final Question question = new Question(
                        node, new InetSocketAddress(member.host(), member.statusPort()), RANDOM.nextLong());
                answers.add(Optional.empty());
                questions.add(question);
                if (!question.address().isUnresolved()) {
                    final byte[] bytes = NodeStatus.question(question.nonce());
                    socket.send(new DatagramPacket(bytes, bytes.length, question.address()));
                }
            }
            receive(socket, config, timeoutMs, questions, answers);
        }
        return answers;
    }

    private static void receive(
            final DatagramSocket socket,
            final ClusterConfig config,
            final int timeoutMs,
            final List<Question> questions,
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
            for (final Question question : questions) {
                final NodeStatus status = answer(config, question, packet);
                if (status != null && answers.get(question.node()).isEmpty()) {
                    answers.set(question.node(), Optional.of(status));
                }
            }
        }
    }

    /** The answer to a query; null if the datagram is not one. */
    private static @Nullable NodeStatus answer(
            final ClusterConfig config, final Question question, final DatagramPacket packet) {
        if (!question.address().equals(packet.getSocketAddress())) {
            return null;
        }
        final NodeStatus status = NodeStatus.decode(packet.getData(), packet.getLength(), question.nonce());
        return status != null
                        && status.node() == question.node()
                        && status.cluster().equals(config.cluster())
                ? status
                : null;
    }
}
