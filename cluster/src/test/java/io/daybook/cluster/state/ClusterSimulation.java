package io.daybook.cluster.state;

import io.daybook.api.AuditQuery;
import io.daybook.api.AuditReport;
import io.daybook.api.Command;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.StateHashQuery;
import io.daybook.api.StateHashReport;
import io.daybook.api.Term;
import io.daybook.engine.codec.ReportCodec;
import io.daybook.engine.state.RandomMarket;
import io.daybook.wire.OrderNumbers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Three nodes on a log in memory, and clients, all driven at random: messages lost with a leader and cut off after the
 * committed part, replies lost with a connection, leaders with different clocks, nodes that start again from a snapshot
 * or from nothing, sessions taken over by another client while the first continues in a partition. Recorders note the
 * commands and answers of every client, and compare them with a plain model of the committed log. Each node has a
 * follower, whose part is in its snapshots, and sessions of doors, which receive results from the follower of the node
 * that leads.
 *
 * <pre>
 *  client ── ingress (lost with the leader) ──► leader's log ── committed ──► every node, when it gets there
 *     ▲                                            └─ tail after it: cut when the leader changes
 *     └──── inbox (lost with the connection) ◄──── the node that leads, from what it carries out
 * </pre>
 */
final class ClusterSimulation {
    private static final int NODES = 3;
    private static final int SESSIONS = 3;
    private static final int DOORS = 2;
    private static final long STEP_NS = 20_000_000;

    /** A message of the log; without bytes, a timer that fired. */
    private record Entry(int connection, byte[] bytes, long timeNs) {}

    private final SplittableRandom random;
    private final RandomMarket market;
    private final ArrayDeque<Command> opening;
    private final List<Entry> log = new ArrayList<>();
    private int committed;
    private final SimulatedNode[] nodes = new SimulatedNode[NODES];
    private int leader;

    /** The ingress of the leader. */
    private final ArrayDeque<Entry> ingress = new ArrayDeque<>();

    private final List<SimulatedClient> clients = new ArrayList<>();

    /** The doors, with session numbers after those of clients; their connections are negative session numbers. */
    private final List<SimulatedDoor> doors = new ArrayList<>();

    private final Map<Integer, SimulatedClient> connections = new TreeMap<>();
    private int lastConnection;
    private long nowNs = 1;
    private long leaderClockNs;
    private long timerNs = ClusterState.NEVER;

    /** The chain and, now and then, the state hash after each entry, from the first node that reached it. */
    private final Map<Integer, long[]> marks = new TreeMap<>();

    /** The largest seq that any client has received. */
    long heardSeq;

    int leaderChanges;
    int restarts;
    int takeovers;
    int cutMessages;
    int timers;
    int logins;
    int notCarriedOut;

    ClusterSimulation(final long seed) {
        random = new SplittableRandom(seed);
        market = new RandomMarket(seed);
        opening = new ArrayDeque<>(market.opening());
        for (int i = 0; i < NODES; i++) {
            nodes[i] = new SimulatedNode(random.nextLong());
        }
        log.add(new Entry(0, Messages.settings(), 1));
        log.add(new Entry(0, Messages.followers(SimulatedFold.NAME), 1));
        committed = 2;
        for (int i = 1; i <= DOORS; i++) {
            doors.add(new SimulatedDoor(SESSIONS + i, random.nextLong()));
        }
        for (int session = 1; session <= SESSIONS; session++) {
            clients.add(new SimulatedClient(this, session, random.nextLong(1, OrderNumbers.MAX_REQUEST)));
        }
    }

    void run(final int steps) {
        for (int i = 0; i < steps; i++) {
            step();
        }
        settle();
        check();
    }

    private void step() {
        nowNs += random.nextLong(STEP_NS);
        final SimulatedClient client = clients.get(random.nextInt(clients.size()));
        switch (random.nextInt(27)) {
            case 0, 1, 2, 3 -> submit(client, 1 + random.nextInt(6));
            case 4, 5, 6 -> poll(client);
            case 7, 8, 9 -> append(1 + random.nextInt(4));
            case 10, 11, 12 -> committed = Math.min(log.size(), committed + random.nextInt(6));
            case 13, 14, 15, 16 -> apply(nodes[random.nextInt(NODES)], random.nextInt(8));
            case 17, 18, 19 -> client.hear(random.nextInt(20), nowNs);
            case 20 -> client.query(random.nextBoolean() ? new StateHashQuery() : new AuditQuery());
            case 21 -> rarely();
            case 22, 23, 24 -> send(doors.get(random.nextInt(DOORS)));
            default -> {
                append(8);
                committed = log.size();
                apply(nodes[leader], 8);
            }
        }
    }

    private void rarely() {
        switch (random.nextInt(8)) {
            case 0, 1 -> changeLeader();
            case 2, 3 -> restart(nodes[random.nextInt(NODES)]);
            case 4 -> takeOver();
            case 5 -> disconnect(clients.get(random.nextInt(clients.size())));
            case 6 -> nowNs += 2_000_000_000; // silence
            default -> nodes[random.nextInt(NODES)].snapshot();
        }
    }

    private void submit(final SimulatedClient client, final int count) {
        for (int i = 0; i < count && client.hasRoom(); i++) {
            final Command next = opening.isEmpty() ? market.trading(1).get(0) : opening.poll();
            client.submit(random.nextInt(3) == 0 ? ending(next) : next, heardSeq);
        }
    }

    /** Makes an order one that a TICK ends later. */
    private Command ending(final Command command) {
        return command instanceof PlaceOrder order && order.orderType() == OrderType.GTC
                ? withTerms(
                        order,
                        OrderTerms.builder()
                                .set(
                                        Term.EXPIRE_AT,
                                        Math.max(clockNs(), nodes[leader].state.timeNs())
                                                + random.nextLong(2_000_000_000L))
                                .build())
                : command;
    }

    private static PlaceOrder withTerms(final PlaceOrder order, final OrderTerms terms) {
        return new PlaceOrder(
                order.uid(),
                order.symbol(),
                order.orderId(),
                order.side(),
                order.orderType(),
                order.price(),
                order.reservePrice(),
                order.size(),
                terms);
    }

    private void poll(final SimulatedClient client) {
        if (client.connection == 0 && random.nextInt(3) > 0) {
            connect(client);
        }
        client.poll(
                nowNs,
                (bytes, length) -> client.connection != 0
                        && random.nextInt(10) > 0
                        && ingress.add(new Entry(client.connection, Arrays.copyOf(bytes, length), 0)));
    }

    private void send(final SimulatedDoor door) {
        door.send(nodes[leader].fold, ingressOf(door));
        if (random.nextInt(20) == 0) {
            door.sendOld(message -> ingress.add(new Entry(0, message, 0))); // on a connection without a receiver
        }
    }

    private Predicate<byte[]> ingressOf(final SimulatedDoor door) {
        return message -> ingress.add(new Entry(-1 - doors.indexOf(door), message, 0));
    }

    private void connect(final SimulatedClient client) {
        client.connection = ++lastConnection;
        connections.put(client.connection, client);
        client.onConnected(nowNs);
    }

    private void disconnect(final SimulatedClient client) {
        connections.remove(client.connection);
        client.connection = 0;
        client.loseInbox(random.nextInt(30));
    }

    private void append(final int most) {
        for (int i = 0; i < most && !ingress.isEmpty(); i++) {
            final Entry entry = ingress.poll();
            log.add(new Entry(entry.connection, entry.bytes, clockNs()));
        }
        if (timerNs <= clockNs()) {
            log.add(new Entry(0, new byte[0], clockNs()));
            timers++;
            timerNs = ClusterState.NEVER;
        }
    }

    private long clockNs() {
        return nowNs + leaderClockNs;
    }

    private void apply(final SimulatedNode node, final int most) {
        for (int i = 0; i < most && node.applied < committed; i++) {
            final Entry entry = log.get(node.applied);
            final boolean leads = node == nodes[leader];
            if (entry.bytes.length == 0) {
                node.state.onTimer(entry.timeNs);
            } else {
                node.state.onRequest(
                        entry.bytes, 0, entry.bytes.length, entry.timeNs, leads, (bytes, offset, length) -> {
                            if (leads && entry.connection < 0) {
                                final SimulatedDoor door = doors.get(-1 - entry.connection);
                                door.onReply(SimulatedDoor.reply(bytes, offset, length), node.fold, ingressOf(door));
                            }
                            final SimulatedClient client = connections.get(entry.connection);
                            if (leads && client != null) {
                                client.inbox.add(Arrays.copyOfRange(bytes, offset, offset + length));
                            }
                        });
            }
            node.applied++;
            if (leads) {
                timerNs = node.state.nextDueNs();
                doors.forEach(door -> door.look(node.fold));
            }
            compare(node);
        }
    }

    /** Point 4: chains, and now and then hashes, of all nodes over all their starts are equal after each entry. */
    private void compare(final SimulatedNode node) {
        final long hash = node.applied % 64 == 0 ? node.state.stateHash() : 0;
        final long[] mark = {node.state.chain(), node.state.seq(), node.state.timeNs(), hash, node.fold.digest()};
        final long[] before = marks.putIfAbsent(node.applied, mark);
        require(
                before == null || Arrays.equals(before, mark),
                () -> "nodes differ after entry " + node.applied + ": " + Arrays.toString(before) + ", "
                        + Arrays.toString(mark));
    }

    private void changeLeader() {
        leaderChanges++;
        final int kept = committed + random.nextInt(log.size() - committed + 1);
        cutMessages += log.size() - kept + ingress.size();
        log.subList(kept, log.size()).clear();
        ingress.clear();
        leader = random.nextInt(NODES);
        leaderClockNs = random.nextInt(8) == 0 ? random.nextLong(3_600_000_000_000L) : random.nextLong(5_000_000_000L);
        doors.forEach(SimulatedDoor::lose);
        committed = log.size(); // a new leader commits its whole log before it takes more
        apply(nodes[leader], committed);
        timerNs = nodes[leader].state.nextDueNs();
        for (final SimulatedClient client : clients) {
            if (random.nextInt(3) == 0) {
                disconnect(client);
            } else if (client.connection != 0) {
                client.loseInbox(random.nextInt(30));
                client.onConnected(nowNs);
            }
        }
    }

    private void restart(final SimulatedNode node) {
        restarts++;
        node.restart(random.nextLong());
        if (node == nodes[leader]) {
            changeLeader();
        }
    }

    /** Lets a second client take a session over; the first continues without notice. */
    private void takeOver() {
        takeovers++;
        final int session = 1 + random.nextInt(SESSIONS);
        clients.add(new SimulatedClient(this, session, random.nextLong(1, OrderNumbers.MAX_REQUEST)));
    }

    /** Delivers everything that can still arrive. */
    private void settle() {
        for (int i = 0; i < 60 || clients.stream().anyMatch(SimulatedClient::waits) || doorsWait(); i++) {
            require(i < 400, "a client or door waits forever");
            nowNs += 300_000_000;
            doors.forEach(this::send);
            for (final SimulatedClient client : clients) {
                if (client.connection == 0) {
                    connect(client);
                }
                client.poll(
                        nowNs,
                        (bytes, length) -> ingress.add(new Entry(client.connection, Arrays.copyOf(bytes, length), 0)));
                append(ingress.size());
                committed = log.size();
                apply(nodes[leader], committed);
                client.hear(Integer.MAX_VALUE, nowNs);
            }
        }
        for (final SimulatedNode node : nodes) {
            apply(node, committed);
        }
    }

    /** Returns whether a door waits; each sends one message at a time, which the rest of the round carries out. */
    private boolean doorsWait() {
        return doors.stream().anyMatch(door -> door.waits(nodes[leader].fold));
    }

    private void check() {
        final LogModel model = new LogModel();
        for (final Entry entry : log) {
            model.take(entry.bytes, entry.timeNs);
        }
        final ClusterState last = nodes[leader].state;
        require(model.seq() == last.seq(), "the model has seq " + model.seq() + ", the nodes " + last.seq());
        require(model.stateHash() == last.stateHash(), "the state of the model differs");
        for (final SimulatedClient client : clients) {
            client.check(model);
        }
        for (final SimulatedDoor door : doors) {
            door.check(model, List.of(nodes));
            logins += door.logins;
            notCarriedOut += door.notCarriedOut;
        }
        final List<byte[]> parts = Messages.send(last, Messages.query(1, new AuditQuery()), 1);
        final byte[] block = Messages.block(parts);
        final AuditReport audit = (AuditReport) ReportCodec.decodeReport(block, 0, block.length);
        require(audit.isBalanced(), "money: " + audit.violations());
    }

    /** Point 3, for queries: the answer to a query includes everything that was answered before it was sent. */
    static long seqOf(final Object report) {
        return report instanceof StateHashReport hash ? hash.seq() : ((AuditReport) report).seq();
    }

    static void require(final boolean holds, final String otherwise) {
        require(holds, () -> otherwise);
    }

    /** Requires a condition that is checked so often that its message must be made only if it fails. */
    static void require(final boolean holds, final Supplier<String> otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise.get());
        }
    }

    /** Returns how many requests were answered. */
    int answers() {
        return clients.stream().mapToInt(SimulatedClient::answers).sum();
    }
}
