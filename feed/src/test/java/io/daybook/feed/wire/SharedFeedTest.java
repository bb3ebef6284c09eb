package io.daybook.feed.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.Attachment;
import io.daybook.api.Command;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Follower;
import io.daybook.api.FollowerPoller;
import io.daybook.api.OrderType;
import io.daybook.api.PartReader;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.StateView;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.feed.log.FeedLogLimits;
import io.daybook.host.Clock;
import io.daybook.host.Proves;
import io.daybook.host.Scheduler;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.sessions.ViewSource;
import io.daybook.wire.BatchDescriptor;
import io.daybook.wire.Frame;
import io.daybook.wire.SubscribeDescriptor;
import io.daybook.wire.feed.MoldPacket;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The feed of one node, which other nodes make as well: each node sends its own share. */
@Proves("on nodes the feed's lines are sent according to the node's place, from a log that is made again")
@Tag("whole")
final class SharedFeedTest {
    private static final int SYMBOL = 1;
    private static final int AWAIT_MS = 60_000;
    private static final long LOOK_NS = 1_000_000;

    /** The state is not read if there is a part. */
    private static final StateView NO_STATE = (StateView) Proxy.newProxyInstance(
            StateView.class.getClassLoader(), new Class<?>[] {StateView.class}, (proxy, method, arguments) -> {
                throw new AssertionError(method);
            });

    private static final UUID ID = new UUID(0x1234_5678_9ABC_DEF0L, 7);

    /** The session of channel 0. */
    private static final byte[] SESSION = "1234560000".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private Path folder;

    private final InetAddress loopback = InetAddress.getLoopbackAddress();
    private final byte[] packet = new byte[2_000];
    private DatagramSocket lineA;
    private DatagramSocket lineB;
    private long nextOrder = 1;

    @BeforeEach
    void open() throws IOException {
        lineA = new DatagramSocket(0, loopback);
        lineB = new DatagramSocket(0, loopback);
    }

    @AfterEach
    void close() {
        lineA.close();
        lineB.close();
    }

    private FeedPublisher feed(final WireSettings settings, final int restarts) {
        return FeedPublisher.shared(
                new FileJournalStorage(),
                folder,
                ID,
                settings,
                FeedLogLimits.DEFAULT,
                List.of(),
                Clock.system(),
                Scheduler.threads(Clock.system()),
                false,
                restarts);
    }

    /** An exchange that stands for a log which nodes share, and the feed of one node. */
    private final class Node implements SharedLog, AutoCloseable {
        private final FeedPublisher feed;
        private final Exchange exchange;
        private final FollowerPoller poller;
        private final AtomicInteger polls = new AtomicInteger();
        private volatile Sending sending = Sending.NOTHING;

        Node(final int restarts) {
            this(restarts, 0);
        }

        Node(final int restarts, final int requestPort) {
            final WireSettings settings = new WireSettings(
                    0,
                    0,
                    1,
                    1_400,
                    new LineSettings(new InetSocketAddress(loopback, lineA.getLocalPort()), null),
                    new LineSettings(new InetSocketAddress(loopback, lineB.getLocalPort()), null),
                    null,
                    100,
                    new InetSocketAddress(loopback, requestPort),
                    InetAddress::isLoopbackAddress,
                    10_000,
                    10_000);
            feed = feed(settings, restarts);
            final boolean isNew = Files.notExists(folder.resolve("journal"));
            exchange = DaybookExchange.start(
                    new FileJournalStorage(),
                    ExchangeConfig.builder()
                            .topology(Topology.FUSED)
                            .ringSize(1_024)
                            .journal(folder.resolve("journal"))
                            .build(),
                    List.of(feed.attachment()));
            poller = exchange.poller("feed");
            feed.start(this);
            if (isNew) {
                done(new AddSymbol(SymbolSpec.exchangePair(SYMBOL, 10, 20).build()));
                done(AddAccounts.of(Map.of(1L, Map.of(10, 1_000_000_000L, 20, 1_000_000_000L))));
            }
        }

        private void done(final Command command) {
            try {
                assertTrue(exchange.submit(command).get(60, TimeUnit.SECONDS).isSuccess(), command::toString);
            } catch (final Exception e) {
                throw new AssertionError(command.toString(), e);
            }
        }

        /** Places orders. Each makes two messages: a group, and its content. */
        void place(final int orders) {
            for (int i = 0; i < orders; i++) {
                done(new PlaceOrder(1, SYMBOL, nextOrder++, Side.BID, OrderType.GTC, 1_000, 2_000, 5));
            }
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public Sending sending() {
            return sending;
        }

        @Override
        public int poll(final int limit) {
            polls.incrementAndGet();
            return poller.poll(limit);
        }

        /** Waits until the feed's thread has read its sockets: it polls before that, and once more before it sleeps. */
        void awaitRound() {
            final int before = polls.get();
            await(() -> polls.get() > before + 2, "the feed stands still");
        }

        @Override
        public boolean isDrained() {
            return poller.isDrained();
        }

        @Override
        public void close() {
            exchange.close();
            feed.close();
            assertNull(feed.failure());
            assertNull(feed.served());
            assertTrue(feed.isSilent());
        }
    }

    /** Reads packets of a line until one has this number as its next. Returns how many messages came. */
    private int awaitNext(final DatagramSocket line, final long next) throws IOException {
        line.setSoTimeout(AWAIT_MS);
        int count = 0;
        while (true) {
            line.receive(new DatagramPacket(packet, packet.length));
            count += MoldPacket.count(packet, 0);
            if (MoldPacket.number(packet, 0) + MoldPacket.count(packet, 0) == next) {
                return count;
            }
        }
    }

    /** Returns the number of messages that came so far. */
    private int drained(final DatagramSocket line) throws IOException {
        line.setSoTimeout(1);
        int count = 0;
        try {
            while (true) {
                line.receive(new DatagramPacket(packet, packet.length));
                count += MoldPacket.count(packet, 0);
            }
        } catch (final SocketTimeoutException e) {
            return count;
        }
    }

    /** Returns whether a packet comes soon; used where none may come. */
    private boolean hears(final DatagramSocket line) throws IOException {
        line.setSoTimeout(500);
        try {
            line.receive(new DatagramPacket(packet, packet.length));
            return true;
        } catch (final SocketTimeoutException e) {
            return false;
        }
    }

    /** Returns the number of the next answer. */
    private long awaitAnswer(final DatagramSocket asking) throws IOException {
        asking.setSoTimeout(AWAIT_MS);
        asking.receive(new DatagramPacket(packet, packet.length));
        return MoldPacket.number(packet, 0);
    }

    private static void await(final BooleanSupplier condition, final String what) {
        final long beganNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - beganNs < TimeUnit.MILLISECONDS.toNanos(AWAIT_MS), what);
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    @Test
    void shouldSendTheLineOfItsPlace() throws IOException {
        try (Node node = new Node(0)) {
            node.place(4);
            assertFalse(hears(lineA), "a node that catches up must send nothing");
            assertFalse(hears(lineB), "a node that catches up must send nothing");
            assertNull(node.feed.served());

            node.sending = Sending.LINE_B;
            assertEquals(0, awaitNext(lineB, 11), "messages that another node has sent are not sent again");
            node.place(2);
            assertEquals(4, awaitNext(lineB, 15));
            assertEquals(0, drained(lineA));
            assertNull(node.feed.served());

            node.sending = Sending.LINE_A;
            assertEquals(0, awaitNext(lineA, 15), "the next number is sent at once");
            final int before = drained(lineB);
            node.place(2);
            assertEquals(4, awaitNext(lineA, 19));
            assertEquals(0, before + drained(lineB));
            assertNotNull(node.feed.served());

            node.sending = Sending.NOTHING;
            await(() -> node.feed.served() == null, "line A must end");
            final int after = drained(lineA) + drained(lineB);
            node.place(2);
            assertFalse(hears(lineA), "the node must send nothing more");
            assertEquals(0, after);
            node.sending = Sending.LINE_A;
            assertEquals(0, awaitNext(lineA, 23), "another node has sent the messages in between");
        }
    }

    /** A request that is never read would wake the selector without end. */
    @Test
    void shouldDropRequestsWhileItMaySayNothing() throws IOException {
        final byte[] request = new byte[MoldPacket.HEADER_LENGTH];
        try (Node node = new Node(0);
                DatagramSocket asking = new DatagramSocket(0, loopback)) {
            node.place(4);
            await(() -> node.feed.counters() != null, "the feed's sockets must open");
            MoldPacket.header(request, 0, SESSION, 3, 2);
            final DatagramPacket asked =
                    new DatagramPacket(request, request.length, Objects.requireNonNull(node.feed.requestAddress()));
            asking.send(asked);
            node.awaitRound();
            assertFalse(hears(asking), "a node that catches up must not answer");
            node.sending = Sending.LINE_B;
            assertEquals(0, awaitNext(lineB, 11));
            assertFalse(hears(asking), "earlier requests must be dropped");
            asking.send(asked);
            assertEquals(3, awaitAnswer(asking));
        }
    }

    /** A port that is taken is no reason to lose the numbers of the feed. */
    @Test
    void shouldGoOnUnheardWhereItsSocketsCannotBeOpened() throws IOException {
        try (DatagramSocket taken = new DatagramSocket(0, loopback);
                Node node = new Node(0, taken.getLocalPort())) {
            await(() -> node.feed.wireFailure() != null, "the port is taken");
            node.place(4);
            node.sending = Sending.LINE_A;
            assertFalse(hears(lineA));
            assertTrue(node.feed.isSilent(), "subscribers over TCP should use another node");
            assertNull(node.feed.served());
            node.place(2);
        }
        try (Node node = new Node(0)) {
            node.sending = Sending.LINE_A;
            final int unused = awaitNext(lineA, 15);
            node.place(1);
            assertEquals(2, awaitNext(lineA, 17));
            assertFalse(node.feed.isAhead());
        }
    }

    @Test
    void shouldTryItsSocketsAgain() throws IOException {
        try (DatagramSocket taken = new DatagramSocket(0, loopback);
                Node node = new Node(0, taken.getLocalPort())) {
            node.sending = Sending.LINE_A;
            await(() -> node.feed.wireFailure() != null, "the port is taken");
            node.place(4);
            assertFalse(hears(lineA));
            taken.close();
            await(() -> node.feed.served() != null, "the port is free");
            assertNull(node.feed.wireFailure());
            assertFalse(node.feed.isSilent());
            assertEquals(0, awaitNext(lineA, 11), "messages that were not sent can be requested");
            node.place(2);
            assertEquals(4, awaitNext(lineA, 15));
            assertFalse(node.feed.isAhead());
        }
    }

    /** A subscriber that waits for more messages must get the end of its view. */
    @Test
    void shouldEndItsViewsWithItself() throws IOException {
        final byte[] frame = new byte[Frame.MAX_LENGTH];
        final ViewSource.View view;
        try (Node node = new Node(0)) {
            node.sending = Sending.LINE_A;
            await(() -> node.feed.served() != null, "the node must send line A");
            view = Objects.requireNonNull(
                    Objects.requireNonNull(node.feed.served()).subscribe(0, SubscribeDescriptor.ORDERS, 1));
            node.place(4);
            int count = 0;
            while (count < 10) {
                final int length = view.next(frame);
                assertTrue(length >= 0, () -> "the view must end: " + length);
                count += length == 0 ? 0 : BatchDescriptor.count(frame, 0);
            }
        }
        assertEquals(ViewSource.View.ENDED, view.next(frame));
    }

    @Test
    void shouldSayNothingUntilItsLogIsMadeAgain() throws IOException {
        try (Node node = new Node(0)) {
            node.place(3);
        }
        final Path copy = Files.createDirectory(folder.resolve("copy"));
        copy(folder.resolve("journal"), copy);
        try (Node node = new Node(0)) {
            node.place(3);
        }
        // the log of commands has lost its end, and the feed's log has not
        delete(folder.resolve("journal"));
        Files.move(copy, folder.resolve("journal"));
        nextOrder -= 3;
        try (Node node = new Node(0)) {
            node.sending = Sending.LINE_B;
            assertFalse(hears(lineB), "some of the sent messages may still be made again");
            assertFalse(node.feed.isAhead());
            node.sending = Sending.LINE_A;
            await(node.feed::isAhead, "the commands of the last sent messages are lost");
            node.place(1);
            assertFalse(hears(lineA), "other messages must not be sent under the same numbers");
            assertNull(node.feed.served());
        }
        assertTrue(Files.exists(folder.resolve("feed").resolve("AHEAD")));

        // all nodes raise the number of restarts, and the feed continues
        try (Node node = new Node(3)) {
            node.sending = Sending.LINE_A;
            final int unused = awaitNext(lineA, 11);
            assertEquals("1234560300", new String(packet, 0, 10, StandardCharsets.US_ASCII));
            node.place(1);
            assertEquals(2, awaitNext(lineA, 13));
        }
    }

    private static void copy(final Path from, final Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (final Path file : files.toList()) {
                final Path target = to.resolve(from.relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    private static void delete(final Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** A part of a later version. */
    private static final class BadPart implements PartReader {
        private int position;

        @Override
        public long length() {
            return Integer.BYTES;
        }

        @Override
        public int read(final byte[] target, final int offset, final int length) {
            final int count = Math.min(length, Integer.BYTES - position);
            Arrays.fill(target, offset, offset + count, (byte) 99);
            position += count;
            return count;
        }
    }

    /** A part that cannot be used is no reason to end a node: the feed fails with the first result. */
    @Test
    void shouldFailWithTheFirstResultWhereItsPartCannotBe() {
        final WireSettings settings =
                new WireSettings(0, 0, 1, 1_400, null, null, null, 100, null, address -> false, 1, 1);
        try (FeedPublisher feed = feed(settings, 0)) {
            final Attachment attachment = feed.attachment();
            final Follower follower = attachment.follower();
            follower.restore(new BadPart(), 5, NO_STATE);
            assertThrows(IllegalStateException.class, follower::capture);
            assertThrows(IllegalStateException.class, follower::onBatchEnd);
        }
    }

    /**
     * A node whose part cannot be restored sends nothing: it would send other messages under numbers that were used.
     */
    @Test
    void shouldSendNothingWhereItsPartCannotBe() throws IOException {
        try (Node node = new Node(0)) {
            node.place(4);
        }
        final WireSettings settings = new WireSettings(
                0,
                0,
                1,
                1_400,
                new LineSettings(new InetSocketAddress(loopback, lineA.getLocalPort()), null),
                null,
                null,
                100,
                null,
                address -> false,
                1,
                1);
        final AtomicBoolean isDrained = new AtomicBoolean();
        final SharedLog log = new SharedLog() {
            @Override
            public boolean isReady() {
                return true;
            }

            @Override
            public Sending sending() {
                return Sending.LINE_A;
            }

            @Override
            public int poll(final int limit) {
                return 0;
            }

            @Override
            public boolean isDrained() {
                return isDrained.get();
            }
        };
        try (FeedPublisher feed = feed(settings, 0)) {
            feed.attachment().follower().restore(new BadPart(), 5, NO_STATE);
            feed.start(log);
            await(() -> feed.failure() != null, "the feed must fail");
            assertFalse(hears(lineA));
            assertFalse(feed.isAhead());
            isDrained.set(true);
        }
        assertFalse(Files.exists(folder.resolve("feed").resolve("AHEAD")), "the log is sound");
    }
}
