package io.daybook.cli.cluster;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.AuditQuery;
import io.daybook.api.AuditReport;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.StateHashQuery;
import io.daybook.api.SymbolSpec;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.cluster.client.ClusterExchange;
import io.daybook.cluster.client.ClusterSetup;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigReader;
import io.daybook.cluster.config.ClusterMember;
import io.daybook.cluster.status.NodeStatus;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** {@code daybook cluster demo}: shows each step, and proves that nothing was lost. */
final class ClusterDemo {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int FIRST_PORT = 20_000;
    private static final int LAST_PORT = 30_000;
    private static final int SYMBOL = 1;
    private static final int COIN = 1;
    private static final int EUR = 2;
    private static final int TRADERS = 50;
    private static final long MONEY = 1_000_000_000_000L;
    private static final int COMMANDS = 3_000;
    private static final int UNDERWAY = 1_000;

    private final Report out;
    private final SplittableRandom random = new SplittableRandom();
    private final Process[] nodes = new Process[ClusterConfig.NODES];
    private final List<Path> files = new ArrayList<>();
    private final List<CommandResult> heard = new ArrayList<>();
    private long nextOrder = 1;

    ClusterDemo(final Console console) {
        this.out = console.report();
    }

    /** Returns whether all nodes agreed. */
    boolean run() throws IOException, CommandFailure, InterruptedException {
        final Path folder = Files.createTempDirectory("daybook-cluster-");
        try {
            return run(folder);
        } finally {
            for (final Process node : nodes) {
                if (node != null) {
                    node.destroy(); // an orderly end, because a killed node would leave its buffers in memory
                }
            }
            for (final Process node : nodes) {
                if (node != null && !node.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                    node.destroyForcibly().waitFor();
                }
            }
            delete(folder);
        }
    }

    private boolean run(final Path folder) throws IOException, CommandFailure, InterruptedException {
        say("Three nodes start on this machine, each a process with a folder of its own.");
        final ClusterConfig config = writeFiles(folder);
        for (int node = 0; node < nodes.length; node++) {
            start(folder, node);
        }
        final int first = leader(config);
        ClusterSetup.init(config.ingressEndpoints(), config.bind(), true, null, PATIENCE);
        say("Node " + first + " leads. A market opens, and trades.");
        try (ClusterExchange client = ClusterExchange.connect(config.ingressEndpoints(), config.bind(), 1, PATIENCE)) {
            hear(send(client, opening()));
            hear(send(client, trading(COMMANDS)));
            say(String.format(Locale.ROOT, "%,d commands answered, each by a majority.", heard.size()));
            final List<CompletableFuture<CommandResult>> underway = send(client, trading(UNDERWAY));
            nodes[first].destroyForcibly().waitFor();
            final long killedNs = System.nanoTime();
            say("kill -9: node " + first + " is gone, with commands on their way.");
            final CommandResult afterwards = send(client, trading(1)).get(0).join();
            final double seconds = (System.nanoTime() - killedNs) / 1e9;
            hear(underway);
            heard.add(afterwards);
            say(String.format(
                    Locale.ROOT,
                    "Node %d leads now. %,d commands that were in flight are answered. A command that was sent after"
                            + " the kill was answered after %.1f s.",
                    leader(config),
                    underway.size(),
                    seconds));
            hear(send(client, trading(COMMANDS)));
            start(folder, first);
            say("Node " + first + " starts again, and catches up.");
            return proves(config, client);
        } catch (final CompletionException e) {
            final Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new CommandFailure(ExitCodes.FATAL, "a command was not answered: " + CommandFailure.describe(cause));
        }
    }

    private boolean proves(final ClusterConfig config, final ClusterExchange client) throws CommandFailure {
        final long last = heard.size();
        final List<NodeStatus> all = ClusterTasks.await(
                config,
                "agree",
                statuses -> statuses.size() == nodes.length && statuses.stream().allMatch(one -> one.seq() == last));
        say("");
        for (final NodeStatus one : all) {
            say(String.format(
                    Locale.ROOT, "node %d  seq %,d  chain over all results %016x", one.node(), one.seq(), one.chain()));
        }
        final boolean isSame = all.stream().map(NodeStatus::chain).distinct().count() == 1;
        boolean isDense = true;
        for (int i = 0; i < heard.size(); i++) {
            isDense &= heard.get(i).seq() == i + 1;
        }
        final AuditReport audit = client.query(new AuditQuery()).join();
        say("state   " + client.query(new StateHashQuery()).join().hex()
                + (audit.isBalanced() ? ", balanced" : ", not balanced: " + audit.violations()));
        say("");
        say(
                isDense
                        ? "Each command has a seq of its own: none lost, none done twice."
                        : "Seqs are missing, or were used twice.");
        say(isSame ? "All three nodes have the same chain." : "The nodes differ.");
        return isSame && isDense && audit.isBalanced();
    }

    private void say(final String line) throws CommandFailure {
        out.println(line.isEmpty() ? "" : "   " + line);
        out.send();
    }

    private ClusterConfig writeFiles(final Path folder) throws IOException {
        final int base = freePorts();
        for (int node = 0; node < nodes.length; node++) {
            final StringBuilder members = new StringBuilder();
            for (int member = 0; member < nodes.length; member++) {
                members.append(member == 0 ? "" : ", ")
                        .append("\"127.0.0.1:")
                        .append(base + member * ClusterMember.PORTS)
                        .append('"');
            }
            final Path file = folder.resolve("node" + node + ".toml");
            Files.writeString(
                    file,
                    "cluster = \"demo\"\nnode = " + node + "\ndir = \"node" + node + "\"\nmembers = [" + members
                            + "]\ndurability = \"process\"\n");
            files.add(file);
        }
        return ClusterConfigReader.read(files.get(0));
    }

    /** Returns the first of eighteen consecutive ports that are free now. */
    private int freePorts() throws IOException {
        while (true) {
            final int base = random.nextInt(FIRST_PORT, LAST_PORT);
            int free = 0;
            while (free < nodes.length * ClusterMember.PORTS && isFree(base + free)) {
                free++;
            }
            if (free == nodes.length * ClusterMember.PORTS) {
                return base;
            }
        }
    }

    private static boolean isFree(final int port) {
        try {
            new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)).close();
            return true;
        } catch (final SocketException e) {
            return false;
        }
    }

    private void start(final Path folder, final int node) throws IOException {
        nodes[node] = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:-UsePerfData",
                        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.daybook.cli.Daybook",
                        "cluster",
                        "node",
                        files.get(node).toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("node" + node + ".log").toFile()))
                .start();
    }

    private static int leader(final ClusterConfig config) throws CommandFailure {
        return ClusterTasks.await(
                        config,
                        "elect a leader",
                        statuses -> statuses.stream()
                                        .filter(one -> one.role().equals("LEADER"))
                                        .count()
                                == 1)
                .stream()
                .filter(one -> one.role().equals("LEADER"))
                .findFirst()
                .orElseThrow()
                .node();
    }

    private static List<CompletableFuture<CommandResult>> send(
            final ClusterExchange client, final List<Command> commands) {
        return commands.stream().map(client::submit).toList();
    }

    private void hear(final List<CompletableFuture<CommandResult>> futures) {
        futures.forEach(future -> heard.add(future.join()));
    }

    private static List<Command> opening() {
        final TreeMap<Long, SortedMap<Integer, Long>> accounts = new TreeMap<>();
        for (long uid = 1; uid <= TRADERS; uid++) {
            accounts.put(uid, new TreeMap<>(Map.of(COIN, MONEY, EUR, MONEY)));
        }
        return List.of(
                new AddSymbol(SymbolSpec.exchangePair(SYMBOL, COIN, EUR)
                        .lotSize(1_000)
                        .tickValue(10)
                        .feesPerLot(2, 1)
                        .build()),
                new AddAccounts(accounts));
    }

    private List<Command> trading(final int count) {
        final List<Command> commands = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final long uid = 1L + random.nextInt(TRADERS);
            if (nextOrder > TRADERS && random.nextInt(4) == 0) {
                commands.add(new CancelOrder(uid, SYMBOL, nextOrder - 1 - random.nextInt(TRADERS)));
            } else {
                final Side side = random.nextBoolean() ? Side.BID : Side.ASK;
                final long price = 10_000L + random.nextInt(21) - 10;
                commands.add(new PlaceOrder(
                        uid,
                        SYMBOL,
                        nextOrder++,
                        side,
                        OrderType.GTC,
                        price,
                        side == Side.BID ? price : 0,
                        1 + random.nextInt(9)));
            }
        }
        return commands;
    }

    private static void delete(final Path folder) throws IOException {
        final List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (final Path path : all) {
            Files.deleteIfExists(path);
        }
    }
}
