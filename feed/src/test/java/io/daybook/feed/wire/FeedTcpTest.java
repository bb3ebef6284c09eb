package io.daybook.feed.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Topology;
import io.daybook.client.FeedClient;
import io.daybook.core.DaybookExchange;
import io.daybook.gateway.tcp.TcpGateway;
import io.daybook.gateway.tcp.TcpSettings;
import io.daybook.host.Clock;
import io.daybook.host.FreePorts;
import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.sessions.ViewSource;
import io.daybook.sessions.audit.AuditEvent;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Right;
import io.daybook.sessions.member.Secret;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.wire.BatchDescriptor;
import io.daybook.wire.ByeDescriptor;
import io.daybook.wire.ByeReason;
import io.daybook.wire.Frame;
import io.daybook.wire.LoginDescriptor;
import io.daybook.wire.SubscribeDescriptor;
import io.daybook.wire.Templates;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.Selector;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A feed over TCP: a gateway, its sessions, and the messages of a channel that they get. */
@Proves(value = "both ends of the feed work on sockets, row by row", large = "200,000 requests")
@Tag("whole")
final class FeedTcpTest {
    private static final int CHANNELS = 2;
    private static final long AWAIT_NS = 60_000_000_000L;
    private static final Secret.Fresh SECRET = Secret.make(new byte[Secret.RANDOM_BYTES]);
    private static final long BEHIND_BYTES = 2 << 20;
    private static final long LOOK_NS = 1_000_000;

    @TempDir
    private Path folder;

    private final RandomFeed feed = new RandomFeed(CHANNELS, 11, 500);
    private final InetAddress loopback = InetAddress.getLoopbackAddress();
    private final Queue<String> ended = new ConcurrentLinkedQueue<>();
    private Selector selector;
    private FeedWire wire;
    private Exchange exchange;
    private TcpGateway gateway;
    private InetSocketAddress door;
    private InetSocketAddress line;

    @BeforeEach
    void open() throws IOException {
        selector = Selector.open();
        line = new InetSocketAddress(loopback, FreePorts.next(CHANNELS));
        final WireSettings settings = new WireSettings(
                1,
                0,
                CHANNELS,
                1_400,
                new LineSettings(line, null),
                null,
                null,
                10_000,
                null,
                address -> true,
                200,
                10_000);
        wire = FeedWire.open(settings, feed.log, null, feed, Clock.system(), selector);
        feed.sink(wire);
        final SessionLimits limits = new SessionLimits(
                4_096, 100, 1_000, 100, 100, 60_000, 10, 64 << 10, BEHIND_BYTES, 10_000, 1L << 30, 7, 1 << 10);
        gateway = TcpGateway.builder()
                .settings(new TcpSettings(loopback, 0, null, limits, false, TcpSettings.DEFAULT_SPIN_MICROS))
                .members(Members.of(List.of(viewer(17), viewer(18), session(19, Right.TRADE))))
                .folder(folder)
                .auditLog(event -> {
                    if (event instanceof AuditEvent.Ended end) {
                        ended.add(end.session() + " " + end.reason());
                    }
                })
                .build();
        gateway.viewSource(wire.views());
        exchange = DaybookExchange.start(
                new FileJournalStorage(),
                ExchangeConfig.builder()
                        .topology(Topology.FUSED)
                        .ringSize(1_024)
                        .journal(folder.resolve("data"))
                        .build(),
                List.of(gateway.attachment()));
        door = new InetSocketAddress(loopback, gateway.start(exchange, new UUID(1, 2)));
    }

    private static SessionSettings viewer(final int session) {
        return session(session, Right.VIEW);
    }

    private static SessionSettings session(final int session, final Right right) {
        return SessionSettings.tcp(session, "ALPHA")
                .rights(right)
                .secrets(SECRET.kept())
                .build();
    }

    @AfterEach
    void close() throws IOException {
        gateway.stop();
        exchange.close();
        gateway.close();
        wire.close();
        selector.close();
    }

    private void send(final int commands) {
        for (int i = 0; i < commands; i++) {
            feed.command();
            if (i % 16 == 0) {
                duty();
            }
        }
        duty();
    }

    private void duty() {
        wire.onBatchEnd();
        final boolean unused = wire.duty();
    }

    private void await(final BooleanSupplier condition, final String what) {
        final long beganNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - beganNs < AWAIT_NS, what);
            duty();
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    private void requireSameBooks(final Subscriber follower) {
        follower.requireSameBooks(feed, () -> send(1), this::await);
    }

    /**
     * Requires that the connection has not ended, unless the machine stopped for two seconds; after such a stop, a new
     * connection begins.
     */
    private static void requireKept(final FeedClient client) {
        final String end = client.lastStreamEnd();
        assertTrue(
                end.isEmpty() || end.contains("silent for two heartbeats") || end.contains("the connection: SILENT"),
                end);
    }

    private FeedClient.Builder client() {
        return FeedClient.builder().channels(0, 1).stream(door, 17, SECRET.text());
    }

    @Test
    void shouldFollowByTcpAlone() {
        send(5_000);
        final Subscriber follower = new Subscriber(CHANNELS).start(client());
        try (FeedClient client = follower.client()) {
            await(() -> follower.freshCount.get() == RandomFeed.SYMBOLS, "not all symbols are fresh");
            send(3_000);
            requireSameBooks(follower);
            requireKept(client);
        }
    }

    @Test
    void shouldBringALateSubscriberOfALineUp() {
        send(40_000);
        final Subscriber follower = new Subscriber(CHANNELS).start(client().lineA(line));
        try (FeedClient client = follower.client()) {
            send(100);
            await(() -> follower.freshCount.get() == RandomFeed.SYMBOLS, "not all symbols are fresh");
            requireSameBooks(follower);
            await(() -> client.lastStreamEnd().equals("no longer needed"), "the connection must end");
            send(500);
            requireSameBooks(follower);
        }
    }

    /** Logs in without a client, sends frames, and reads until the venue's BYE. */
    private ByeReason bye(final int session, final long... subscriptions) throws IOException {
        try (Socket socket = login(session)) {
            final byte[] frame = new byte[Frame.MAX_LENGTH];
            for (int i = 0; i < subscriptions.length; i += 3) {
                final int length = SubscribeDescriptor.encode(
                        frame, 0, (int) subscriptions[i], (int) subscriptions[i + 1], subscriptions[i + 2]);
                socket.getOutputStream().write(frame, 0, length);
            }
            return bye(socket);
        }
    }

    private ByeReason bye(final Socket socket) throws IOException {
        final DataInputStream in = new DataInputStream(socket.getInputStream());
        final byte[] frame = new byte[Frame.MAX_LENGTH];
        while (true) {
            in.readFully(frame, 0, 4);
            in.readFully(frame, 4, Frame.length(frame, 0) - 4);
            if (Frame.template(frame, 0) == Templates.BYE) {
                return ByeReason.of(ByeDescriptor.reason(frame, 0));
            }
            duty();
        }
    }

    private Socket login(final int session) throws IOException {
        final Socket socket = new Socket(door.getAddress(), door.getPort());
        socket.setSoTimeout(60_000);
        final byte[] frame = new byte[Frame.MAX_LENGTH];
        final int length = LoginDescriptor.encode(frame, 0, session, 60_000, 0, SECRET.text(), "test");
        socket.getOutputStream().write(frame, 0, length);
        return socket;
    }

    @Test
    void shouldSayThatItIsThereWhileItHasNothingToTell() throws IOException {
        send(500);
        try (Socket socket = login(18)) {
            final byte[] frame = new byte[Frame.MAX_LENGTH];
            final int length = SubscribeDescriptor.encode(frame, 0, 0, 3, feed.nextNumber(0));
            socket.getOutputStream().write(frame, 0, length);
            int batches = 0;
            while (batches < 3) {
                read(socket, frame);
                if (Frame.template(frame, 0) == Templates.BATCH) {
                    assertEquals(0, BatchDescriptor.count(frame, 0));
                    assertEquals(feed.nextNumber(0), BatchDescriptor.number(frame, 0));
                    batches++;
                }
            }
        }
    }

    private void read(final Socket socket, final byte[] frame) throws IOException {
        read(socket, frame, 0, 4);
        read(socket, frame, 4, Frame.length(frame, 0) - 4);
    }

    /** Reads while the feed continues. */
    private void read(final Socket socket, final byte[] frame, final int offset, final int length) throws IOException {
        await(
                () -> {
                    try {
                        return socket.getInputStream().available() >= length;
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                "no frame came");
        assertEquals(length, socket.getInputStream().readNBytes(frame, offset, length));
    }

    /** Waking a sleeping gateway costs the feed more than sending a packet. */
    @Test
    void shouldWakeNobodyWhereNobodySubscribes() {
        final AtomicInteger told = new AtomicInteger();
        wire.views().listen(told::incrementAndGet);
        send(100);
        assertEquals(0, told.get());
        final ViewSource.View view = Objects.requireNonNull(wire.views().subscribe(0, 3, feed.nextNumber(0)));
        send(1);
        assertTrue(told.get() >= 2, "each batch, and heartbeats");
        assertNull(wire.views().subscribe(0, 3, feed.nextNumber(0) + 1), "a number of the future");
        view.close();
        final int before = told.get();
        send(100);
        assertEquals(before, told.get());
    }

    @Test
    void shouldRefuseWhatCannotBeServed() throws IOException {
        send(500);
        feed.log.forgetBefore(10);
        assertEquals(ByeReason.BAD_FRAME, bye(18, CHANNELS, 3, 0), "no such channel");
        assertEquals(ByeReason.BAD_FRAME, bye(18, -1, 3, 0), "no such channel");
        assertEquals(ByeReason.BAD_FRAME, bye(18, 0, 4, 0), "no such stream");
        assertEquals(ByeReason.BAD_FRAME, bye(18, 0, 2, 0), "a stream that this feed does not have");
        assertEquals(ByeReason.BAD_FRAME, bye(18, 0, 3, 11, 0, 3, 12), "twice");
        assertEquals(ByeReason.TOO_OLD, bye(18, 0, 3, 9));
        assertEquals(ByeReason.TOO_OLD, bye(18, 0, 3, feed.nextNumber(0) + 1), "a future number");
        assertEquals(ByeReason.NOT_PERMITTED, bye(19, 0, 3, 0));
    }

    @Test
    void shouldEndASubscriberThatDoesNotRead() throws IOException {
        send(500);
        try (Socket socket = login(18)) {
            final byte[] frame = new byte[Frame.MAX_LENGTH];
            final int length = SubscribeDescriptor.encode(frame, 0, 0, 3, 1);
            socket.getOutputStream().write(frame, 0, length);
            assertEquals(1, socket.getInputStream().readNBytes(1).length);
            final Subscriber other = new Subscriber(CHANNELS).start(client());
            try (FeedClient client = other.client()) {
                await(() -> other.freshCount.get() == RandomFeed.SYMBOLS, "not all symbols are fresh");
                for (int i = 0; i < 50; i++) {
                    send(5_000);
                    requireSameBooks(other);
                }
                requireKept(client);
            }
            await(() -> ended.contains("18 SLOW"), "the slow session must be ended: " + ended);
        }
    }
}
