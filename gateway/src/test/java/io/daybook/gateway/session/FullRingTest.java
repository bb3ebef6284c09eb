package io.daybook.gateway.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.FollowerPoller;
import io.daybook.api.Nop;
import io.daybook.api.OnFailure;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.core.Replay;
import io.daybook.host.Proves;
import io.daybook.host.RateLimit;
import io.daybook.host.SimulatedClock;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.sessions.DoorSetup;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.outbox.OutboxFormat;
import io.daybook.wire.Frame;
import io.daybook.wire.LoginDescriptor;
import io.daybook.wire.PlaceDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An exchange with threads whose results the gateway receives only when the test polls, so that requests stay without
 * an answer, or wait for room.
 */
@Proves("a venue that halts, or whose disk or ring is full, loses and doubles no TCP request")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("whole")
class FullRingTest {
    private static final int RING_SIZE = 64;
    private static final int REQUESTS = 200;
    private static final int IN_FLIGHT = 8;

    @TempDir
    private Path folder;

    private final byte[] frame = new byte[Frame.MAX_LENGTH];
    private FakeTransport transport = new FakeTransport();
    private TcpLayer layer;
    private Exchange exchange;
    private FollowerPoller poller;
    private Connection connection;

    @BeforeEach
    void start() {
        start(folder, SessionLimits.DEFAULT.inFlight());
    }

    private void start(final Path folder, final int inFlight) {
        layer = layer(folder, inFlight);
        exchange = DaybookExchange.start(
                new FileJournalStorage(),
                ExchangeConfig.builder()
                        .topology(Topology.FUSED)
                        .ringSize(RING_SIZE)
                        .closeTimeoutMs(1_000)
                        .journal(folder.resolve("data"))
                        .build(),
                List.of(new Attachment(layer.sessions().follower(), OnFailure.HALT, () -> {})));
        layer.sessions().open(exchange, new UUID(1, 2));
        poller = exchange.poller(layer.sessions().follower().name());
        login();
        follow(1);
        assertEquals("welcome N 0 next 1 first 1", heard().get(0));
    }

    private static TcpLayer layer(final Path data, final int inFlight) {
        final SessionLimits usual = SessionLimits.DEFAULT;
        return new TcpLayer(new DoorSetup(
                new SessionLimits(
                        inFlight,
                        usual.refusalsPerSecond(),
                        usual.connections(),
                        usual.connectionsPerAddress(),
                        usual.notLoggedIn(),
                        usual.loginMs(),
                        usual.failedLoginsPerMinute(),
                        usual.unsentBytes(),
                        usual.behindBytes(),
                        usual.stuckMs(),
                        usual.outboxKeptBytes(),
                        usual.outboxKeptDays(),
                        usual.closedKept()),
                false,
                Members.of(List.of(
                        Venue.trader(17, 1).limit(new RateLimit(1, REQUESTS)).build())),
                new FileJournalStorage(),
                data,
                new SimulatedClock(1_700_000_000_000L),
                AuditLog.none(),
                session -> false,
                (what, cause) -> {
                    throw new AssertionError(what, cause);
                }));
    }

    @AfterEach
    void close() {
        layer.sessions().end();
        layer.duty();
        exchange.close();
    }

    private void login() {
        transport = new FakeTransport();
        connection = layer.connect(transport, FakeClient.ADDRESS);
        assertNotNull(connection);
        send(LoginDescriptor.encode(frame, 0, 17, 1_000, 1, Venue.SECRET.text(), "test"));
    }

    private void place(final int request) {
        send(PlaceDescriptor.encode(frame, 0, request, 1, 1, 1, 1, 100, 5, 0));
    }

    private void send(final int length) {
        assertTrue(connection.inputRoom() >= length);
        System.arraycopy(frame, 0, connection.input(), connection.inputOffset(), length);
        connection.received(length);
    }

    /** Polls until so many messages are on their way to the client. */
    private void follow(final int messages) {
        while (transport.underWay() < messages) {
            poller.poll(RING_SIZE);
            layer.duty();
        }
    }

    private List<String> heard() {
        final List<String> lines = new ArrayList<>();
        for (byte[] arrived = transport.arrive(); arrived != null; arrived = transport.arrive()) {
            lines.add(FrameText.of(arrived));
        }
        return lines;
    }

    @Test
    void shouldWaitForRoomAndTakeOneTokenForARequest() {
        for (int request = 1; request <= REQUESTS; request++) {
            place(request);
        }
        assertFalse(transport.isReading(), "the ring is full, and no result is polled");
        for (int i = 0; i < 10_000; i++) {
            layer.duty();
        }
        follow(REQUESTS);
        final List<String> heard = heard();
        assertEquals(REQUESTS, heard.size());
        assertTrue(heard.stream().noneMatch(line -> line.contains("gateway") || line.contains("bye")));
    }

    @Test
    void shouldReadNoMoreThanMayBeUnanswered() throws Exception {
        close();
        start(folder.resolve("narrow"), IN_FLIGHT);
        for (int request = 1; request <= 3 * IN_FLIGHT; request++) {
            place(request);
        }
        assertFalse(transport.isReading(), "so many are unanswered");
        final long logon = 1;
        assertEquals(
                logon + IN_FLIGHT + 1,
                exchange.submit(new Nop()).get(60, TimeUnit.SECONDS).seq());
        layer.duty();
        assertEquals(
                logon + IN_FLIGHT + 2,
                exchange.submit(new Nop()).get(60, TimeUnit.SECONDS).seq(),
                "as before");
        follow(3 * IN_FLIGHT);
        assertTrue(transport.isReading());
        final List<String> heard = heard();
        for (int request = 1; request <= 3 * IN_FLIGHT; request++) {
            assertTrue(heard.get(request - 1).startsWith(request + " answer " + request + " "), heard::toString);
        }
    }

    @Test
    void shouldAnswerALoginBehindAllThatWasAskedBefore() {
        for (int request = 1; request <= 10; request++) {
            place(request);
        }
        connection.closed("CUT");
        layer.duty();
        login();
        layer.duty();
        assertEquals(List.of(), heard(), "the earlier requests have no outcome yet");
        follow(11);
        assertEquals("welcome N 10 next 11 first 1", heard().get(0));
    }

    @Test
    void shouldMakeTheSameOutboxFromTheJournalAlone() throws Exception {
        for (int request = 1; request <= 50; request++) {
            place(request);
        }
        follow(50);
        layer.sessions().end();
        layer.duty();
        final long last = exchange.submit(new Nop()).get(60, TimeUnit.SECONDS).seq();
        while (layer.book().seq() < last) {
            poller.poll(RING_SIZE);
        }
        final Path other = folder.resolve("other");
        final TcpLayer replayed = layer(other, SessionLimits.DEFAULT.inFlight());
        Replay.follow(
                folder.resolve("data"),
                1,
                replayed.sessions().follower(),
                () -> replayed.book().seq() >= last);
        final Path file = Path.of("gateway", "17", OutboxFormat.fileName(1));
        assertTrue(Files.size(folder.resolve(file)) > 50 * OutboxFormat.RECORD_LENGTH);
        assertEquals(-1, Files.mismatch(folder.resolve(file), other.resolve(file)));
    }
}
