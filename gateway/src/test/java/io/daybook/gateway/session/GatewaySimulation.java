package io.daybook.gateway.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandDoor;
import io.daybook.api.ExchangeState;
import io.daybook.api.OrderType;
import io.daybook.api.ResumeUser;
import io.daybook.api.Side;
import io.daybook.api.Topology;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.host.RateLimit;
import io.daybook.host.SimulatedClock;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.CancelOnDisconnect;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Right;
import io.daybook.sessions.outbox.OutboxLimits;
import io.daybook.wire.OrderNumbers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Simulates a venue, its disk and its clients from one seed: requests come in pieces, cables are cut, processes killed,
 * the power fails, disks fail at any call, outboxes are deleted. In the end every client's ledger equals the journal.
 */
final class GatewaySimulation {
    private static final int MAX_CALLS_TO_FAULT = 12;
    private static final SessionLimits LIMITS =
            new SessionLimits(8, 20, 100, 100, 100, 5_000, 10, 4_096, 64 << 20, 10_000, 1 << 30, 7, 64);

    private final Random random;
    private final SimulatedClock clock = new SimulatedClock(1_700_000_000_000L);
    private final History history = new History();
    private final List<SimulatedClient> clients;
    private Members members;
    private final OutboxLimits outboxLimits;
    private SimulatedStorage storage = new SimulatedStorage();
    private Venue venue;

    /** Counts the events of many runs. */
    static final class Figures {
        int kills;
        int powerCuts;
        int faults;
        int snapshots;
        int restarts;
        int cuts;
        int outboxesLost;
        int resent;
        int refusals;
        int blind;
        int reloads;
        int exits;
        int suspensions;
        int remade;
        long remadeMessages;
        long answers;

        /** Adds the events of other runs. */
        void add(final Figures other) {
            kills += other.kills;
            powerCuts += other.powerCuts;
            faults += other.faults;
            snapshots += other.snapshots;
            restarts += other.restarts;
            cuts += other.cuts;
            outboxesLost += other.outboxesLost;
            resent += other.resent;
            refusals += other.refusals;
            blind += other.blind;
            reloads += other.reloads;
            exits += other.exits;
            suspensions += other.suspensions;
            remade += other.remade;
            remadeMessages += other.remadeMessages;
            answers += other.answers;
        }

        String text() {
            return "kills " + kills + ", power cuts " + powerCuts + ", faults " + faults + ", snapshots " + snapshots
                    + ", clean restarts " + restarts + ", cables cut " + cuts + ", outboxes lost " + outboxesLost
                    + ", messages again " + resent + ", refusals " + refusals + ", blind " + blind + ", reloads "
                    + reloads + ", trades of brackets " + exits + ", users suspended " + suspensions
                    + ", streams made again " + remade + " with " + remadeMessages + " messages, answers "
                    + answers;
        }
    }

    private final Figures figures;

    GatewaySimulation(final long seed, final Figures figures) {
        this.random = new Random(seed);
        this.figures = figures;
        this.clients = List.of(
                new SimulatedClient(17, false, random, 1, 2).withMassCancels(),
                new SimulatedClient(18, false, random, 2),
                new SimulatedClient(19, true, random, 1, 2));
        this.members = newMembers();
        this.outboxLimits = new OutboxLimits(2_048, 8_192L << random.nextInt(6), TimeUnit.DAYS.toNanos(7));
        this.venue = begin();
    }

    /** Members with the same sessions but new rights and drop copies. */
    private Members newMembers() {
        return Members.of(List.of(
                (random.nextInt(4) > 0 ? Venue.trader(17, 1, 2) : Venue.trader(17, 1))
                        .rights(Right.TRADE, Right.ADMIN)
                        .graceMs(300)
                        .limit(new RateLimit(100, 10))
                        .build(),
                Venue.trader(18, 2)
                        .cancelOnDisconnect(
                                random.nextBoolean() ? CancelOnDisconnect.NONE : CancelOnDisconnect.DISCONNECT)
                        .graceMs(random.nextInt(1_000))
                        .build(),
                (random.nextInt(3) > 0 ? Venue.trader(19, 1, 2) : Venue.trader(19, 1 + random.nextInt(2)))
                        .rights(Right.DROPCOPY)
                        .build()));
    }

    private void reload() {
        final Members other = newMembers();
        venue.layer().sessions().roster().reload(other);
        members = other;
        figures.reloads++;
        venue.run();
    }

    private Venue begin() {
        return Venue.start(storage, clock, LIMITS, outboxLimits, members, AuditLog.none(), history.follower());
    }

    void run(final int steps) {
        for (int i = 0; i < steps; i++) {
            try {
                step();
            } catch (RuntimeException e) {
                requireFault(e);
            }
            afterFault();
        }
        storage.failNoMore();
        settle();
        check();
        loseOutboxes(true);
        settle();
        check();
        for (final SimulatedClient client : clients) {
            figures.resent += client.resent;
            figures.refusals += client.refusals;
            figures.exits += client.exits;
            figures.suspensions += client.suspensions;
            figures.blind += client.isBlind() ? 1 : 0;
            figures.answers += client.requestsAnswered();
        }
        venue.close();
        if (random.nextInt(4) == 0) {
            makeAgain(Topology.pipelined(1 + random.nextInt(3)));
        }
    }

    /** Makes the streams again from the journal alone, with the engine of another topology, and compares them. */
    private void makeAgain(final Topology topology) {
        final SimulatedStorage other = storage.copy();
        try {
            for (final SimulatedClient client : clients) {
                deleteOutbox(other, client.session());
            }
            Venue.recover(other, clock, LIMITS, outboxLimits, members, topology);
            for (final SimulatedClient client : clients) {
                final TreeMap<Long, String> told = OutboxText.of(storage, client.session());
                final TreeMap<Long, String> again = OutboxText.of(other, client.session());
                if (!again.isEmpty()) { // otherwise all messages are older than the newest snapshot
                    assertEquals(told.isEmpty() ? 0 : told.lastKey(), again.lastKey(), "both end with one message");
                }
                again.keySet().retainAll(told.keySet());
                again.forEach((out, record) -> assertEquals(told.get(out), record, "message " + out));
                figures.remade++;
                figures.remadeMessages += again.size();
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void step() {
        final SimulatedClient client = clients.get(random.nextInt(clients.size()));
        final int dice = random.nextInt(1_000);
        if (dice < 300) {
            if (!client.isConnected()) {
                client.login(venue);
            }
            for (int i = random.nextInt(5); i >= 0; i--) {
                client.request();
            }
        } else if (dice < 600) {
            client.deliver(venue, 1 + random.nextInt(300));
        } else if (dice < 800) {
            client.arrive(1 + random.nextInt(20));
        } else if (dice < 870) {
            client.heartbeat();
        } else if (dice < 900) {
            clock.advance(random.nextInt(400), TimeUnit.MILLISECONDS);
            venue.run();
        } else if (dice < 915) {
            figures.cuts++;
            client.cut();
            venue.run();
        } else if (dice < 920) {
            client.logout();
        } else if (dice < 945) {
            embedder();
        } else if (dice < 960) {
            snapshot();
        } else if (dice < 968) {
            figures.kills++;
            kill();
        } else if (dice < 976) {
            figures.powerCuts++;
            storage = storage.crash(random);
            restart();
        } else if (dice < 980) {
            figures.restarts++;
            venue.close();
            restart();
        } else if (dice < 983) {
            loseOutboxes(random.nextBoolean());
        } else if (dice < 987) {
            reload();
        } else {
            storage.failAtCall(
                    1 + random.nextInt(MAX_CALLS_TO_FAULT),
                    SimulatedStorage.Fault.values()[random.nextInt(SimulatedStorage.Fault.values().length)]);
        }
    }

    /** Starts a stopped exchange again. An exchange that still runs may continue after a single fault of the disk. */
    private void afterFault() {
        final boolean isDead = venue.exchange().state() != ExchangeState.RUNNING;
        if (storage.faultHit() && (isDead || random.nextInt(3) == 0)) {
            figures.faults++;
            if (random.nextBoolean()) {
                kill();
            } else {
                storage = storage.crash(random);
                restart();
            }
        } else if (isDead) {
            throw new AssertionError("the exchange has stopped without a fault of the disk");
        }
    }

    private void kill() {
        storage = storage.kill();
        restart();
    }

    private void restart() {
        for (final SimulatedClient client : clients) {
            client.arrive(random.nextInt(30));
            client.lost();
        }
        venue = begin();
    }

    private void loseOutboxes(final boolean isClean) {
        figures.outboxesLost++;
        if (isClean) {
            venue.close();
        }
        storage = storage.kill();
        for (final SimulatedClient client : clients) {
            try {
                deleteOutbox(storage, client.session());
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        restart();
    }

    private static void deleteOutbox(final SimulatedStorage from, final int session) throws IOException {
        final Path folder = OutboxText.folder(session);
        for (final String name : from.list(folder)) {
            from.delete(folder.resolve(name));
        }
    }

    private void embedder() {
        try {
            final CommandDoor door = venue.exchange().newDoor();
            final int dice = random.nextInt(10);
            if (dice == 0) {
                door.tick(tick -> tick.symbol(Venue.SYMBOL));
            } else if (dice > 7) {
                resume();
            } else if (dice < 3) {
                door.massCancel().uid(1 + random.nextInt(2)).publish();
            } else {
                door.place()
                        .uid(1 + random.nextInt(3))
                        .symbol(Venue.SYMBOL)
                        .orderId(1 + random.nextInt(1_000_000))
                        .side(random.nextBoolean() ? Side.BID : Side.ASK)
                        .type(OrderType.IOC)
                        .price(95 + random.nextInt(10))
                        .size(1 + random.nextInt(30))
                        .publish();
            }
        } catch (RuntimeException e) {
            requireFault(e);
        }
        venue.run();
    }

    /** Lets users trade again whom a mass cancel has suspended. */
    private void resume() {
        for (long uid = 1; uid <= 2; uid++) {
            venue.exchange().submit(new ResumeUser(uid));
        }
    }

    private void snapshot() {
        try {
            venue.await(venue.exchange().snapshot());
            figures.snapshots++;
        } catch (RuntimeException e) {
            requireFault(e);
        }
        venue.run();
    }

    private void requireFault(final Exception e) {
        if (!storage.faultHit()) {
            throw new AssertionError("only a disk that fails may do this", e);
        }
    }

    /** Lets all clients come back and all messages arrive. */
    private void settle() {
        for (int round = 0; round < 40; round++) {
            for (final SimulatedClient client : clients) {
                if (!client.isConnected()) {
                    client.login(venue);
                }
                client.deliver(venue, Integer.MAX_VALUE);
                client.heartbeat();
                client.arrive(Integer.MAX_VALUE);
            }
            clock.advance(50, TimeUnit.MILLISECONDS);
            venue.run();
        }
        for (final SimulatedClient client : clients) {
            assertTrue(
                    client.isWelcome(),
                    () -> "session " + client.session() + " must be logged in; last bye: " + client.lastBye
                            + ", connected: " + client.isConnected() + ", stuck: "
                            + venue.layer().sessions().isStuck() + ", exchange: "
                            + venue.exchange().state() + ", thrown: " + venue.failures());
        }
    }

    private void check() {
        assertEquals(
                List.of(),
                venue.failures().stream().filter(e -> !storage.faultHit()).toList());
        for (final SimulatedClient client : clients) {
            client.check(history, resting(client.session()));
        }
    }

    private Map<Long, Long> resting(final int session) {
        final Map<Long, Long> resting = new TreeMap<>();
        for (long uid = 1; uid <= 2; uid++) {
            final UserReport report = venue.await(venue.exchange().query(new UserReportQuery(uid)));
            for (final UserReport.Order order : report.orders()) {
                if (OrderNumbers.session(order.orderId()) == session) {
                    resting.put(order.orderId(), order.remaining());
                }
            }
        }
        return resting;
    }
}
