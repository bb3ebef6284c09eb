package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.Aeron;
import io.aeron.DirectBufferVector;
import io.aeron.FragmentAssembler;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.codecs.MessageHeaderDecoder;
import io.aeron.cluster.codecs.MessageHeaderEncoder;
import io.aeron.cluster.codecs.SessionMessageHeaderDecoder;
import io.aeron.cluster.codecs.SessionMessageHeaderEncoder;
import io.aeron.cluster.service.ClientSession;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.BufferClaim;
import io.daybook.host.Proves;
import io.daybook.wire.Bytes;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Replies to a connection over Aeron that takes them later than they are made: the log does not wait for it. */
@Proves("replies wait for slow connections, and the log does not")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EgressTest {
    private static final long TERM = 7;
    private static final int STREAM = 102;
    private static final int LENGTH = 1_000;

    private final MediaDriver driver = MediaDriver.launchEmbedded(new MediaDriver.Context()
            .threadingMode(ThreadingMode.SHARED)
            .termBufferSparseFile(true)
            .publicationConnectionTimeoutNs(TimeUnit.SECONDS.toNanos(30)) // longer than a pause of the driver's thread
            .dirDeleteOnShutdown(true));
    private final Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
    private final Egress egress = new Egress(aeron);
    private final byte[] reply = new byte[LENGTH];
    private Subscription replies;
    private Connection connection;
    private long sent;
    private long heard;

    private final FragmentAssembler hearing = new FragmentAssembler((buffer, offset, length, header) -> {
        final SessionMessageHeaderDecoder head =
                new SessionMessageHeaderDecoder().wrapAndApplyHeader(buffer, offset, new MessageHeaderDecoder());
        assertEquals(connection.id(), head.clusterSessionId());
        assertEquals(TERM, head.leadershipTermId());
        assertEquals(AeronCluster.SESSION_HEADER_LENGTH + LENGTH, length);
        final byte[] bytes = new byte[LENGTH];
        buffer.getBytes(offset + AeronCluster.SESSION_HEADER_LENGTH, bytes);
        assertEquals(heard, Bytes.getI64(bytes, 0));
        heard++;
    });

    @BeforeEach
    void connect() throws InterruptedException {
        replies = aeron.addSubscription("aeron:udp?term-length=64k|endpoint=127.0.0.1:0", STREAM);
        await(() -> replies.tryResolveChannelEndpointPort() != null);
        connection = new Connection(aeron.addPublication(replies.tryResolveChannelEndpointPort(), STREAM));
        await(() -> connection.publication.isConnected());
    }

    @AfterEach
    void close() {
        aeron.close();
        driver.close();
    }

    private static void await(final BooleanSupplier wanted) throws InterruptedException {
        final long start = System.nanoTime();
        while (!wanted.getAsBoolean()) {
            assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(60), "not within a minute");
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    private void send(final int count) {
        for (int i = 0; i < count; i++) {
            Bytes.putI64(reply, 0, sent++);
            egress.send(connection, reply, 0, LENGTH);
        }
    }

    private void hear(final long count) throws InterruptedException {
        await(() -> {
            egress.poll(TERM, 1);
            replies.poll(hearing, 10);
            return heard >= count;
        });
    }

    @Test
    void shouldTellEverythingInOrderToAConnectionThatTakesItLater() throws Exception {
        send(3_000); // many times the size of the connection's buffers
        hear(1_000);
        send(1_000); // after the replies that still wait
        hear(sent);
        send(5); // nothing waits any more
        hear(sent);
        assertEquals(4_005, heard);
        assertEquals(0, egress.connectionsClosed());
        assertEquals(0, connection.closed);
    }

    @Test
    void shouldCloseAConnectionForWhichTooMuchWaits() throws Exception {
        final int most = (int) (Egress.MAX_WAITING_BYTES / LENGTH);
        send(most);
        assertEquals(0, connection.closed);
        send(2_000);
        assertEquals(1, connection.closed);
        assertEquals(1, egress.connectionsClosed());
        egress.onClose(connection);
        assertEquals(0, egress.poll(TERM, 1));
    }

    @Test
    void shouldDropWhatWaitsForAConnectionThatIsGone() throws Exception {
        send(1_000);
        replies.close();
        await(() -> !connection.publication.isConnected());
        egress.poll(TERM, 1);
        assertEquals(0, egress.poll(TERM, 1));
        send(1_000);
        assertEquals(0, connection.closed);
    }

    /** A session as the service container creates it, for one publication. */
    private static final class Connection implements ClientSession {
        private final Publication publication;
        private final SessionMessageHeaderEncoder header = new SessionMessageHeaderEncoder();
        private final UnsafeBuffer head = new UnsafeBuffer(new byte[AeronCluster.SESSION_HEADER_LENGTH]);
        private int closed;

        Connection(final Publication publication) {
            this.publication = publication;
            header.wrapAndApplyHeader(head, 0, new MessageHeaderEncoder())
                    .leadershipTermId(TERM)
                    .clusterSessionId(id());
        }

        @Override
        public long id() {
            return 5;
        }

        @Override
        public int responseStreamId() {
            return STREAM;
        }

        @Override
        public String responseChannel() {
            return publication.channel();
        }

        @Override
        public byte[] encodedPrincipal() {
            return new byte[0];
        }

        @Override
        public void close() {
            closed++;
        }

        @Override
        public boolean isClosing() {
            return closed > 0;
        }

        @Override
        public long offer(final DirectBuffer buffer, final int offset, final int length) {
            return publication.offer(head, 0, head.capacity(), buffer, offset, length);
        }

        @Override
        public long offer(final DirectBufferVector[] vectors) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long tryClaim(final int length, final BufferClaim bufferClaim) {
            throw new UnsupportedOperationException();
        }
    }
}
