package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AuditQuery;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Nop;
import io.daybook.cluster.client.ClusterExchange;
import io.daybook.cluster.client.ClusterSetup;
import io.daybook.cluster.state.Messages;
import io.daybook.cluster.state.Reply;
import io.daybook.cluster.state.ReplyKind;
import io.daybook.engine.state.RandomMarket;
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

/** Real processes on the loopback interface: they are killed, and started again, and nothing is lost or done twice. */
@Tag("whole")
class ClusterProcessesTest {
    private static final int BATCH = 500;

    @TempDir
    private Path dir;

    private final RandomMarket market = new RandomMarket(11);
    private final List<CommandResult> heard = new ArrayList<>();

    @Test
    void shouldLoseNothingWhoeverIsKilled() throws Exception {
        try (ClusterProcesses nodes = new ClusterProcesses(dir, "process")) {
            nodes.startAll();
            nodes.awaitLeader();
            ClusterSetup.init(nodes.config.ingressEndpoints(), "127.0.0.1", true, null, Duration.ofSeconds(60));
            try (ClusterExchange client = nodes.connect(1)) {
                send(client, market.opening());
                send(client, market.trading(BATCH));
                final int leader = nodes.awaitLeader();

                // a follower dies: nobody waits for it
                final int follower = (leader + 1) % ClusterConfig.NODES;
                nodes.kill(follower);
                send(client, market.trading(BATCH));
                nodes.start(follower);
                nodes.awaitAgreement(heard.size());

                // the leader dies while commands are on their way
                final List<CompletableFuture<CommandResult>> underway = submit(client, market.trading(BATCH));
                nodes.kill(leader);
                hear(underway);
                send(client, market.trading(BATCH));
                nodes.start(leader);
                nodes.awaitAgreement(heard.size());

                // a snapshot, then all die at once
                assertTrue(client.requestSnapshot().get(60, TimeUnit.SECONDS));
                nodes.await(statuses ->
                        IntStream.range(0, ClusterConfig.NODES).allMatch(node -> nodes.snapshotPosition(node) > 0));
                send(client, market.trading(BATCH));
                for (int node = 0; node < ClusterConfig.NODES; node++) {
                    nodes.kill(node);
                }
                final List<CompletableFuture<CommandResult>> unheard = submit(client, market.trading(BATCH));
                final long before = nodes.snapshotPosition(0);
                final CompletableFuture<Boolean> wish = client.requestSnapshot(); // of a leader who is dead
                nodes.startAll();
                hear(unheard);
                nodes.awaitAgreement(heard.size());
                assertTrue(wish.get(60, TimeUnit.SECONDS));
                nodes.await(statuses -> IntStream.range(0, ClusterConfig.NODES)
                        .allMatch(node -> nodes.snapshotPosition(node) > before));

                // a folder is lost, and seeded from the others
                final int empty = (nodes.awaitLeader() + 1) % ClusterConfig.NODES;
                nodes.kill(empty);
                nodes.deleteFolder(empty);
                NodeSeed.run(nodes.configOf(empty));
                nodes.start(empty);
                send(client, market.trading(BATCH));
                System.out.println(nodes.awaitAgreement(heard.size()));
                isToldAgainOnAnyConnection(nodes);
                assertEquals(
                        List.of(),
                        client.query(new AuditQuery()).get(60, TimeUnit.SECONDS).violations());
            }
        }
    }

    /** A request is known by its session, not by the connection that it comes from: that changes. */
    private void isToldAgainOnAnyConnection(final ClusterProcesses nodes) throws Exception {
        assertEquals(ReplyKind.OPENED, nodes.ask(Messages.open(2, 5)).kind());
        final byte[] request = Messages.commands(2, 1, 1, 0, new Nop());
        for (int connection = 0; connection < 2; connection++) {
            final Reply reply = nodes.ask(request);
            assertEquals(ReplyKind.RESULTS, reply.kind());
            assertEquals(heard.size() + 1, reply.last(), "its seq");
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

    /** Each has a seq of its own, the next one: nothing lost, nothing twice, nothing of anybody else. */
    private void hear(final List<CompletableFuture<CommandResult>> futures) throws Exception {
        for (int i = 0; i < futures.size(); i++) {
            final CommandResult result = futures.get(i).get(60, TimeUnit.SECONDS);
            assertEquals(i, result.cookie());
            assertEquals(heard.size() + 1, result.seq());
            heard.add(result);
        }
    }
}
