package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.cluster.client.ClusterExchange;
import io.daybook.cluster.client.ClusterSetup;
import io.daybook.cluster.log.LogContents;
import io.daybook.cluster.log.NodeLog;
import io.daybook.engine.state.RandomMarket;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Followers of real nodes, which are killed: what each has made is what the log says, byte for byte. */
@Tag("whole")
class ClusterFollowersTest {
    private static final int BATCH = 500;

    @TempDir
    private Path dir;

    private final RandomMarket market = new RandomMarket(13);
    private int sent;

    @Test
    void shouldMakeTheSameOnEachNodeWhoeverIsKilled() throws Exception {
        final int before;
        try (ClusterProcesses nodes = new ClusterProcesses(dir, "process")) {
            nodes.startAll();
            nodes.awaitLeader();
            final String members = nodes.config.ingressEndpoints();
            ClusterSetup.init(members, "127.0.0.1", true, null, Duration.ofSeconds(60));
            try (ClusterExchange client = nodes.connect(1)) {
                hear(submit(client, market.opening()));
                before = sent;
                ClusterSetup.followers(members, "127.0.0.1", List.of(TapeFollower.NAME), null, Duration.ofSeconds(60));
                hear(submit(client, market.trading(BATCH)));

                // the leader dies while commands are on their way
                final int leader = nodes.awaitLeader();
                final List<CompletableFuture<CommandResult>> underway = submit(client, market.trading(BATCH));
                nodes.kill(leader);
                hear(underway);
                nodes.start(leader);
                nodes.awaitAgreement(sent);

                // a snapshot, then all die at once: each goes on from its part, and hears what the log has behind it
                assertTrue(client.requestSnapshot().get(60, TimeUnit.SECONDS));
                nodes.await(statuses ->
                        IntStream.range(0, ClusterConfig.NODES).allMatch(node -> nodes.snapshotPosition(node) > 0));
                hear(submit(client, market.trading(BATCH)));
                for (int node = 0; node < ClusterConfig.NODES; node++) {
                    nodes.kill(node);
                }
                final List<CompletableFuture<CommandResult>> unheard = submit(client, market.trading(BATCH));
                nodes.startAll();
                hear(unheard);
                nodes.awaitAgreement(sent);
            }
        }
        final byte[] expected = expected(before);
        assertEquals(2L * Long.BYTES * sent, expected.length);
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            final byte[] tape = Files.readAllBytes(dir.resolve("node" + node + ".toml" + TapeFollower.SUFFIX));
            assertArrayEquals(expected, tape, "node " + node);
            final String told = Files.readString(dir.resolve("node" + node + ".log"));
            assertTrue(!told.contains("has no part"), told);
        }
    }

    /** What the log of a node says, from the place on where the follower was named. */
    private byte[] expected(final int before) throws Exception {
        final ByteArrayOutputStream tape = new ByteArrayOutputStream();
        final ByteBuffer row = ByteBuffer.allocate(2 * Long.BYTES);
        final long[] state = {0, 0}; // seq, sum
        LogContents.replay(NodeLog.open(dir.resolve("node0")), (bytes, offset, length) -> {
            if (++state[0] > before) {
                state[1] = TapeFollower.next(row, state[1], bytes, offset, length);
                tape.writeBytes(row.array());
            } else {
                tape.writeBytes(new byte[row.capacity()]);
            }
        });
        return tape.toByteArray();
    }

    private static List<CompletableFuture<CommandResult>> submit(
            final ClusterExchange client, final List<Command> commands) {
        final List<CompletableFuture<CommandResult>> futures = new ArrayList<>();
        for (final Command command : commands) {
            futures.add(client.submit(command));
        }
        return futures;
    }

    private void hear(final List<CompletableFuture<CommandResult>> futures) throws Exception {
        for (final CompletableFuture<CommandResult> future : futures) {
            assertEquals(++sent, future.get(90, TimeUnit.SECONDS).seq());
        }
    }
}
