package io.daybook.gateway.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.host.Proves;
import io.daybook.host.SimulatedClock;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.CancelOnDisconnect;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Right;
import io.daybook.sessions.outbox.OutboxLimits;
import io.daybook.wire.OrderNumbers;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A venue ends at each call of its disk, one after the other, while it carries out one step: the process is killed
 * there, or the power fails. After the next start each request has one outcome, and each ledger equals the journal.
 */
@Proves(
        value = "a TCP request has one fate wherever on its way the venue ends",
        normal = "124 places, 2 power cuts each",
        large = "8 power cuts each")
@Tag("whole")
final class GatewayStepsTest {
    private static final long SEED = 17;
    private static final int ROUNDS_BEFORE = 6;
    private static final int POWER_CUTS = Boolean.getBoolean("daybook.long") ? 8 : 2;
    private static final long ALL = Long.MAX_VALUE;
    private static final int MOST_CALLS = 200;

    private static final SessionLimits LIMITS =
            new SessionLimits(8, 20, 100, 100, 100, 5_000, 10, 4_096, 64 << 20, 10_000, 1 << 30, 7, 64);

    /** Small segments, so that some of the steps begin a new one. */
    private static final OutboxLimits OUTBOX = new OutboxLimits(1_024, 64 << 10, TimeUnit.DAYS.toNanos(7));

    /** The step during which the venue ends. */
    private enum Doing {
        /** A client logs in. */
        LOGIN,
        /** One order, alone in its block. */
        ORDER,
        /** Orders of two sessions, which trade. */
        TRADES,
        /** A cable is cut, and orders are cancelled for it. */
        CUT,
        /** A snapshot with the gateway's part. */
        SNAPSHOT,
        /** A clean end. */
        CLOSE
    }

    /** One venue with its clients, equal in every run up to the moment at which the venue ends. */
    private static final class World {
        private final Random random = new Random(SEED);
        private final SimulatedClock clock = new SimulatedClock(1_700_000_000_000L);
        private final History history = new History();
        private final List<SimulatedClient> clients = List.of(
                new SimulatedClient(17, false, random, 1, 2),
                new SimulatedClient(18, false, random, 2),
                new SimulatedClient(19, true, random, 1, 2));
        private final Members members = Members.of(List.of(
                Venue.trader(17, 1, 2).graceMs(100).build(),
                Venue.trader(18, 2).cancelOnDisconnect(CancelOnDisconnect.NONE).build(),
                Venue.trader(19, 1, 2).rights(Right.DROPCOPY).build()));
        private SimulatedStorage disk = new SimulatedStorage();
        private StoppingStorage storage = new StoppingStorage(disk);
        private Venue venue = begin();

        private Venue begin() {
            storage = new StoppingStorage(disk);
            return Venue.start(storage, clock, LIMITS, OUTBOX, members, AuditLog.none(), history.follower());
        }

        void prepare() {
            for (int round = 0; round < ROUNDS_BEFORE; round++) {
                trade();
            }
        }

        private void trade() {
            for (final SimulatedClient client : clients) {
                if (!client.isConnected()) {
                    client.login(venue);
                    client.arrive(Integer.MAX_VALUE);
                }
                client.request();
                client.request();
                client.deliver(venue, Integer.MAX_VALUE);
                client.arrive(Integer.MAX_VALUE);
            }
        }

        void does(final Doing what) {
            final SimulatedClient first = clients.get(0);
            switch (what) {
                case LOGIN -> {
                    first.cut();
                    venue.run();
                    first.login(venue);
                }
                case ORDER -> {
                    first.request();
                    first.deliver(venue, Integer.MAX_VALUE);
                }
                case TRADES -> trade();
                case CUT -> {
                    first.cut();
                    venue.run();
                    clock.advance(200, TimeUnit.MILLISECONDS);
                    venue.run();
                }
                case SNAPSHOT -> venue.await(venue.exchange().snapshot());
                case CLOSE -> venue.close();
            }
        }

        /**
         * Delivers the messages in the network to the clients, starts the venue again, and lets all clients come back.
         */
        void restart(final SimulatedStorage after) {
            disk = after;
            for (final SimulatedClient client : clients) {
                client.arrive(Integer.MAX_VALUE);
                client.lost();
            }
            venue = begin();
            for (int round = 0; round < 20; round++) {
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
        }

        void check() {
            assertEquals(List.of(), venue.failures());
            for (final SimulatedClient client : clients) {
                assertTrue(client.isWelcome(), () -> "session " + client.session() + ": " + client.lastBye);
                client.check(history, resting(client.session()));
            }
        }

        private Map<Long, Long> resting(final int session) {
            final Map<Long, Long> resting = new TreeMap<>();
            for (long uid = 1; uid <= 2; uid++) {
                final UserReport report = venue.await(venue.exchange().query(new UserReportQuery(uid)));
                report.orders().stream()
                        .filter(order -> OrderNumbers.session(order.orderId()) == session)
                        .forEach(order -> resting.put(order.orderId(), order.remaining()));
            }
            return resting;
        }
    }

    @ParameterizedTest
    @EnumSource(Doing.class)
    void shouldGiveEachRequestOneFateWhereverItEnds(final Doing what) {
        final World whole = new World();
        whole.prepare();
        whole.storage.stopAfter(ALL);
        whole.does(what);
        final long calls = ALL - whole.storage.callsLeft();
        assertTrue(calls > 0 && calls < MOST_CALLS, () -> what + " takes " + calls + " calls");
        for (long call = 0; call <= calls; call++) {
            for (int powerCut = 0; powerCut <= POWER_CUTS; powerCut++) {
                try {
                    endAt(what, call, powerCut);
                } catch (RuntimeException | AssertionError e) {
                    throw new AssertionError(
                            what + " ended behind " + call + " of " + calls + " calls, "
                                    + (powerCut == 0 ? "killed" : "power cut " + powerCut),
                            e);
                }
            }
        }
    }

    private static void endAt(final Doing what, final long call, final int powerCut) {
        final World world = new World();
        world.prepare();
        world.storage.stopAfter(call);
        try {
            world.does(what);
        } catch (RuntimeException | StoppingStorage.Stopped e) {
            assertEquals(0, world.storage.callsLeft(), () -> "only the end of the process may do this: " + e);
        }
        world.restart(powerCut == 0 ? world.disk.kill() : world.disk.crash(new Random(powerCut)));
        world.check();
        world.venue.close();
    }
}
