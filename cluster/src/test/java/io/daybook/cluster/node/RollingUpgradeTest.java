package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AuditQuery;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.cluster.client.ClusterExchange;
import io.daybook.cluster.client.ClusterSetup;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.status.NodeStatus;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.state.RandomMarket;
import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes of one release are replaced by nodes of the next, one by one, the leader last, while a client trades; then the
 * newer semantics apply. The releases are simulated: both are this program, with other versions.
 * {@link io.daybook.cluster.state.RecordedLogTest} checks that two programs give one chain.
 */
@Proves("nodes of two releases run together")
@Tag("whole")
class RollingUpgradeTest {
    private static final int NEW = ExchangeEngine.SEMANTICS_VERSION;
    private static final int OLD = NEW - 1;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int BATCH = 300;

    @TempDir
    private Path dir;

    private final RandomMarket market = new RandomMarket(29);
    private long last;

    @OnlyLong
    @Test
    void shouldGoOnWhileNodesAreReplacedByThoseOfTheNextRelease() throws Exception {
        try (ClusterProcesses nodes = new ClusterProcesses(dir, "process")) {
            for (int node = 0; node < ClusterConfig.NODES; node++) {
                nodes.release(node, "1.0.0", OLD, false);
            }
            nodes.startAll();
            nodes.awaitLeader();
            final String ingress = nodes.config.ingressEndpoints();
            ClusterSetup.init(ingress, "127.0.0.1", true, OLD, null, PATIENCE);
            try (ClusterExchange client = nodes.connect(1)) {
                send(client, market.opening());
                send(client, market.trading(BATCH));
                final int leader = nodes.awaitLeader();
                final int first = (leader + 1) % ClusterConfig.NODES;
                final int second = (leader + 2) % ClusterConfig.NODES;

                isRefused(nodes, client, first);
                replace(nodes, client, first);
                assertThrows(IllegalStateException.class, () -> activate(nodes), "two nodes lack the new semantics");
                snapshot(nodes, client);
                replace(nodes, client, second);
                replace(nodes, client, nodes.awaitLeader() == leader ? leader : nodes.awaitLeader());
                replaceWhoIsLeft(nodes, client);

                activate(nodes);
                send(client, market.trading(BATCH));
                for (final NodeStatus one : nodes.awaitAgreement(last)) {
                    assertEquals(NEW, one.metrics().semantics());
                }
                // a node that starts from a snapshot of the earlier release reaches the same state
                nodes.kill(first);
                nodes.start(first);
                send(client, market.trading(BATCH));
                nodes.awaitAgreement(last);
                assertEquals(
                        List.of(),
                        client.query(new AuditQuery()).get(60, TimeUnit.SECONDS).violations());
            }
        }
    }

    /** A node with another major version ends, and reports why; the others continue. */
    private void isRefused(final ClusterProcesses nodes, final ClusterExchange client, final int node)
            throws Exception {
        end(nodes, node);
        nodes.release(node, "2.0.0", NEW, true);
        nodes.start(node);
        assertNotEquals(0, nodes.awaitEnd(node));
        assertTrue(nodes.log(node).contains("incompatible"), nodes.log(node));
        send(client, market.trading(BATCH));
        nodes.release(node, "1.0.0", OLD, false);
        nodes.start(node);
        nodes.awaitAgreement(last);
    }

    /** Replaces a node while messages are in flight. */
    private void replace(final ClusterProcesses nodes, final ClusterExchange client, final int node) throws Exception {
        final List<CompletableFuture<CommandResult>> underway = submit(client, market.trading(BATCH));
        end(nodes, node);
        nodes.release(node, "1.1.0", NEW, true);
        nodes.start(node);
        hear(underway);
        send(client, market.trading(BATCH));
        nodes.awaitAgreement(last); // the node has caught up before the next one is replaced
    }

    /** Replaces the nodes of the old release that are left: a change of leader may have made another node the last. */
    private void replaceWhoIsLeft(final ClusterProcesses nodes, final ClusterExchange client) throws Exception {
        for (final NodeStatus one : nodes.awaitAgreement(last)) {
            if (one.metrics().knownSemantics() == OLD) {
                replace(nodes, client, one.node());
            }
        }
    }

    private static void end(final ClusterProcesses nodes, final int node) throws Exception {
        nodes.process(node).destroy();
        nodes.awaitEnd(node);
    }

    private void snapshot(final ClusterProcesses nodes, final ClusterExchange client) throws Exception {
        assertTrue(client.requestSnapshot().get(60, TimeUnit.SECONDS));
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            final int one = node;
            nodes.await(statuses -> nodes.snapshotPosition(one) > 0);
        }
    }

    /** Activates as the command does: queries the newest semantics of each node first. */
    private void activate(final ClusterProcesses nodes) throws Exception {
        final byte[] known = new byte[ClusterConfig.NODES];
        for (final NodeStatus one : nodes.awaitAgreement(last)) {
            known[one.node()] = (byte) one.metrics().knownSemantics();
        }
        ClusterSetup.activate(nodes.config.ingressEndpoints(), "127.0.0.1", NEW, known, null, PATIENCE);
    }

    private void send(final ClusterExchange client, final List<Command> commands) throws Exception {
        hear(submit(client, commands));
    }

    private static List<CompletableFuture<CommandResult>> submit(
            final ClusterExchange client, final List<Command> commands) {
        final List<CompletableFuture<CommandResult>> futures = new ArrayList<>();
        commands.forEach(command -> futures.add(client.submit(command)));
        return futures;
    }

    private void hear(final List<CompletableFuture<CommandResult>> futures) throws Exception {
        for (final CompletableFuture<CommandResult> future : futures) {
            assertEquals(++last, future.get(90, TimeUnit.SECONDS).seq());
        }
    }
}
