package io.daybook.cluster.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A client that finds no cluster. */
class ClusterExchangeTest {
    private static final int SESSION = 4_711;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void shouldLeaveNoThreadBehindWhereItsStartIsInterrupted() throws Exception {
        try (DatagramSocket nobody = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            final String members = "0=127.0.0.1:" + nobody.getLocalPort();
            Thread.currentThread().interrupt();
            assertThrows(
                    InterruptedException.class, () -> ClusterExchange.connect(members, "127.0.0.1", SESSION, PATIENCE));
        }
        for (final Thread own : ownThreads()) {
            own.join(PATIENCE.toMillis());
        }
        assertEquals(List.of(), ownThreads());
    }

    private static List<Thread> ownThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("cluster-client-" + SESSION))
                .toList();
    }
}
