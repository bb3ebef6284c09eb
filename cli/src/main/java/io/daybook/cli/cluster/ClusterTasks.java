package io.daybook.cli.cluster;

import io.daybook.api.ExchangeClosedException;
import io.daybook.api.Limits;
import io.daybook.api.SymbolsQuery;
import io.daybook.api.TotalsReportQuery;
import io.daybook.api.UserReportQuery;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.cli.explain.Circumstances;
import io.daybook.cli.shell.Shell;
import io.daybook.cluster.client.ClusterExchange;
import io.daybook.cluster.client.ClusterKey;
import io.daybook.cluster.client.ClusterSetup;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigException;
import io.daybook.cluster.config.ClusterConfigReader;
import io.daybook.cluster.config.ClusterKeys;
import io.daybook.cluster.node.ClusterNode;
import io.daybook.cluster.status.NodeStatus;
import io.daybook.cluster.status.StatusClient;
import io.daybook.server.StartException;
import io.daybook.venue.NodeFiles;
import io.daybook.venue.NodeVenue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of the commands of {@code daybook cluster}. They are in a class of their own, so that the command line can
 * describe all commands without the jars of the cluster.
 */
final class ClusterTasks {
    static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int ANSWER_MS = 500;

    /** The period of the checks of feed and members file. */
    private static final long LOOK_MS = 500;

    private static final long EVERY_MS = 1_000;
    private static final int NO_LEADER = 3;
    private static final int CHAINS_DIFFER = 4;

    private ClusterTasks() {}

    static int node(final Console console, final Path file, final boolean publicAddress) throws CommandFailure {
        final ClusterConfig config = config(file);
        if (!publicAddress && !config.isPrivate()) {
            throw new CommandFailure(
                    ExitCodes.USAGE,
                    file + ": " + config.bind() + " and " + config.self().host()
                            + " must be addresses of this machine or of a private network, because nothing is"
                            + " encrypted: use a tunnel, or add --plain-text-on-public-address");
        }
        final CountDownLatch closed = new CountDownLatch(1);
        final Thread main = Thread.currentThread();
        try (NodeVenue venue = NodeVenue.of(
                        config,
                        file,
                        line -> console.err().println("daybook: " + line),
                        (isUsage, why) -> halt(console, isUsage, why));
                ClusterNode node = ClusterNode.start(config, venue == null ? Map.of() : venue.followers())) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(main, closed), "cluster-end"));
            console.err()
                    .println("daybook: node " + config.node() + " of " + config.cluster() + " runs, in " + config.dir()
                            + ", at " + config.self());
            run(node, venue);
        } catch (final StartException e) {
            throw failure(e);
        } catch (final ClusterConfigException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final InterruptedException e) {
            return ExitCodes.OK; // SIGTERM: this node alone ends
        } catch (final IOException e) {
            throw CommandFailure.of(e, file.toString());
        } finally {
            closed.countDown();
        }
        return ExitCodes.OK;
    }

    private static void run(final ClusterNode node, final @Nullable NodeVenue venue)
            throws StartException, InterruptedException {
        if (venue == null) {
            node.awaitEnd();
            return;
        }
        Object hangUp = null;
        try {
            venue.start(node);
            hangUp = Signals.register("HUP", venue::askForReload);
            while (!node.awaitEnd(LOOK_MS)) {
                venue.poll(node);
            }
        } finally {
            if (hangUp != null) {
                Signals.unregister("HUP", hangUp);
            }
            venue.stop();
        }
    }

    private static void halt(final Console console, final boolean isUsage, final String why) {
        console.err().println("daybook: " + why);
        Runtime.getRuntime().halt(isUsage ? ExitCodes.USAGE : ExitCodes.FATAL);
    }

    private static CommandFailure failure(final StartException reason) {
        return new CommandFailure(
                reason.isUsage() ? ExitCodes.USAGE : ExitCodes.FATAL, String.valueOf(reason.getMessage()));
    }

    /** Handles a signal: the node closes in order before the process ends. */
    static void end(final Thread main, final CountDownLatch closed) {
        if (closed.getCount() == 0) {
            return; // the node ended by itself, and the process is ending
        }
        main.interrupt();
        try {
            closed.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static int check(final Console console, final List<Path> files) throws CommandFailure {
        final List<ClusterConfig> configs = new ArrayList<>();
        for (final Path file : files) {
            configs.add(config(file));
        }
        final List<String> faults = new ArrayList<>(ClusterConfig.compare(configs));
        try {
            faults.addAll(NodeFiles.compare(files, configs));
        } catch (final StartException e) {
            throw failure(e);
        }
        faults.forEach(fault -> console.err().println("daybook: " + fault));
        final Report out = console.report();
        if (faults.isEmpty()) {
            out.println(files.size() + " of " + ClusterConfig.NODES + " configurations of "
                    + configs.get(0).cluster() + " fit together");
        }
        out.send();
        return faults.isEmpty() ? ExitCodes.OK : ExitCodes.USAGE;
    }

    static int init(final Console console, final Path file, final boolean marginTrading, final @Nullable String name)
            throws CommandFailure {
        final ClusterConfig config = config(file);
        try {
            final byte[] id = ClusterSetup.init(
                    config.ingressEndpoints(), config.bind(), marginTrading, key(config, name), PATIENCE);
            final Report out = console.report();
            out.println("exchange " + HexFormat.of().formatHex(id) + " runs on " + config.cluster());
            out.send();
            return ExitCodes.OK;
        } catch (final ExchangeClosedException | IllegalStateException e) {
            throw new CommandFailure(ExitCodes.FATAL, String.valueOf(e.getMessage()));
        } catch (final InterruptedException e) {
            throw interrupted();
        }
    }

    static int activate(final Console console, final Path file, final int semantics, final @Nullable String name)
            throws CommandFailure {
        final ClusterConfig config = config(file);
        try {
            final List<NodeStatus> all = all(config, "the version");
            final byte[] known = new byte[all.size()];
            for (int node = 0; node < known.length; node++) {
                known[node] = (byte) all.get(node).metrics().knownSemantics();
                if (known[node] < semantics) {
                    throw new CommandFailure(
                            ExitCodes.USAGE,
                            "node " + node + " supports semantics up to version " + known[node] + ", not " + semantics
                                    + ": run a newer release on it first");
                }
            }
            ClusterSetup.activate(
                    config.ingressEndpoints(), config.bind(), semantics, known, key(config, name), PATIENCE);
            final Report out = console.report();
            out.println(config.cluster() + " now follows semantics version " + semantics);
            out.send();
            return ExitCodes.OK;
        } catch (final IOException e) {
            throw CommandFailure.of(e, file.toString());
        } catch (final ExchangeClosedException | IllegalStateException e) {
            throw new CommandFailure(ExitCodes.FATAL, String.valueOf(e.getMessage()));
        } catch (final InterruptedException e) {
            throw interrupted();
        }
    }

    /**
     * Returns the status of every node. Each must answer, because a node that does not support a change cannot continue
     * after it.
     */
    private static List<NodeStatus> all(final ClusterConfig config, final String what)
            throws CommandFailure, IOException, InterruptedException {
        final List<Optional<NodeStatus>> answers = StatusClient.ask(config, ANSWER_MS);
        final List<NodeStatus> all = new ArrayList<>();
        for (int node = 0; node < answers.size(); node++) {
            final int number = node;
            all.add(answers.get(node)
                    .orElseThrow(() -> new CommandFailure(
                            ExitCodes.USAGE,
                            "node " + number + " does not answer, and each node must confirm that it" + " supports "
                                    + what)));
        }
        return all;
    }

    static int followers(
            final Console console, final Path file, final List<String> names, final @Nullable String client)
            throws CommandFailure {
        final ClusterConfig config = config(file);
        try {
            for (final NodeStatus one : all(config, "the followers")) {
                for (final String name : names) {
                    if (!one.knownFollowers().contains(name)) {
                        throw new CommandFailure(
                                ExitCodes.USAGE,
                                "node " + one.node() + " does not support the"
                                        + " follower " + name + ", and could not continue after that position of the"
                                        + " log; it supports " + one.knownFollowers());
                    }
                }
            }
            final List<String> all = ClusterSetup.addFollowers(
                    config.ingressEndpoints(), config.bind(), names, key(config, client), PATIENCE);
            final Report out = console.report();
            out.println(config.cluster() + " has these followers on each node: " + String.join(", ", all));
            out.send();
            return ExitCodes.OK;
        } catch (final IllegalArgumentException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final IOException e) {
            throw CommandFailure.of(e, file.toString());
        } catch (final ExchangeClosedException | IllegalStateException e) {
            throw new CommandFailure(ExitCodes.FATAL, String.valueOf(e.getMessage()));
        } catch (final InterruptedException e) {
            throw interrupted();
        }
    }

    static int status(final Console console, final Path file, final ClusterStatusText.Form form, final boolean watch)
            throws CommandFailure {
        final ClusterConfig config = config(file);
        try {
            while (true) {
                final List<Optional<NodeStatus>> all = StatusClient.ask(config, ANSWER_MS);
                final Report out = console.report();
                ClusterStatusText.lines(config, all, form).forEach(out::println);
                out.send();
                if (!watch) {
                    return verdict(all);
                }
                Thread.sleep(EVERY_MS);
            }
        } catch (final IOException e) {
            throw CommandFailure.of(e, file.toString());
        } catch (final InterruptedException e) {
            throw interrupted();
        }
    }

    private static int verdict(final List<Optional<NodeStatus>> all) {
        final List<NodeStatus> known = all.stream().flatMap(Optional::stream).toList();
        if (known.stream().anyMatch(one -> known.stream().anyMatch(one::differsFrom))) {
            return CHAINS_DIFFER;
        }
        if (known.stream().noneMatch(one -> one.role().equals("LEADER"))) {
            return NO_LEADER;
        }
        return known.size() == all.size() ? ExitCodes.OK : ExitCodes.USAGE;
    }

    static int client(
            final Console console,
            final Path file,
            final int session,
            final String address,
            final @Nullable String name)
            throws CommandFailure {
        final ClusterConfig config = config(file);
        try (ClusterExchange exchange =
                ClusterExchange.connect(config.ingressEndpoints(), address, session, key(config, name), PATIENCE)) {
            final Report out = console.report();
            final Shell shell = new Shell(exchange, question -> circumstances(exchange, question), out);
            final BufferedReader lines =
                    new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8));
            boolean goesOn = true;
            for (String line = lines.readLine(); line != null && goesOn; line = lines.readLine()) {
                goesOn = shell.say(line);
                out.send();
            }
            return shell.misunderstood() == 0 ? ExitCodes.OK : ExitCodes.BAD_LINES;
        } catch (final IOException e) {
            throw CommandFailure.of(e, "the input");
        } catch (final CompletionException | ExchangeClosedException e) {
            final Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new CommandFailure(ExitCodes.FATAL, String.valueOf(cause.getMessage()));
        } catch (final InterruptedException e) {
            throw interrupted();
        } catch (final IllegalArgumentException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        }
    }

    /**
     * Collects the facts from the built-in reports, which are taken at successive seqs. No report has the owner of an
     * order, or the number of users.
     */
    private static Circumstances circumstances(final ClusterExchange exchange, final Circumstances.Question question) {
        final Map<Integer, Long> lastPrices = new TreeMap<>();
        exchange.query(new TotalsReportQuery())
                .join()
                .symbols()
                .forEach(totals -> lastPrices.put(totals.symbol(), totals.lastPrice()));
        return new Circumstances(
                exchange.query(new SymbolsQuery()).join().symbols(),
                Circumstances.NOT_COUNTED,
                exchange.query(new UserReportQuery(question.uid(), Limits.MAX_REPORT_ORDERS, question.symbol(), 0))
                        .join(),
                lastPrices,
                null);
    }

    static int snapshot(final Console console, final Path file, final int session, final @Nullable String name)
            throws CommandFailure {
        final ClusterConfig config = config(file);
        try (ClusterExchange exchange = ClusterExchange.connect(
                config.ingressEndpoints(), config.bind(), session, key(config, name), PATIENCE)) {
            final long seq = exchange.recovery().lastSeq();
            exchange.requestSnapshot().get(); // no timeout here: the future fails if no snapshot begins in a minute
            await(
                    config,
                    "have a snapshot",
                    all -> all.size() == ClusterConfig.NODES && all.stream().allMatch(one -> one.snapshotSeq() >= seq));
            final Report out = console.report();
            out.println("all nodes have a snapshot at seq " + seq + " or later");
            out.send();
            return ExitCodes.OK;
        } catch (final ExchangeClosedException e) {
            throw new CommandFailure(ExitCodes.FATAL, CommandFailure.describe(e));
        } catch (final ExecutionException e) {
            final Throwable why = Objects.requireNonNullElse(e.getCause(), e);
            throw new CommandFailure(ExitCodes.FATAL, String.valueOf(why.getMessage()));
        } catch (final InterruptedException e) {
            throw interrupted();
        }
    }

    static int stop(final Console console, final Path file) throws CommandFailure {
        final ClusterConfig config = config(file);
        if (!ClusterNode.requestStop(config)) {
            throw new CommandFailure(
                    ExitCodes.FATAL,
                    "node " + config.node() + " does not run on this machine, or does not lead: use the file of the"
                            + " leading node, on its machine; daybook cluster status " + file + " shows which");
        }
        await(config, "end", List::isEmpty);
        final Report out = console.report();
        out.println(config.cluster() + " has stopped");
        out.send();
        return ExitCodes.OK;
    }

    /** Waits until the statuses of the nodes that answer meet a condition, and returns them. */
    static List<NodeStatus> await(
            final ClusterConfig config, final String what, final Predicate<List<NodeStatus>> wanted)
            throws CommandFailure {
        final long start = System.nanoTime();
        try {
            while (true) {
                final List<NodeStatus> all = StatusClient.ask(config, ANSWER_MS).stream()
                        .flatMap(Optional::stream)
                        .toList();
                if (wanted.test(all)) {
                    return all;
                }
                if (System.nanoTime() - start > PATIENCE.toNanos()) {
                    throw new CommandFailure(
                            ExitCodes.FATAL,
                            "the nodes did not " + what + " within " + PATIENCE.toSeconds() + " s: " + all);
                }
                Thread.sleep(ANSWER_MS / 10);
            }
        } catch (final IOException e) {
            throw CommandFailure.of(e, config.cluster());
        } catch (final InterruptedException e) {
            throw interrupted();
        }
    }

    static int demo(final Console console) throws CommandFailure {
        try {
            return new ClusterDemo(console).run() ? ExitCodes.OK : ExitCodes.FATAL;
        } catch (final IOException e) {
            throw CommandFailure.of(e, "the demonstration");
        } catch (final InterruptedException e) {
            throw interrupted();
        }
    }

    /** Returns the key of this client; null if the cluster has no keys. */
    static @Nullable ClusterKey key(final ClusterConfig config, final @Nullable String name) throws CommandFailure {
        try {
            final ClusterKeys keys = config.keys();
            if (keys == null && name != null) {
                throw new CommandFailure(
                        ExitCodes.USAGE,
                        "--as needs the entry 'secrets' in the file, which names the file of the cluster's keys");
            }
            return keys == null ? null : name == null ? keys.onlyClient() : keys.client(name);
        } catch (final ClusterConfigException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        }
    }

    static ClusterConfig config(final Path file) throws CommandFailure {
        try {
            return ClusterConfigReader.read(file);
        } catch (final ClusterConfigException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        }
    }

    static CommandFailure interrupted() {
        Thread.currentThread().interrupt();
        return new CommandFailure(ExitCodes.FATAL, "interrupted");
    }
}
