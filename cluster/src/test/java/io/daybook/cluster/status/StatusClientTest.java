package io.daybook.cluster.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterMember;
import io.daybook.cluster.node.NodeConfigs;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The answers that count, with sockets in place of nodes. */
class StatusClientTest {
    private static final NodeMetrics METRICS =
            new NodeMetrics(0, 0, 0, Map.of(), 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0);
    private static final int PATIENCE_MS = 60_000;

    private static NodeStatus status(final String cluster, final int node, final long seq) {
        return new NodeStatus(
                cluster,
                node,
                "LEADER",
                1,
                2,
                seq,
                3,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                true,
                List.of(),
                List.of(),
                METRICS,
                new NodeStart("power", List.of()));
    }

    private static DatagramSocket open() throws IOException {
        final DatagramSocket socket = new DatagramSocket(new InetSocketAddress("127.0.0.1", 0));
        socket.setSoTimeout(PATIENCE_MS);
        return socket;
    }

    private static ClusterMember member(final DatagramSocket socket) {
        final int offset = new ClusterMember("127.0.0.1", 0).statusPort();
        return new ClusterMember("127.0.0.1", socket.getLocalPort() - offset);
    }

    private static void send(
            final DatagramSocket from, final NodeStatus status, final long nonce, final SocketAddress to)
            throws IOException {
        final byte[] bytes = status.encode(nonce);
        from.send(new DatagramPacket(bytes, bytes.length, to));
    }

    @Test
    void shouldPassOverForgedAnswers() throws Exception {
        try (DatagramSocket stranger = open();
                DatagramSocket zero = open();
                DatagramSocket one = open();
                DatagramSocket two = open()) {
            final List<DatagramSocket> nodes = List.of(zero, one, two);
            final ClusterConfig config = NodeConfigs.local(Path.of("unused"), member(zero), member(one), member(two));
            final CompletableFuture<List<Optional<NodeStatus>>> asked = CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            return StatusClient.ask(config, PATIENCE_MS);
                        } catch (IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    },
                    task -> new Thread(task).start());
            final long[] nonces = new long[nodes.size()];
            SocketAddress asking = null;
            for (int node = 0; node < nonces.length; node++) {
                final DatagramPacket packet = new DatagramPacket(new byte[2_000], 2_000);
                nodes.get(node).receive(packet);
                final Long nonce = NodeStatus.nonce(packet.getData(), packet.getLength());
                assertNotNull(nonce);
                nonces[node] = nonce;
                asking = packet.getSocketAddress();
            }
            for (int node = 0; node < nonces.length; node++) {
                final DatagramSocket right = nodes.get(node);
                send(stranger, status("tulip", node, 666), nonces[node], asking); // from the wrong port
                send(right, status("tulip", node, 667), nonces[node] + 1, asking);
                send(right, status("rose", node, 668), nonces[node], asking);
                send(right, status("tulip", (node + 1) % nonces.length, 669), nonces[node], asking);
                send(nodes.get((node + 1) % nonces.length), status("tulip", node, 670), nonces[node], asking);
            }
            send(zero, status("tulip", 0, 10), nonces[0], asking);
            send(zero, status("tulip", 0, 671), nonces[0], asking); // the first one counts
            send(one, status("tulip", 1, 11), nonces[1], asking);
            send(two, status("tulip", 2, 12), nonces[2], asking);
            final List<Long> seqs = asked.get(PATIENCE_MS, TimeUnit.MILLISECONDS).stream()
                    .map(answer -> answer.orElseThrow().seq())
                    .toList();
            assertEquals(List.of(10L, 11L, 12L), seqs);
        }
    }
}
