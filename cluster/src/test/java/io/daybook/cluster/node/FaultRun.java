package io.daybook.cluster.node;

import io.daybook.api.AuditQuery;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.cluster.client.ClusterExchange;
import io.daybook.cluster.client.ClusterSetup;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.log.ExportReport;
import io.daybook.cluster.log.JournalImport;
import io.daybook.cluster.log.LogContents;
import io.daybook.cluster.log.LogExport;
import io.daybook.cluster.log.NodeLog;
import io.daybook.cluster.node.NetworkFaults.Cut;
import io.daybook.cluster.node.NetworkFaults.Plan;
import io.daybook.cluster.status.NodeStatus;
import io.daybook.cluster.status.StatusClient;
import io.daybook.engine.state.RandomMarket;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Three nodes, three clients that trade all the time, and faults, one after the other. After each fault the clients
 * stop sending; then everything must be answered, and all nodes must run and agree. Nodes that ended are started again,
 * as by a supervisor.
 */
final class FaultRun implements AutoCloseable {
    private static final int CLIENTS = 3;
    private static final int MOST_OPEN = 200;
    private static final int AT_A_TIME = 16;
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(Integer.getInteger("daybook.patience", 120));
    private static final int HOUR_MS = (int) TimeUnit.HOURS.toMillis(1);
    private static final int BACKUP = ClusterConfig.NODES;

    /** The faults. */
    enum Fault {
        KILL_LEADER,
        KILL_FOLLOWER,
        KILL_TWO,
        KILL_ALL,
        STOP_LEADER,
        STOP_FOLLOWER,
        STOP_LONG,
        END_IN_ORDER,
        ROLLING_RESTART,
        SNAPSHOT,
        KILL_IN_SNAPSHOT,
        SEED,
        PARTITION_LEADER,
        ISOLATE,
        ONE_WAY,
        LOSS,
        DELAY,
        DUPLICATES,
        DISK_FULL,
        SLOW_CLIENT,
        CLOCK,
        CLOCKS_BACK
    }

    private final Path dir;
    private final SplittableRandom random;
    private final ClusterProcesses nodes;
    private final RandomMarket market = new RandomMarket(17);
    private final AtomicLong highest = new AtomicLong();
    private final List<Recorder> recorders = new ArrayList<>();
    private final List<Thread> senders = new ArrayList<>();
    private final ClusterExchange watcher;
    private volatile boolean isSending;
    private volatile boolean isEnded;

    FaultRun(final Path dir, final long seed) throws Exception {
        this.dir = dir;
        this.random = new SplittableRandom(seed);
        this.nodes = new ClusterProcesses(dir, "process");
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            nodes.network(node, Plan.HEALTHY);
            nodes.clock(node, 0);
        }
        nodes.startAll();
        nodes.awaitLeader();
        ClusterSetup.init(nodes.config.ingressEndpoints(), "127.0.0.1", true, null, Duration.ofSeconds(90));
        watcher = nodes.connect(CLIENTS + 1);
        for (final CompletableFuture<CommandResult> opening :
                market.opening().stream().map(watcher::submit).toList()) {
            opening.get(60, TimeUnit.SECONDS);
        }
        for (int session = 1; session <= CLIENTS; session++) {
            final Recorder recorder = new Recorder(session, nodes.connect(session), this::next, highest);
            recorders.add(recorder);
            final Thread sender = new Thread(() -> trade(recorder), "trader-" + session);
            sender.setDaemon(true);
            senders.add(sender);
        }
        isSending = true;
        senders.forEach(Thread::start);
    }

    private synchronized Command next() {
        return market.trading(1).get(0);
    }

    private void trade(final Recorder recorder) {
        while (!isEnded) {
            if (isSending && recorder.open() <= MOST_OPEN - AT_A_TIME) {
                for (int i = 0; i < AT_A_TIME; i++) {
                    recorder.send();
                }
                recorder.query();
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    /** Draws a fault. */
    Fault draw() {
        final Fault[] all = Fault.values();
        return all[random.nextInt(all.length)];
    }

    /** Causes a fault, and waits until the cluster has recovered. */
    void run(final Fault fault) throws Exception {
        final int before = heard();
        await("traffic before " + fault, () -> heard() > before + 100);
        final int leader = nodes.awaitLeader();
        final int follower = (leader + 1 + random.nextInt(2)) % ClusterConfig.NODES;
        final int any = random.nextInt(ClusterConfig.NODES);
        switch (fault) {
            case KILL_LEADER -> nodes.kill(leader);
            case KILL_FOLLOWER -> nodes.kill(follower);
            case KILL_TWO -> killTwo(leader, follower);
            case KILL_ALL -> {
                for (int node = 0; node < ClusterConfig.NODES; node++) {
                    nodes.kill(node);
                }
            }
            case STOP_LEADER -> stop(leader, 500 + random.nextInt(7_500));
            case STOP_FOLLOWER -> stop(follower, 500 + random.nextInt(7_500));
            case STOP_LONG -> stop(any, 12_000 + random.nextInt(8_000));
            case END_IN_ORDER -> end(any);
            case ROLLING_RESTART -> {
                for (final int node : new int[] {3 - leader - follower, follower, leader}) {
                    end(node);
                    nodes.start(node);
                    awaitAll("node " + node + " in a rolling restart");
                }
            }
            case SNAPSHOT -> snapshot();
            case KILL_IN_SNAPSHOT -> {
                watcher.requestSnapshot().get(60, TimeUnit.SECONDS);
                TimeUnit.MICROSECONDS.sleep(random.nextInt(30_000));
                nodes.kill(any);
            }
            case SEED -> {
                nodes.kill(follower);
                nodes.deleteFolder(follower);
                nodes.seed(follower);
            }
            case PARTITION_LEADER -> disturb(leader, new Plan(0, 0, 0, Cut.NODES), 2_000 + random.nextInt(4_000));
            case ISOLATE -> disturb(any, new Plan(0, 0, 0, Cut.ALL), 2_000 + random.nextInt(4_000));
            case ONE_WAY ->
                disturb(any, new Plan(0, 0, 0, random.nextBoolean() ? Cut.IN : Cut.OUT), 2_000 + random.nextInt(4_000));
            case LOSS -> disturbAll(new Plan(1 + random.nextInt(5), 0, 0, Cut.NONE));
            case DELAY -> disturbAll(new Plan(0, 10 + random.nextInt(40), 0, Cut.NONE));
            case DUPLICATES -> disturbAll(new Plan(1, 0, 20, Cut.NONE));
            case DISK_FULL -> {
                nodes.space(any, 1_000L);
                await("the end of node " + any, () -> !nodes.process(any).isAlive());
                nodes.space(any, null);
                if (nodes.process(any).exitValue() != 71) {
                    throw new AssertionError("node " + any + " ended with another code: " + nodes.log(any));
                }
            }
            case SLOW_CLIENT -> nodes.askWithoutHearing(3_000);
            case CLOCK -> nodes.clock(any, random.nextInt(-HOUR_MS, HOUR_MS)); // until it is set again
            case CLOCKS_BACK -> {
                for (int node = 0; node < ClusterConfig.NODES; node++) {
                    nodes.clock(node, -random.nextInt(HOUR_MS / 6, HOUR_MS));
                }
            }
        }
        settle(fault);
    }

    private void killTwo(final int leader, final int follower) throws Exception {
        nodes.kill(leader);
        nodes.kill(follower);
        TimeUnit.MILLISECONDS.sleep(500); // messages in flight have arrived
        final int answered = heard();
        TimeUnit.MILLISECONDS.sleep(2_500);
        if (heard() != answered) {
            throw new AssertionError("one node of three answered " + (heard() - answered) + " commands");
        }
    }

    private void stop(final int node, final int millis) throws Exception {
        nodes.signal(node, "STOP");
        TimeUnit.MILLISECONDS.sleep(millis);
        nodes.signal(node, "CONT");
    }

    private void end(final int node) throws Exception {
        nodes.process(node).destroy();
        await("the end of node " + node, () -> !nodes.process(node).isAlive());
    }

    private void snapshot() throws Exception {
        final long[] before = new long[ClusterConfig.NODES];
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            before[node] = nodes.snapshotPosition(node);
        }
        watcher.requestSnapshot().get(60, TimeUnit.SECONDS);
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            final int one = node;
            await("the snapshot of node " + node, () -> nodes.snapshotPosition(one) > before[one]);
        }
    }

    private void disturb(final int node, final Plan plan, final int millis) throws Exception {
        nodes.network(node, plan);
        TimeUnit.MILLISECONDS.sleep(millis);
        nodes.network(node, Plan.HEALTHY);
    }

    private void disturbAll(final Plan plan) throws Exception {
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            nodes.network(node, plan);
        }
        TimeUnit.MILLISECONDS.sleep(3_000 + random.nextInt(3_000));
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            nodes.network(node, Plan.HEALTHY);
        }
    }

    private int heard() {
        int sum = 0;
        for (final Recorder recorder : recorders) {
            sum += recorder.heard();
        }
        return sum;
    }

    private void settle(final Fault fault) throws Exception {
        isSending = false;
        await("answers after " + fault, () -> recorders.stream().allMatch(recorder -> recorder.open() == 0));
        awaitAll("agreement after " + fault);
        isSending = true;
    }

    /** Waits until all nodes run; nodes at the same seq must have equal results. */
    private void awaitAll(final String what) throws Exception {
        final long[] seqs = new long[ClusterConfig.NODES];
        await(what, () -> {
            final List<NodeStatus> there = new ArrayList<>();
            for (final Optional<NodeStatus> status : ask()) {
                status.ifPresent(there::add);
            }
            for (final NodeStatus one : there) {
                for (final NodeStatus other : there) {
                    if (one.differsFrom(other)) {
                        throw new AssertionError("chains differ: " + there);
                    }
                }
                seqs[one.node()] = one.seq();
            }
            final long known = highest.get();
            return there.size() == ClusterConfig.NODES
                    && there.stream().allMatch(one -> one.seq() >= known)
                    && there.stream().filter(one -> one.role().equals("LEADER")).count() == 1
                    && (isSending
                            || there.stream()
                                    .allMatch(one -> one.seq() == there.get(0).seq()));
        });
    }

    private List<Optional<NodeStatus>> ask() {
        try {
            return StatusClient.ask(nodes.config, 500);
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Starts the nodes that ended meanwhile. */
    private void await(final String what, final BooleanSupplier wanted) throws Exception {
        final long start = System.nanoTime();
        while (!wanted.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE_NS) {
                final List<Integer> open =
                        recorders.stream().map(Recorder::open).toList();
                throw new AssertionError("no " + what + " in " + PATIENCE_NS / 1_000_000_000L + " s; unanswered " + open
                        + ", " + ask() + ", " + nodes.log(0) + nodes.log(1) + nodes.log(2));
            }
            if (!what.startsWith("the end")) {
                supervise();
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private void supervise() throws IOException {
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            if (!nodes.process(node).isAlive()) {
                nodes.start(node);
            }
        }
    }

    /**
     * Ends everything, and checks all properties.
     *
     * @return the violations
     */
    List<String> check() throws Exception {
        isSending = false;
        await("answers at the end", () -> recorders.stream().allMatch(recorder -> recorder.open() == 0));
        awaitAll("agreement at the end");
        final List<String> violations = new ArrayList<>();
        watcher.query(new AuditQuery())
                .get(60, TimeUnit.SECONDS)
                .violations()
                .forEach(found -> violations.add("audit: " + found));
        isEnded = true;
        recorders.forEach(Recorder::close);
        watcher.close();
        final long end = backUp();
        nodes.close();
        final List<ExportReport> exports = new ArrayList<>();
        for (int from = 0; from <= BACKUP; from++) {
            final NodeLog log = NodeLog.open(folder(from));
            exports.add(export(log, from, end));
            if (from < BACKUP && log.startPosition() == 0) {
                final LogContents contents = LogContents.read(log);
                recorders.forEach(recorder -> violations.addAll(recorder.violations(contents)));
                if (contents.lastSeq() < highest.get()) {
                    violations.add("node " + from + " ends at seq " + contents.lastSeq()
                            + ", the highest answered seq is " + highest.get());
                }
            }
        }
        for (int from = 0; from <= BACKUP; from++) {
            final ExportReport export = exports.get(from);
            if (export.chain() != exports.get(0).chain()
                    || export.stateHash() != exports.get(0).stateHash()) {
                violations.add("logs differ: " + exports);
            }
            if (export.firstSeq() == exports.get(0).firstSeq()) {
                violations.addAll(SameJournals.differences(exported(0), exported(from)));
            }
            final long restored = JournalImport.read(exported(from)).stateHash();
            if (restored != export.stateHash()) {
                violations.add(String.format("the journal restores another state: %016x, %s", restored, export));
            }
        }
        return violations;
    }

    /** The folder of a node, or of the backup. */
    private Path folder(final int from) {
        return from == BACKUP ? dir.resolve("backup") : nodes.folder(from);
    }

    private Path exported(final int from) {
        return dir.resolve("export" + from);
    }

    /** Exports a log in a number of runs, which differs from log to log, and then to its end. */
    private ExportReport export(final NodeLog log, final int from, final long end) throws IOException {
        for (int run = 1; run <= from && log.startPosition() == 0; run++) {
            LogExport.run(log, end / (from + 1) * run, exported(from), false);
        }
        return LogExport.run(log, Long.MAX_VALUE, exported(from), true);
    }

    private long backUp() throws Exception {
        final long target = ask().stream()
                .flatMap(Optional::stream)
                .mapToLong(NodeStatus::position)
                .max()
                .orElseThrow();
        try (LogBackup backup = LogBackup.start(nodes.config, folder(BACKUP), "127.0.0.1", "backup")) {
            await("a complete backup, last failure " + backup.lastFailure(), () -> backup.position() >= target);
        }
        return target;
    }

    /** The highest term of leadership. */
    long term() {
        return ask().stream()
                .flatMap(Optional::stream)
                .mapToLong(NodeStatus::term)
                .max()
                .orElse(-1);
    }

    /** Returns how many commands were answered. */
    int answered() {
        return heard();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        isEnded = true;
        isSending = false;
        nodes.close();
        watcher.close();
    }
}
