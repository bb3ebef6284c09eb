package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AuditQuery;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Nop;
import io.daybook.cluster.client.ClusterExchange;
import io.daybook.cluster.client.ClusterSetup;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.log.LogContents;
import io.daybook.cluster.log.NodeLog;
import io.daybook.cluster.state.Messages;
import io.daybook.cluster.state.Reply;
import io.daybook.cluster.state.ReplyKind;
import io.daybook.engine.state.RandomMarket;
import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real processes on the loopback interface: they are killed, and started again, and nothing is lost or done twice. The
 * output of a follower on each node agrees with the log, byte for byte.
 */
@Proves("three processes lose nothing over kills, snapshots and new folders")
@Tag("whole")
class ClusterProcessesTest {
    private static final int BATCH = 500;

    @TempDir
    private Path dir;

    private final RandomMarket market = new RandomMarket(11);
    private final List<CommandResult> heard = new ArrayList<>();

    /** The log after the snapshot names no term, and the leader needs the reports of the node that began there. */
    @Test
    void shouldAnswerWithANodeThatBeganWithASnapshotOfThePresentTerm() throws Exception {
        try (ClusterProcesses nodes = ClusterProcesses.patient(dir)) { // a new leader would name its term
            nodes.startAll();
            final int leader = nodes.awaitLeader();
            ClusterSetup.init(nodes.config.ingressEndpoints(), "127.0.0.1", true, null, Duration.ofSeconds(60));
            try (ClusterExchange client = nodes.connect(1)) {
                send(client, market.opening());
                assertTrue(client.requestSnapshot().get(60, TimeUnit.SECONDS));
                for (int node = 0; node < ClusterConfig.NODES; node++) {
                    final int one = node;
                    nodes.await(all -> nodes.snapshotPosition(one) > 0);
                }
                final int restarted = (leader + 1) % ClusterConfig.NODES;
                nodes.kill(restarted);
                nodes.start(restarted);
                send(client, market.trading(BATCH));
                nodes.awaitAgreement(heard.size());
                nodes.kill((leader + 2) % ClusterConfig.NODES);
                send(client, market.trading(10));
                final String log = nodes.log(restarted);
                assertTrue(
                        Pattern.compile("(?m)^restored to seq [\\d,]+ in \\d+\\.\\d s \\(snapshot [\\d,]+, \\d+"
                                        + " commands?")
                                .matcher(log)
                                .find(),
                        log);
            }
        }
    }

    @OnlyLong
    @Test
    void shouldLoseNothingWhoeverIsKilled() throws Exception {
        final int followedFrom;
        final int neverSeeded;
        try (ClusterProcesses nodes = new ClusterProcesses(dir, "process")) {
            nodes.startAll();
            nodes.awaitLeader();
            final String members = nodes.config.ingressEndpoints();
            ClusterSetup.init(members, "127.0.0.1", true, null, Duration.ofSeconds(60));
            try (ClusterExchange client = nodes.connect(1)) {
                send(client, market.opening());
                followedFrom = heard.size();
                ClusterSetup.followers(members, "127.0.0.1", List.of(TapeFollower.NAME), null, Duration.ofSeconds(60));
                send(client, market.trading(BATCH));
                final int leader = nodes.awaitLeader();

                // a follower is killed: no other node waits for it
                final int follower = (leader + 1) % ClusterConfig.NODES;
                nodes.kill(follower);
                send(client, market.trading(BATCH));
                nodes.start(follower);
                nodes.awaitAgreement(heard.size());

                // the leader is killed while commands are in flight
                final List<CompletableFuture<CommandResult>> underway = submit(client, market.trading(BATCH));
                nodes.kill(leader);
                hear(underway);
                send(client, market.trading(BATCH));
                nodes.start(leader);
                nodes.awaitAgreement(heard.size());

                // a snapshot, then all nodes are killed at once: followers continue from their parts
                assertTrue(client.requestSnapshot().get(60, TimeUnit.SECONDS));
                nodes.await(statuses ->
                        IntStream.range(0, ClusterConfig.NODES).allMatch(node -> nodes.snapshotPosition(node) > 0));
                send(client, market.trading(BATCH));
                for (int node = 0; node < ClusterConfig.NODES; node++) {
                    nodes.kill(node);
                }
                final List<CompletableFuture<CommandResult>> unheard = submit(client, market.trading(BATCH));
                final long before = nodes.snapshotPosition(0);
                final CompletableFuture<Boolean> wish = client.requestSnapshot(); // its leader is dead
                nodes.startAll();
                hear(unheard);
                nodes.awaitAgreement(heard.size());
                assertTrue(wish.get(60, TimeUnit.SECONDS));
                nodes.await(statuses -> IntStream.range(0, ClusterConfig.NODES)
                        .allMatch(node -> nodes.snapshotPosition(node) > before));

                // a folder is lost, and seeded from the others
                final int empty = (nodes.awaitLeader() + 1) % ClusterConfig.NODES;
                neverSeeded = (empty + 1) % ClusterConfig.NODES;
                nodes.kill(empty);
                nodes.deleteFolder(empty);
                nodes.seed(empty);
                nodes.start(empty);
                send(client, market.trading(BATCH));
                System.out.println(nodes.awaitAgreement(heard.size()));
                isToldAgainOnAnyConnection(nodes);
                assertEquals(
                        List.of(),
                        client.query(new AuditQuery()).get(60, TimeUnit.SECONDS).violations());
            }
        }
        requireSameTapes(expectedTape(dir.resolve("node" + neverSeeded), followedFrom));
    }

    /** Returns the tape that the log of a node demands, from the seq at which the follower was named. */
    private static byte[] expectedTape(final Path node, final int followedFrom) throws Exception {
        final ByteArrayOutputStream tape = new ByteArrayOutputStream();
        final ByteBuffer row = ByteBuffer.allocate(2 * Long.BYTES);
        final long[] state = {0, 0}; // seq, sum
        LogContents.replay(NodeLog.open(node), (bytes, offset, length) -> {
            if (++state[0] > followedFrom) {
                state[1] = TapeFollower.next(row, state[1], bytes, offset, length);
                tape.writeBytes(row.array());
            } else {
                tape.writeBytes(new byte[row.capacity()]);
            }
        });
        return tape.toByteArray();
    }

    private void requireSameTapes(final byte[] expected) throws Exception {
        assertEquals(2L * Long.BYTES * (heard.size() + 1), expected.length, "all results, and one of another session");
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            final byte[] tape = Files.readAllBytes(dir.resolve("node" + node + ".toml" + TapeFollower.SUFFIX));
            assertArrayEquals(expected, tape, "node " + node);
            final String told = Files.readString(dir.resolve("node" + node + ".log"));
            assertTrue(!told.contains("has no part"), told);
        }
    }

    /** A request is identified by its session, and not by its connection, which changes. */
    private void isToldAgainOnAnyConnection(final ClusterProcesses nodes) throws Exception {
        assertEquals(ReplyKind.OPENED, nodes.ask(Messages.open(2, 5)).kind());
        final byte[] request = Messages.commands(2, 1, 1, 0, new Nop());
        for (int connection = 0; connection < 2; connection++) {
            final Reply reply = nodes.ask(request);
            assertEquals(ReplyKind.RESULTS, reply.kind());
            assertEquals(heard.size() + 1, reply.last(), "the seq of the request");
        }
        nodes.awaitAgreement(heard.size() + 1);
    }

    private void send(final ClusterExchange client, final List<Command> commands) throws Exception {
        hear(submit(client, commands));
    }

    private static List<CompletableFuture<CommandResult>> submit(
            final ClusterExchange client, final List<Command> commands) {
        final List<CompletableFuture<CommandResult>> futures = new ArrayList<>();
        for (final Command command : commands) {
            futures.add(client.submit(command, futures.size()));
        }
        return futures;
    }

    /** Requires that each result has the next seq: no command is lost, repeated, or sent by another client. */
    private void hear(final List<CompletableFuture<CommandResult>> futures) throws Exception {
        for (int i = 0; i < futures.size(); i++) {
            final CommandResult result = futures.get(i).get(60, TimeUnit.SECONDS);
            assertEquals(i, result.cookie());
            assertEquals(heard.size() + 1, result.seq());
            heard.add(result);
        }
    }
}
