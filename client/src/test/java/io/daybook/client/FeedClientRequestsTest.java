package io.daybook.client;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.client.feed.FeedListener;
import io.daybook.host.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.DatagramChannel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests requests for lost messages if one of several nodes cannot be reached. */
class FeedClientRequestsTest {
    /** An address to which a plain socket cannot be connected. */
    private static final InetSocketAddress NOWHERE = new InetSocketAddress("255.255.255.255", 18_000);

    private InetSocketAddress line;

    @BeforeEach
    void findPort() throws IOException {
        line = new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePorts.next());
        try (DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET)) {
            channel.connect(NOWHERE);
            assumeTrue(false, "this system connects sockets to all addresses");
        } catch (IOException expected) {
            // Linux refuses the connection
        }
    }

    private FeedClient start(final InetSocketAddress... nodes) {
        return FeedClient.builder()
                .channels(0)
                .lineA(line)
                .requests(nodes)
                .listener(new FeedListener() {})
                .start();
    }

    @Test
    void shouldStartWhereOneOfSeveralCannotBeReached() {
        try (FeedClient client = start(NOWHERE, new InetSocketAddress(InetAddress.getLoopbackAddress(), 18_000))) {
            assertNull(client.failure());
        }
    }

    @Test
    void shouldSayThatNoneCanBeReached() {
        assertThrows(UncheckedIOException.class, () -> start(NOWHERE, NOWHERE));
    }
}
