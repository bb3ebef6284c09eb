package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.AddUser;
import io.daybook.api.AuditQuery;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Nop;
import io.daybook.cluster.client.ClusterExchange;
import io.daybook.cluster.client.ClusterSetup;
import io.daybook.engine.state.RandomMarket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes and a client on this machine, through the safe door: commands a second with a full window, the round trip
 * of single ones, of single ones at a rate, the pause of a snapshot, and the time from the kill of a leader to the
 * first answer. Not run by itself: {@code mvn -T1 -pl cluster -am -Dtest=PerfCluster
 * -Dsurefire.failIfNoSpecifiedTests=false test}; {@code -Ddaybook.durability=power} forces,
 * {@code -Ddaybook.timeouts=300,50,150} are heartbeat, interval and election, {@code -Ddaybook.users=100000} are added
 * before the snapshot.
 *
 * <pre>
 *  client ── ingress ──► leader ── log ──► follower, follower        4 processes, loopback
 *     ▲                     │
 *     └────── egress ───────┘
 * </pre>
 */
class PerfCluster {
    private static final int COMMANDS = Integer.getInteger("daybook.commands", 200_000);
    private static final int ROUND_TRIPS = Integer.getInteger("daybook.roundTrips", 20_000);
    private static final int KILLS = Integer.getInteger("daybook.kills", 5);
    private static final int USERS = Integer.getInteger("daybook.users", 0);
    private static final int RATE = Integer.getInteger("daybook.rate", 10_000);
    private static final int PACED_SECONDS = 5;
    private static final int ROUNDS = 5;

    /** So many futures are awaited at a time: about what a session may have open. */
    private static final int AHEAD = 4_000;

    @TempDir
    private Path dir;

    private long heard;

    @Test
    void measure() throws Exception {
        final String durability = System.getProperty("daybook.durability", "process");
        System.out.printf(
                "JDK %s, %d processors, durability %s%n",
                Runtime.version(), Runtime.getRuntime().availableProcessors(), durability);
        try (ClusterProcesses nodes = new ClusterProcesses(dir, durability, List.of("-Xmx1g", "-XX:+UseSerialGC"))) {
            nodes.startAll();
            nodes.awaitLeader();
            ClusterSetup.init(nodes.config.ingressEndpoints(), "127.0.0.1", true, null, Duration.ofSeconds(30));
            try (ClusterExchange client = nodes.connect(1)) {
                final RandomMarket market = new RandomMarket(1);
                throughput(client, market.opening());
                for (int round = 0; round < ROUNDS; round++) {
                    final List<Command> commands = market.trading(COMMANDS / ROUNDS);
                    final double seconds = throughput(client, commands);
                    System.out.printf("round %d: %,.0f commands/s%n", round + 1, commands.size() / seconds);
                }
                roundTrips(client);
                paced(client);
                snapshot(nodes, client);
                for (int kill = 0; kill < KILLS; kill++) {
                    failover(nodes, client);
                }
                nodes.awaitAgreement(heard);
                assertEquals(
                        List.of(),
                        client.query(new AuditQuery()).get(60, TimeUnit.SECONDS).violations());
            }
        }
    }

    private double throughput(final ClusterExchange client, final List<Command> commands) {
        final long start = System.nanoTime();
        final ArrayDeque<CompletableFuture<CommandResult>> open = new ArrayDeque<>();
        for (final Command command : commands) {
            open.add(client.submit(command));
            if (open.size() == AHEAD) {
                hear(open.poll());
            }
        }
        open.forEach(this::hear);
        return (System.nanoTime() - start) / 1e9;
    }

    /** Every seq is heard once: the measurement checks its own result. */
    private void hear(final CompletableFuture<CommandResult> future) {
        heard++;
        assertEquals(heard, future.join().seq());
    }

    private void roundTrips(final ClusterExchange client) {
        final long[] micros = new long[ROUND_TRIPS];
        for (int i = 0; i < micros.length; i++) {
            final long start = System.nanoTime();
            hear(client.submit(new Nop()));
            micros[i] = (System.nanoTime() - start) / 1_000;
        }
        Arrays.sort(micros);
        System.out.printf(
                "round trip of one command: p50 %,d µs, p99 %,d µs, p99.9 %,d µs%n",
                micros[ROUND_TRIPS / 2], micros[ROUND_TRIPS * 99 / 100], micros[ROUND_TRIPS * 999 / 1_000]);
    }

    /** One command each 1/rate s, whether the one before was answered or not; from when it was due to its answer. */
    private void paced(final ClusterExchange client) {
        final int count = RATE * PACED_SECONDS;
        final long[] micros = new long[count];
        final ArrayDeque<CompletableFuture<CommandResult>> open = new ArrayDeque<>();
        final long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            final int one = i;
            final long dueNs = start + i * (1_000_000_000L / RATE);
            while (System.nanoTime() - dueNs < 0) {
                Thread.onSpinWait();
            }
            open.add(client.submit(new Nop())
                    .whenComplete((result, error) -> micros[one] = (System.nanoTime() - dueNs) / 1_000));
        }
        open.forEach(this::hear);
        Arrays.sort(micros);
        System.out.printf(
                "%,d single commands a second: p50 %,d µs, p99 %,d µs, p99.9 %,d µs%n",
                RATE, micros[count / 2], micros[count * 99 / 100], micros[count - count / 1_000 - 1]);
    }

    /**
     * With so many users as are wanted: how long nothing is carried out, and how long a node takes to start from it.
     */
    private void snapshot(final ClusterProcesses nodes, final ClusterExchange client) throws Exception {
        final List<Command> users = new ArrayList<>();
        for (int uid = 1; uid <= USERS; uid++) {
            users.add(new AddUser(1_000_000_000L + uid));
        }
        throughput(client, users);
        client.requestSnapshot().get(60, TimeUnit.SECONDS);
        final long seq = heard;
        for (final NodeStatus one : nodes.await(statuses -> statuses.size() == ClusterConfig.NODES
                && statuses.stream().allMatch(status -> status.snapshotSeq() >= seq))) {
            System.out.printf(
                    "snapshot with %,d more users, node %d: a pause of %,d µs%n",
                    USERS, one.node(), one.metrics().snapshotPauseUs());
        }
        final int follower = (nodes.awaitLeader() + 1) % ClusterConfig.NODES;
        nodes.kill(follower);
        final long start = System.nanoTime();
        nodes.start(follower);
        nodes.awaitAgreement(heard);
        System.out.printf(
                "a node started from it: as far as the others after %,d ms%n", (System.nanoTime() - start) / 1_000_000);
    }

    private void failover(final ClusterProcesses nodes, final ClusterExchange client) throws Exception {
        nodes.awaitAgreement(heard);
        final int leader = nodes.awaitLeader();
        nodes.kill(leader);
        final long start = System.nanoTime();
        hear(client.submit(new Nop()));
        System.out.printf("leader killed: first answer after %,d ms%n", (System.nanoTime() - start) / 1_000_000);
        nodes.start(leader);
    }
}
