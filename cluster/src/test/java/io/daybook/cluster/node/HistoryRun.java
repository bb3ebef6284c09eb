package io.daybook.cluster.node;

import io.aeron.CncFileDescriptor;
import io.aeron.archive.status.RecordingPos;
import io.aeron.cluster.ClusterControl;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.ResultCode;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.cluster.client.ClusterExchange;
import io.daybook.cluster.client.ClusterSetup;
import io.daybook.cluster.config.Answers;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.log.LogContents;
import io.daybook.cluster.log.NodeLog;
import io.daybook.cluster.state.Messages;
import io.daybook.config.Section;
import io.daybook.wire.OrderNumbers;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.IoUtil;
import org.agrona.concurrent.status.CountersReader;

/**
 * Three nodes whose logs diverge: kills decide which commands each node has, of which terms, and when a node returns.
 * Each history has a leader with a tail that no other node has, a second leader that continues without it and then is
 * alone, and the return of the first leader. Every answer given meanwhile must be true at the end.
 *
 * <p>Each command adds another amount to one balance, so a query that shows a balance at a seq shows which commands
 * were carried out by then.
 */
final class HistoryRun implements AutoCloseable {
    private static final int UID = 1;
    private static final int CURRENCY = 1;
    private static final int PATIENCE_S = 90;

    /** The fewest bytes of the log that a command takes. */
    private static final int COMMAND_BYTES = 16;

    private static final int MOST_TRIES = 8;

    /** The number of commands in a message. */
    private static final int AT_A_TIME = 30;

    /** An answer to a client: the result of a request has this seq. */
    private record Told(long cookie, long seq) {}

    /** The answer to a query: the balance at a seq. */
    private record Shown(long seq, long balance) {}

    private final Path dir;
    private final SplittableRandom random;
    private final ClusterProcesses nodes;
    private final ConcurrentLinkedQueue<Told> told = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Shown> shown = new ConcurrentLinkedQueue<>();

    /** The amounts that were sent, by cookie. */
    private final Map<Long, Long> amounts = new ConcurrentHashMap<>();

    private int sessions;
    private long transactions;
    private int answeredByReturn;

    HistoryRun(final Path dir, final long seed, final Answers answers) throws Exception {
        this.dir = dir;
        this.random = new SplittableRandom(seed);
        this.nodes = ClusterProcesses.quick(dir, "power");
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            nodes.configure(node, "durability", "answers = \"" + Section.word(answers) + "\"\ndurability");
        }
        nodes.startAll();
        nodes.awaitLeader();
        final String ingress = nodes.config.ingressEndpoints();
        ClusterSetup.init(ingress, "127.0.0.1", true, null, Duration.ofSeconds(PATIENCE_S));
        ClusterSetup.followers(ingress, "127.0.0.1", List.of(TapeFollower.NAME), null, Duration.ofSeconds(PATIENCE_S));
        try (Client opening = new Client()) {
            opening.submit(new AddUser(UID), 0);
            opening.awaitAnswers();
        }
    }

    /** A client that repeats unanswered commands. */
    private final class Client implements AutoCloseable {
        private final int session = ++sessions;
        private final ClusterExchange exchange = nodes.connect(session);
        private final List<CompletableFuture<CommandResult>> open = new ArrayList<>();
        private long requests;

        Client() throws InterruptedException {}

        void send(final int count) {
            for (int i = 0; i < count; i++) {
                final long amount = 1 + random.nextLong(1_000_000_000);
                submit(new AdjustBalance(UID, CURRENCY, amount, ++transactions), amount);
            }
        }

        void submit(final Command command, final long amount) {
            final long cookie = OrderNumbers.cookie(session, ++requests);
            amounts.put(cookie, amount);
            open.add(exchange.submit(command).whenComplete((result, error) -> {
                if (result != null && result.code() == ResultCode.SUCCESS) {
                    told.add(new Told(cookie, result.seq()));
                }
            }));
        }

        void query() {
            exchange.query(UserReportQuery.accounts(UID)).whenComplete((report, error) -> show(report));
        }

        private void show(final UserReport report) {
            if (report != null) {
                shown.add(new Shown(report.seq(), report.account(CURRENCY).balance()));
            }
        }

        boolean isAnswered() {
            return open.stream().allMatch(CompletableFuture::isDone);
        }

        void awaitAnswers() throws Exception {
            for (final CompletableFuture<CommandResult> one : open) {
                one.get(PATIENCE_S, TimeUnit.SECONDS);
            }
        }

        @Override
        public void close() {
            exchange.close();
        }
    }

    /**
     * The history of the contract: 3,000 commands on the first leader alone, then 20 on the second leader, alone too.
     */
    boolean returningLeader() throws Exception {
        return history(new Plan(10, 3_000, true, 10, 20, false, Back.ANSWERED, false));
    }

    /**
     * An election whose leader counts an old tail. The tail ends after a term that the log has in the tail's place, and
     * before the end of the log. Aeron's leader then never again publishes how far that term is committed, see
     * {@link StuckElection}. On a busy machine one of seven leaders counted no tail, so this tries again.
     */
    void countedTail() throws Exception {
        for (int tries = 1; !isTailCounted(); tries++) {
            if (tries == MOST_TRIES) {
                throw new AssertionError("no leader counted an old tail, so this proves nothing");
            }
        }
    }

    private boolean isTailCounted() throws Exception {
        final int first = nodes.awaitLeader();
        final int one = (first + 1) % ClusterConfig.NODES;
        final int other = ClusterConfig.NODES - first - one;
        leaveTail(first, List.of(one, other), 0, 1_000);
        for (final int commands : new int[] {1, 3_000}) { // fewer than in the tail, and more
            nodes.start(one);
            nodes.start(other);
            try (Client client = new Client()) {
                client.send(commands);
                client.awaitAnswers();
            }
            nodes.kill(one);
            nodes.kill(other);
        }
        final long startNs = System.nanoTime();
        nodes.start(first);
        nodes.start(one);
        try (Client client = new Client()) {
            client.send(1);
            client.awaitAnswers();
        }
        System.out.printf("an old tail: an answer after %,d ms%n", (System.nanoTime() - startNs) / 1_000_000);
        nodes.start(other);
        awaitEqualNodes();
        return nodes.log(one).contains("begins its election again");
    }

    /** Runs a random history. */
    boolean draw() throws Exception {
        final Back[] backs = Back.values();
        return history(new Plan(
                random.nextInt(20),
                pick(0, 30, 300, 3_000, 3_000),
                random.nextInt(4) > 0,
                random.nextInt(20),
                pick(1, 20, 200),
                random.nextInt(4) == 0,
                backs[random.nextInt(backs.length)],
                random.nextInt(4) == 0));
    }

    private int pick(final int... of) {
        return of[random.nextInt(of.length)];
    }

    /** When one of the two nodes is killed after the first leader has returned. */
    private enum Back {
        ANSWERED,
        AT_ONCE,
        A_LITTLE_LATER,
        NEVER
    }

    /**
     * A history.
     *
     * @param all the number of commands that all three nodes have
     * @param tail the number of commands that only the first leader has
     * @param bothFirst whether both other nodes are killed before that tail, or one
     * @param two the number of commands that two nodes have in the second term
     * @param alone the number of commands sent to the second leader while at most the first one has returned
     * @param isLate whether the first leader is started after the third node was killed
     * @param back when one of the two nodes is killed after the first leader's return
     * @param killsReturned whether the killed node is the first leader
     */
    private record Plan(
            int all,
            int tail,
            boolean bothFirst,
            int two,
            int alone,
            boolean isLate,
            Back back,
            boolean killsReturned) {}

    private boolean history(final Plan plan) throws Exception {
        final long startNs = System.nanoTime();
        final int first = nodes.awaitLeader();
        final int one = (first + 1 + random.nextInt(2)) % ClusterConfig.NODES;
        final int other = ClusterConfig.NODES - first - one;
        final long tailBytes =
                leaveTail(first, plan.bothFirst ? List.of(one, other) : List.of(one), plan.all, plan.tail);
        if (plan.bothFirst) {
            nodes.start(other);
        }
        nodes.start(one);
        final int second = nodes.awaitLeader();
        final int third = ClusterConfig.NODES - first - second;
        final Client client = new Client();
        client.send(plan.two);
        client.query();
        client.awaitAnswers();
        if (plan.isLate) {
            nodes.kill(third);
            nodes.start(first);
        } else { // the second leader still leads when the first one reports the end of its log
            nodes.start(first);
            nodes.await(statuses -> statuses.stream().anyMatch(status -> status.node() == first));
            nodes.kill(third);
        }
        client.send(plan.alone);
        client.query();
        switch (plan.back) {
            case ANSWERED -> awaitQuietly(client::isAnswered, 10_000);
            case AT_ONCE -> TimeUnit.MILLISECONDS.sleep(random.nextInt(1_500));
            case A_LITTLE_LATER -> TimeUnit.MILLISECONDS.sleep(1_000 + random.nextInt(2_500));
            case NEVER -> client.awaitAnswers();
        }
        final boolean isAnswered = client.isAnswered();
        if (isAnswered) {
            answeredByReturn++;
        }
        if (plan.back != Back.NEVER) {
            final int victim = plan.killsReturned ? first : second;
            nodes.kill(victim);
            nodes.start(third);
            nodes.awaitLeader();
            nodes.start(victim);
        } else {
            nodes.start(third);
        }
        try (client) {
            client.send(1);
            client.query();
            client.awaitAnswers();
        }
        awaitEqualNodes();
        System.out.printf(
                "%s: a tail of %,d bytes; %s with the first leader back; %,d ms%n",
                plan, tailBytes, isAnswered ? "answered" : "not answered", (System.nanoTime() - startNs) / 1_000_000);
        return isAnswered;
    }

    /** Kills nodes, then their leader with commands that only its log has; returns the bytes of these commands. */
    private long leaveTail(final int leader, final List<Integer> killed, final int all, final int tailed)
            throws Exception {
        try (Client before = new Client();
                Tail tail = new Tail()) { // a client that repeats nothing
            before.send(all);
            before.awaitAnswers();
            final long recorded = recorded(leader);
            for (final int node : killed) {
                nodes.kill(node);
            }
            tail.send(tailed);
            awaitQuietly(() -> recorded(leader) >= recorded + (long) tailed * COMMAND_BYTES, 400);
            final long bytes = recorded(leader) - recorded;
            nodes.kill(leader);
            return bytes;
        }
    }

    private void awaitEqualNodes() throws Exception {
        nodes.await(statuses -> statuses.size() == ClusterConfig.NODES
                && statuses.stream()
                        .allMatch(status -> status.seq() == statuses.get(0).seq()));
    }

    private static void awaitQuietly(final BooleanSupplier wanted, final int millis) throws InterruptedException {
        final long start = System.nanoTime();
        while (!wanted.getAsBoolean() && System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(millis)) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    /** Returns how far the archive of a node that runs has recorded its log. */
    private long recorded(final int node) {
        final CountersReader counters = ClusterControl.mapCounters(
                new File(ClusterNode.aeronDirectory(nodes.configOf(node)), CncFileDescriptor.CNC_FILE));
        try {
            final long[] most = {0};
            counters.forEach((counter, type, key, label) -> {
                if (type == RecordingPos.RECORDING_POSITION_TYPE_ID) {
                    most[0] = Math.max(most[0], counters.getCounterValue(counter));
                }
            });
            return most[0];
        } finally {
            IoUtil.unmap(counters.valuesBuffer().byteBuffer());
        }
    }

    /** A client that sends once, and ends with its leader. */
    private final class Tail implements AutoCloseable {
        private final int session = ++sessions;
        private final ClusterProcesses.Connection connection = nodes.open();

        Tail() throws InterruptedException {
            connection.ask(Messages.open(session, 1));
        }

        /** Sends commands until the leader takes no more, because it has noticed that it is alone. */
        void send(final int count) throws InterruptedException {
            for (int sent = 0; sent < count; sent += AT_A_TIME) {
                final Command[] commands = new Command[Math.min(AT_A_TIME, count - sent)];
                for (int i = 0; i < commands.length; i++) {
                    final long amount = 1 + random.nextLong(1_000_000_000);
                    amounts.put(OrderNumbers.cookie(session, sent + i + 1), amount);
                    commands[i] = new AdjustBalance(UID, CURRENCY, amount, ++transactions);
                }
                if (!connection.offer(Messages.commands(session, 1, sent + 1, 0, commands), 300)) {
                    return;
                }
            }
        }

        @Override
        public void close() {
            connection.close();
        }
    }

    /** Returns how many histories had an answer of the second leader while only the first one was back. */
    int answeredByReturn() {
        return answeredByReturn;
    }

    /** Ends everything, and compares all answers with the logs; returns the violations. */
    List<String> check() throws Exception {
        nodes.close();
        final List<String> violations = new ArrayList<>();
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            final NodeLog log = NodeLog.open(nodes.folder(node));
            final LogContents contents = LogContents.read(log);
            checkAnswers(contents, node, violations);
            checkTape(log, node, violations);
            if (nodes.log(node).contains("had another result before")) {
                violations.add("a follower of node " + node + " received a result that has changed since");
            }
        }
        return violations;
    }

    private void checkAnswers(final LogContents log, final int node, final List<String> violations) {
        for (final Told one : told) {
            if (one.seq > log.lastSeq() || log.cookie(one.seq) != one.cookie) {
                violations.add("node " + node + " lacks " + one);
            }
        }
        final long[] balances = new long[log.lastSeq() + 1];
        for (int seq = 1; seq <= log.lastSeq(); seq++) {
            balances[seq] = balances[seq - 1] + amounts.getOrDefault(log.cookie(seq), 0L);
        }
        for (final Shown one : shown) {
            if (one.seq > log.lastSeq() || balances[(int) one.seq] != one.balance) {
                violations.add("a query showed a balance that node " + node + " lacks: " + one);
            }
        }
    }

    /** Every result that the follower of a node ever received must agree with the log, over all starts of the node. */
    private void checkTape(final NodeLog log, final int node, final List<String> violations) throws IOException {
        final byte[] tape = Files.readAllBytes(dir.resolve("node" + node + ".toml" + TapeFollower.SUFFIX));
        final ByteBuffer rows = ByteBuffer.wrap(tape);
        final int[] count = {0};
        LogContents.replay(log, (bytes, offset, length) -> {
            final ByteBuffer row = ByteBuffer.allocate(2 * Long.BYTES);
            TapeFollower.next(row, 0, bytes, offset, length);
            final int at = count[0]++ * row.capacity();
            if (at < tape.length && rows.getLong(at) != 0 && rows.getLong(at) != row.getLong(0)) {
                violations.add("the follower of node " + node + " received another result of seq " + count[0]);
            }
        });
        if (tape.length > count[0] * 2 * Long.BYTES) {
            violations.add("the follower of node " + node + " received results after seq " + count[0]);
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        nodes.close();
    }
}
