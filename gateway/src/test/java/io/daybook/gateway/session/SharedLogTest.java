package io.daybook.gateway.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandDoor;
import io.daybook.api.Exchange;
import io.daybook.api.NopWriter;
import io.daybook.host.Proves;
import io.daybook.host.SimulatedClock;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.sessions.GatewayCommands;
import io.daybook.sessions.SessionLog;
import io.daybook.sessions.audit.AuditEvent;
import io.daybook.sessions.member.CancelOnDisconnect;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.SessionSettings;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the sessions of a door on a log that nodes share, where this node leads only at times. */
@Proves("a TCP door on a node asks, waits and repeats as the rules say")
class SharedLogTest {
    private static final int SESSION = 17;
    private static final long UID = 1;

    private final SimulatedStorage storage = new SimulatedStorage();
    private final SimulatedClock clock = new SimulatedClock(1_700_000_000_000L);
    private final Shared shared = new Shared();
    private final List<AuditEvent> audited = new ArrayList<>();
    private final FakeClient client = new FakeClient(SESSION);
    private Venue venue;

    /** The log of an exchange in this process, for which a test decides which node leads. */
    private static final class Shared implements SessionLog {
        private Exchange exchange;
        private CommandDoor door;
        private long leadership;
        private String leader = "b.lan:7001";
        private long epoch;
        private boolean answersOpens = true;
        private boolean isRefused;
        private boolean holds;
        private final List<HeldNop> held = new ArrayList<>();
        private final List<Integer> asked = new ArrayList<>();
        private boolean isClosed;

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public UUID exchangeId() {
            return new UUID(1, 2);
        }

        @Override
        public boolean hasEnded() {
            return false;
        }

        @Override
        public long leadership() {
            return leadership;
        }

        @Override
        public String leader() {
            return leader;
        }

        /** A door that can hold the gateway's own NOPs until a test releases them. */
        @Override
        public CommandDoor door() {
            return (CommandDoor) Proxy.newProxyInstance(
                    CommandDoor.class.getClassLoader(),
                    new Class<?>[] {CommandDoor.class},
                    (proxy, method, arguments) -> holds && method.getName().equals("tryNop")
                            ? new HeldNop(held)
                            : method.invoke(door, arguments));
        }

        @Override
        public CommandDoor newDoor() {
            return door();
        }

        void release() {
            holds = false;
            held.forEach(nop -> nop.sendTo(door));
            held.clear();
        }

        @Override
        public long open(final int session) {
            return isRefused ? REFUSED : answersOpens ? ++epoch : UNDER_WAY;
        }

        @Override
        public boolean isOpen(final int session) {
            asked.add(session);
            return answersOpens;
        }

        @Override
        public boolean work() {
            return false;
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }

    /** A NOP that is held on its way to the log. */
    private static final class HeldNop implements NopWriter {
        private final List<HeldNop> published;
        private long cookie;
        private byte[] tag = {};

        HeldNop(final List<HeldNop> published) {
            this.published = published;
        }

        void sendTo(final CommandDoor door) {
            Objects.requireNonNull(door.tryNop())
                    .cookie(cookie)
                    .tag(tag, 0, tag.length)
                    .publish();
        }

        @Override
        public NopWriter cookie(final long value) {
            cookie = value;
            return this;
        }

        @Override
        public NopWriter tag(final byte[] bytes, final int offset, final int length) {
            tag = Arrays.copyOfRange(bytes, offset, offset + length);
            return this;
        }

        @Override
        public NopWriter timestampNs(final long timestampNs) {
            throw new UnsupportedOperationException("the gateway leaves the stamp out");
        }

        @Override
        public void publish() {
            published.add(this);
        }

        @Override
        public void abandon() {
            // nothing was sent
        }
    }

    @BeforeEach
    void open() {
        venue = Venue.startShared(
                storage,
                clock,
                Members.of(List.of(
                        Venue.trader(SESSION, UID).build(),
                        Venue.trader(18, 2)
                                .cancelOnDisconnect(CancelOnDisconnect.DISCONNECT)
                                .graceMs(0)
                                .build())),
                audited::add,
                (exchange, follower) -> {
                    shared.exchange = exchange;
                    shared.door = exchange.newDoor(follower);
                    return shared;
                });
    }

    private void lead(final long number) {
        shared.leadership = number;
        venue.run();
    }

    /**
     * Runs two duties and returns the answers: a login that had to wait is tried again in one, and answered in the
     * next.
     */
    private List<String> later() {
        venue.run();
        venue.run();
        return client.heard();
    }

    private List<String> login() {
        client.login(venue, 1);
        return client.heard();
    }

    @Test
    void shouldSayWhoLeadsToThoseWhoLogIn() {
        assertEquals(List.of("bye NOT_LEADER b.lan:7001"), login());
        assertFalse(client.isOpen());
        shared.leader = "";
        assertEquals(List.of("bye NOT_LEADER "), login());
    }

    /** A duty that reports work is called again at once, and would keep a processor busy. */
    @Test
    void shouldRestWhileAnotherLeads() {
        login();
        venue.run();
        assertFalse(venue.layer().duty(), "no client must be told of the end");
        lead(1);
        login();
        shared.answersOpens = false;
        client.cut();
        venue.run();
        assertFalse(venue.layer().duty(), "the cluster has not answered yet");
    }

    @Test
    void shouldLetClientsInWhileItLeads() {
        lead(1);
        assertEquals(List.of("welcome N 0 next 1 first 1"), login());
        client.place(1, UID, 1, 1, 100, 5);
        venue.run();
        assertEquals(1, client.heard().size());
        lead(0);
        assertEquals(List.of("bye NOT_LEADER b.lan:7001"), client.heard());
        assertEquals(List.of("bye NOT_LEADER b.lan:7001"), login());
        lead(2);
        final List<String> again = login();
        assertEquals("welcome N 1 next 2 first 1", again.get(0));
        assertEquals(2, again.size(), "the stream continues from the number that the client names");
    }

    @Test
    void shouldLetAllBeginAnewBehindABreak() {
        lead(1);
        login();
        lead(2);
        assertEquals(List.of("bye NOT_LEADER b.lan:7001"), client.heard());
        assertEquals(List.of("welcome N 0 next 1 first 1"), login());
    }

    @Test
    void shouldWaitUntilWhoWasThereBeforeIsShutOut() {
        lead(1);
        shared.answersOpens = false;
        assertEquals(List.of(), login());
        assertEquals(List.of(), later());
        shared.answersOpens = true;
        assertEquals(List.of("welcome N 0 next 1 first 1"), later());
    }

    @Test
    void shouldNotTakeTheLogonOfAnotherDoorForItsOwn() {
        lead(1);
        final GatewayCommands other = new GatewayCommands(shared.door);
        final SessionSettings settings = Venue.trader(SESSION, UID).build();
        assertTrue(other.logon(settings, 5));
        shared.epoch = 6;
        shared.holds = true;
        client.login(venue, 1);
        assertTrue(other.logon(settings, 6)); // an earlier door's LOGON, whose result comes while this login waits
        assertEquals(List.of(), later());
        shared.release();
        assertEquals(List.of("welcome N 0 next 1 first 1"), later());
    }

    @Test
    void shouldRefuseASessionThatIsNotForDoors() {
        lead(1);
        shared.isRefused = true;
        assertEquals(List.of("bye LOGIN_REFUSED"), login());
        assertTrue(audited.stream().anyMatch(event -> event.toString().contains("NOT_OF_DOORS")), audited::toString);
    }

    @Test
    void shouldCancelForTheSessionsOfAnotherNodeOnceTheyAreOpen() {
        lead(1);
        final FakeClient away = new FakeClient(18);
        away.login(venue, 1);
        away.place(1, 2, 1, 1, 100, 5);
        venue.run();
        lead(0);
        away.forget();
        shared.asked.clear();
        shared.answersOpens = false;
        lead(2);
        clock.advance(20, TimeUnit.MILLISECONDS);
        venue.run();
        assertEquals(1, venue.layer().book().session(18).orders.count());
        assertTrue(shared.asked.contains(18));
        shared.answersOpens = true;
        venue.run();
        clock.advance(20, TimeUnit.MILLISECONDS);
        venue.run();
        assertEquals(0, venue.layer().book().session(18).orders.count());
    }
}
