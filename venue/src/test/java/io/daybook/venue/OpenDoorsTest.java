package io.daybook.venue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Topology;
import io.daybook.client.Answer;
import io.daybook.client.ClientListener;
import io.daybook.client.DaybookClient;
import io.daybook.client.Fill;
import io.daybook.client.Off;
import io.daybook.core.DaybookExchange;
import io.daybook.gateway.config.FixDoor;
import io.daybook.gateway.tcp.TcpGateway;
import io.daybook.gateway.tcp.TcpSettings;
import io.daybook.host.Clock;
import io.daybook.host.Proves;
import io.daybook.host.RateLimit;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.server.StartException;
import io.daybook.sessions.SessionStatus;
import io.daybook.sessions.audit.AuditEvent;
import io.daybook.sessions.hops.VenueHops;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.Account;
import io.daybook.sessions.member.CancelOnDisconnect;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.member.Right;
import io.daybook.sessions.member.Secret;
import io.daybook.sessions.member.SessionSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several doors of a venue: members are replaced at both, or at none. */
@Proves("members are replaced at all doors or at none")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OpenDoorsTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final Secret.Fresh SECRET = Secret.make(new byte[Secret.RANDOM_BYTES]);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
    private static final int PATIENCE_MS = 60_000;

    private final Members first = members(session(17, Protocol.TCP, null), session(18, Protocol.FIX, "C18"));

    @TempDir
    private Path folder;

    private Doors doors;
    private TcpGateway tcp;
    private FixEntrance fix;
    private Exchange exchange;
    private int tcpPort;

    /** Runs on the thread of the TCP door once the door has the other members. */
    private volatile Runnable onTaken = () -> {};

    private static SessionSettings session(final int session, final Protocol protocol, final @Nullable String compId) {
        return new SessionSettings(
                session,
                "MEMBER" + session,
                protocol,
                false,
                List.of(new Account("A" + session, session)),
                Set.of(Right.TRADE),
                CancelOnDisconnect.NONE,
                0,
                List.of(),
                new RateLimit(100, 100),
                List.of(SECRET.kept()),
                compId,
                compId == null ? null : "DAYBOOK",
                false);
    }

    private static Members members(final SessionSettings... sessions) {
        return Members.of(List.of(sessions));
    }

    /** A client that logs in and ignores what it receives. */
    private static final class Hearing implements ClientListener {
        @Override
        public void onAnswer(final Answer answer) {}

        @Override
        public void onFill(final Fill fill) {}

        @Override
        public void onOff(final Off off) {}

        @Override
        public void onNotCarriedOut(final long request) {}

        @Override
        public void onHistoryLost(final String why) {}
    }

    @BeforeEach
    void open() throws StartException {
        final FixDoor door = new FixDoor(LOOPBACK, 0, null, SessionLimits.DEFAULT, Map.of());
        doors = new Doors(
                new Doors.Wanted(
                        folder,
                        new TcpSettings(
                                LOOPBACK, 0, null, SessionLimits.DEFAULT, false, TcpSettings.DEFAULT_SPIN_MICROS),
                        door,
                        List.of(),
                        false,
                        false),
                first,
                event -> {
                    if (event instanceof AuditEvent.MembersReloaded) {
                        onTaken.run();
                    }
                },
                VenueHops.none(),
                VenueGiven.of(Clock.system()));
        tcp = Objects.requireNonNull(doors.tcp());
        fix = Objects.requireNonNull(doors.fix());
        exchange = DaybookExchange.start(
                new FileJournalStorage(),
                ExchangeConfig.builder()
                        .topology(Topology.FUSED)
                        .ringSize(1_024)
                        .journal(folder)
                        .build(),
                doors.attachments());
        doors.open(exchange, new UUID(1, 2));
        tcpPort = doors.tcpPort();
    }

    @AfterEach
    void close() {
        doors.stop();
        doors.end(exchange);
        doors.close();
    }

    private static List<Integer> numbers(final List<SessionStatus> sessions) {
        return sessions.stream().map(SessionStatus::session).toList();
    }

    private void logonToFix() {
        final int port = Integer.parseInt(fix.told().replaceAll("^.*:(\\d+): .*$", "$1"));
        final String body = ("35=A|34=1|49=C18|56=DAYBOOK|52=" + TIME.format(Instant.now()) + "|98=0|108=30|553=18|554="
                        + SECRET.text() + "|")
                .replace('|', '\001');
        final String text = "8=FIX.4.4\0019=" + body.length() + "\001" + body;
        final int sum = text.chars().sum() & 0xFF;
        try (Socket socket = new Socket(LOOPBACK, port)) {
            socket.setSoTimeout(PATIENCE_MS);
            socket.getOutputStream()
                    .write((text + String.format("10=%03d\001", sum)).getBytes(StandardCharsets.ISO_8859_1));
            final InputStream in = socket.getInputStream();
            final StringBuilder answer = new StringBuilder();
            while (answer.indexOf("\00110=") < 0) {
                final int read = in.read();
                if (read < 0) {
                    throw new AssertionError("refused: " + answer);
                }
                answer.append((char) read);
            }
            assertTrue(answer.indexOf("\00135=A\001") > 0, answer::toString);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A session of FIX logs on while the TCP door has the other members, in which it has another CompID. */
    @Test
    void shouldTakeThemBackAtTcpWhereFixRefusesThemAtLast() {
        final Members other = members(
                session(17, Protocol.TCP, null), session(18, Protocol.FIX, "OTHER"), session(19, Protocol.TCP, null));
        onTaken = () -> {
            onTaken = () -> {};
            logonToFix();
        };
        final IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> doors.reload(other));
        assertTrue(
                String.valueOf(refused.getMessage()).contains("session 18 must keep its CompIDs"), refused::toString);
        assertEquals(List.of(17), numbers(tcp.sessions()));
        assertEquals(List.of(18), numbers(fix.sessions()));
        assertEquals(first, doors.counting());
        final Members fitting = members(
                session(17, Protocol.TCP, null), session(18, Protocol.FIX, "C18"), session(19, Protocol.TCP, null));
        doors.reload(fitting);
        assertEquals(List.of(17, 19), numbers(tcp.sessions()));
        assertEquals(fitting, doors.counting());
    }

    @Test
    void shouldTakeThemNowhereWhereTcpRefusesThem() throws Exception {
        try (DaybookClient client = DaybookClient.builder()
                .address("127.0.0.1", tcpPort)
                .session(17, SECRET.text())
                .nextOut(0)
                .listener(new Hearing())
                .connect()) {
            assertFalse(client.isStopped());
        }
        final Members other = members(session(18, Protocol.FIX, "C18"), session(20, Protocol.FIX, "C20"));
        final IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> doors.reload(other));
        assertTrue(String.valueOf(refused.getMessage()).contains("session 17 has logged in before"), refused::toString);
        assertEquals(List.of(17), numbers(tcp.sessions()));
        assertEquals(List.of(18), numbers(fix.sessions()));
        assertEquals(first, doors.counting());
    }
}
