package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.api.CommandDoor;
import io.daybook.api.Exchange;
import io.daybook.api.FollowerPoller;
import io.daybook.api.Nop;
import io.daybook.host.Proves;
import io.daybook.sessions.SessionLog;
import io.daybook.sessions.SessionStatus;
import io.daybook.sessions.member.CancelOnDisconnect;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Right;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.wire.OrderNumbers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the FIX door of one of several nodes: which clients it admits, and where numbers continue after another led.
 */
@Proves("FIX numbers and days go on when another node leads")
@Tag("whole")
final class FixSharedLogTest {
    private static final int BLOCK = 4_000;
    private static final String SECOND_LEADER = "this node does not lead: log on at b.lan:9441";
    private static final long LOOK_NS = 1_000_000;
    private static final long PATIENCE_NS = TimeUnit.MINUTES.toNanos(1);

    @TempDir
    private Path folder;

    private static final Path OPEN_FILES = Path.of("/proc/self/fd");

    private final Shared shared = new Shared();
    private FixVenue venue;

    /** The log of an exchange in this process, for which a test decides which node leads. */
    private static final class Shared implements SessionLog {
        private volatile @Nullable Exchange exchange;
        private volatile @Nullable CommandDoor door;
        private volatile long leadership;
        private volatile String leader = "b.lan:9441";
        private volatile boolean answersOpens = true;
        private volatile boolean isRefused;
        private volatile boolean isReady = true;
        private volatile @Nullable RuntimeException fault;
        private final AtomicLong epoch = new AtomicLong();

        SessionLog on(final Exchange running) {
            exchange = running;
            door = null;
            return this;
        }

        @Override
        public boolean isReady() {
            return isReady && exchange != null;
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

        @Override
        public CommandDoor door() {
            CommandDoor own = door;
            if (own == null) {
                own = newDoor();
                door = own;
            }
            return own;
        }

        @Override
        public CommandDoor newDoor() {
            return exchange.newDoor(FixGateway.FOLLOWER);
        }

        @Override
        public long open(final int session) {
            return isRefused ? REFUSED : answersOpens ? epoch.incrementAndGet() : UNDER_WAY;
        }

        @Override
        public boolean isOpen(final int session) {
            return answersOpens;
        }

        @Override
        public boolean work() {
            final RuntimeException own = fault;
            if (own != null) {
                throw own;
            }
            return false;
        }

        @Override
        public void close() {
            leadership = NONE;
        }
    }

    @BeforeEach
    void start() {
        venue = FixVenue.shared(folder, shared::on, FixVenue.trader(17, 1), FixVenue.trader(18, 2));
    }

    @AfterEach
    void close() {
        venue.close();
        assertEquals(List.of(), List.copyOf(venue.failures));
    }

    /** Logs on as soon as the node leads. */
    private RawFix logon(final int number) throws IOException {
        while (true) {
            awaitDoor(true);
            final RawFix client = venue.logon(17, number, "");
            client.answer = answer(client);
            if ("A".equals(RawFix.field(client.answer, 35))) {
                return client;
            }
            client.close(); // the previous connection has not ended yet
        }
    }

    private static @Nullable String answer(final RawFix client) throws IOException {
        try {
            return client.receive();
        } catch (final SocketException e) {
            return null; // the port was closed again, because the node no longer leads
        }
    }

    private void awaitDoor(final boolean isOpen) {
        while (isOpen() != isOpen) {
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    private boolean isOpen() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), venue.port())) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static String rest(final RawFix client, final String id, final String timeInForce) throws IOException {
        client.send(RawFix.order(id, 1, "0.005", "154000") + "|59=" + timeInForce);
        final String report = client.receive();
        assertEquals("35=8 150=0 11=" + id, RawFix.fields(report, 35, 150, 11));
        return String.valueOf(RawFix.field(report, 17));
    }

    @Test
    void shouldListenWhileItLeads() {
        assertFalse(isOpen(), "an engine tries its next address only if the port is closed");
        shared.leadership = 1;
        awaitDoor(true);
        shared.leadership = SessionLog.NONE;
        awaitDoor(false);
    }

    @Test
    void shouldSayWhoLeadsToThoseWhoHaveCome() throws Exception {
        shared.leadership = 1;
        awaitDoor(true);
        try (RawFix late = new RawFix(venue.port(), "S17", "DAYBOOK");
                RawFix later = new RawFix(venue.port(), "S17", "DAYBOOK");
                RawFix stranger = new RawFix(venue.port(), "S17", "DAYBOOK")) {
            try (RawFix behind = venue.logon(18)) { // once it is answered, the earlier connections are accepted
                assertEquals("A", RawFix.field(behind.receive(), 35));
            }
            shared.leadership = SessionLog.NONE;
            awaitDoor(false);
            final String logon = "35=A|98=0|108=300|553=17|554=" + FixVenue.SECRET.text();
            late.send(logon);
            assertEquals(
                    "35=5 34=2147483647 49=DAYBOOK 56=S17 58=" + SECOND_LEADER,
                    RawFix.fields(late.receive(), 35, 34, 49, 56, 58));
            assertNull(late.receive());
            shared.leader = "";
            later.send(logon);
            assertEquals("no node leads at the moment", RawFix.field(later.receive(), 58));
            stranger.send("35=A|98=0|108=300|553=17|554=wrong");
            assertNull(stranger.receive());
        }
    }

    @Test
    void shouldGoOnAtTheEndOfTheBlockAndTellOnceMoreWhatMayNotBeRead() throws Exception {
        shared.leadership = 1;
        final String execId;
        try (RawFix client = logon(1)) {
            assertEquals("1", RawFix.field(client.answer, 34));
            execId = rest(client, "a", "1");
            shared.leadership = SessionLog.NONE;
            assertEquals("35=5 34=3 58=" + SECOND_LEADER, RawFix.fields(client.receive(), 35, 34, 58));
            assertNull(client.receive());
        }
        awaitDoor(false);
        shared.leadership = 2;
        try (RawFix client = logon(3)) {
            assertEquals(Integer.toString(BLOCK + 1), RawFix.field(client.answer, 34));
            final int last = BLOCK + 2;
            assertEquals(
                    "35=8 34=" + last + " 11=a 97=Y 17=" + execId, RawFix.fields(client.receive(), 35, 34, 11, 97, 17));
            client.send("35=2|7=1|16=0");
            assertEquals("35=4 34=1 36=" + last + " 43=Y", RawFix.fields(client.receive(), 35, 34, 36, 43));
            assertEquals("35=8 34=" + last + " 11=a 43=Y", RawFix.fields(client.receive(), 35, 34, 11, 43));
            rest(client, "b", "1");
        }
    }

    @Test
    void shouldLeaveNoFileOpenOfATimeOfLeadingBefore() throws Exception {
        assumeTrue(Files.isDirectory(OPEN_FILES), "Linux shows what is open");
        long first = Long.MAX_VALUE;
        for (int time = 1; time <= 4; time++) {
            shared.leadership = time;
            try (RawFix client = logon(2 * time - 1)) {
                final String id = "o" + time;
                client.send(RawFix.order(id, 1, "0.005", "154000") + "|59=1");
                String told = client.receive();
                while (!id.equals(RawFix.field(told, 11))) { // reports that may not have been read come first
                    told = client.receive();
                }
                shared.leadership = SessionLog.NONE;
                assertEquals("5", RawFix.field(client.receive(), 35));
            }
            awaitDoor(false);
            awaitOpenFiles(first);
            first = time == 1 ? openFilesOfOutboxes() : first;
        }
    }

    /**
     * Waits until at most so many are open, because the end of a connection may be processed after that of the door.
     */
    private void awaitOpenFiles(final long most) throws IOException {
        final long beganNs = System.nanoTime();
        while (openFilesOfOutboxes() > most) {
            assertTrue(System.nanoTime() - beganNs < PATIENCE_NS, "more are open than after the first time: " + most);
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    private long openFilesOfOutboxes() throws IOException {
        final Path outboxes = folder.toRealPath().resolve("gateway");
        try (DirectoryStream<Path> files = Files.newDirectoryStream(OPEN_FILES)) {
            long count = 0;
            for (final Path file : files) {
                count += Files.isSymbolicLink(file) && opened(file).startsWith(outboxes) ? 1 : 0;
            }
            return count;
        }
    }

    private static Path opened(final Path file) {
        try {
            return Files.readSymbolicLink(file);
        } catch (IOException e) {
            return file; // the file was closed meanwhile
        }
    }

    @Test
    void shouldReadMembersAgainBeforeItsLogIsReadyAsOnANodeThatDoesNotLead() throws Exception {
        final SessionSettings cancelled =
                FixVenue.session(17, Set.of(Right.TRADE), CancelOnDisconnect.DISCONNECT, 86_400_000, 1);
        shared.leadership = 1;
        try (RawFix client = logon(1)) {
            rest(client, "a", "1");
        }
        venue.close();
        shared.leadership = SessionLog.NONE;
        shared.isReady = false;
        venue = FixVenue.shared(folder, shared::on, cancelled);
        venue.gateway().reload(Members.of(List.of(cancelled, FixVenue.trader(18, 2))));
        assertEquals(
                List.of(SessionStatus.State.DOWN, SessionStatus.State.DOWN),
                venue.gateway().sessions().stream().map(SessionStatus::state).toList(),
                "only the leader runs a session's grace");
        shared.isReady = true;
        shared.leadership = 2;
        try (RawFix client = logon(3)) {
            assertEquals("11=a 97=Y", RawFix.fields(client.receive(), 11, 97));
        }
    }

    @Test
    void shouldSayThatItHasFailed() throws Exception {
        shared.leadership = 1;
        awaitDoor(true);
        final RuntimeException fault = new IllegalStateException("no such number");
        shared.fault = fault;
        RuntimeException told = venue.failures.poll();
        while (told == null) {
            LockSupport.parkNanos(LOOK_NS);
            told = venue.failures.poll();
        }
        assertEquals("the FIX door failed", told.getMessage());
        assertSame(fault, told.getCause());
        final FollowerPoller polled = venue.exchange().poller(FixGateway.FOLLOWER);
        CompletableFuture.runAsync(
                () -> { // polls, because no other thread does now, and the exchange would wait for it
                    while (!polled.isDrained()) {
                        polled.poll(1);
                    }
                });
    }

    @Test
    void shouldRefuseOtherCompIdsOfASessionThatHasLoggedOnHereWhileAnotherNodeLeads() throws Exception {
        shared.leadership = 1;
        logon(1).close();
        shared.leadership = SessionLog.NONE;
        awaitDoor(false);
        final Members renamed = Members.of(List.of(FixReloadTest.named(FixVenue.trader(17, 1), "OTHER")));
        final String fault = String.valueOf(assertThrows(
                        IllegalArgumentException.class, () -> venue.gateway().reload(renamed))
                .getMessage());
        assertTrue(fault.startsWith("session 17 must keep its CompIDs while the gateway runs"), fault);
    }

    @Test
    void shouldNotTellAgainWhatTheClientHasRead() throws Exception {
        final int orders = 300;
        shared.leadership = 1;
        try (RawFix client = logon(1)) {
            for (int i = 0; i < orders; i++) {
                client.send(RawFix.order("a" + i, 1, "0.005", "154000"));
            }
            proof(client, orders); // the client does not answer
        }
        shared.leadership = 2;
        try (RawFix client = logon(orders + 2)) {
            final String first = client.receive();
            assertEquals("11=a0 97=Y", RawFix.fields(first, 11, 97), "the client has not confirmed it as read");
            client.send("35=0|112=" + proof(client, orders - 1));
            rest(client, "last", "1");
            rest(client, "behind", "1"); // by then the heartbeat is processed, and its proof journaled
        }
        shared.leadership = 3;
        try (RawFix client = logon(orders + 6)) {
            final String first = String.valueOf(RawFix.field(client.receive(), 11));
            assertTrue("last".equals(first) || Integer.parseInt(first.substring(1)) >= 255, first);
        }
    }

    /** Reads so many reports and the TestRequest for a proof of reading; returns its id. */
    private static String proof(final RawFix client, final int reports) throws IOException {
        int read = 0;
        String asked = null;
        while (read < reports || asked == null) {
            final String message = client.receive();
            read += "8".equals(RawFix.field(message, 35)) ? 1 : 0;
            asked = "1".equals(RawFix.field(message, 35)) ? RawFix.field(message, 112) : asked;
        }
        return asked;
    }

    @Test
    void shouldEndADayAtOnePlaceOfTheLogWhoeverLeads() throws Exception {
        shared.leadership = 1;
        try (RawFix client = logon(1)) {
            rest(client, "day", "0");
            rest(client, "good", "1");
            roll(1);
            assertEquals("150=C 39=C 11=day", RawFix.fields(client.receive(), 150, 39, 11));
            rest(client, "day", "0");
            shared.leadership = SessionLog.NONE;
            assertEquals("5", RawFix.field(client.receive(), 35));
        }
        roll(2);
        shared.leadership = 2;
        try (RawFix client = logon(5)) {
            int ends = 0;
            while (ends < 2) { // the end of the day before is reported once more
                ends += "150=C 39=C 11=day".equals(RawFix.fields(client.receive(), 150, 39, 11)) ? 1 : 0;
            }
            rest(client, "day", "1");
        }
    }

    private void roll(final long request) {
        venue.exchange()
                .trySubmit(
                        FixGateway.FOLLOWER,
                        new Nop(),
                        OrderNumbers.cookie(400, request),
                        io.daybook.sessions.Tags.rollOfAll())
                .orElseThrow()
                .join();
    }

    @Test
    void shouldWaitUntilItsSessionIsOpen() throws Exception {
        shared.answersOpens = false;
        shared.leadership = 1;
        awaitDoor(true);
        try (RawFix client = venue.logon(17)) {
            venue.awaitAddress(17);
            shared.answersOpens = true;
            assertEquals("A", RawFix.field(client.receive(), 35));
        }
        shared.isRefused = true;
        try (RawFix client = venue.logon(18)) {
            assertNull(client.receive());
        }
    }
}
