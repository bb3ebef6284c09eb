package io.daybook.gateway.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.FollowerPoller;
import io.daybook.api.Topology;
import io.daybook.client.DaybookClient;
import io.daybook.client.OrderHandle;
import io.daybook.client.OrderType;
import io.daybook.client.Side;
import io.daybook.core.DaybookExchange;
import io.daybook.gateway.session.TcpLayer;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.OpenFiles;
import io.daybook.sessions.limit.SessionLimits;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** If the start of a door fails after the start of its exchange, nothing of it stays open, so it can start again. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FailedStartTest {
    private final OpenFiles files = new OpenFiles();
    private final RecordingListener listener = new RecordingListener();

    @TempDir
    private Path folder;

    @Test
    void shouldCloseWhatItsFollowerHasOpened() throws Exception {
        try (TcpVenue venue = new TcpVenue(folder, SessionLimits.DEFAULT, TcpVenue.members());
                DaybookClient client = venue.connect(17, 0, listener)) {
            assertEquals("welcome N 0 next 1", listener.next());
            client.place(new OrderHandle(), 1, TcpVenue.SYMBOL, Side.BID, OrderType.GTC, 100, 5);
            assertEquals("answer 1 request 1 code 0 remaining 5 traded 0 fills 0", listener.next());
        }
        Files.move(folder.resolve("gateway/17"), folder.resolve("away")); // so that the next start writes it
        final TcpGateway gateway;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            gateway = gateway(files, taken.getLocalPort());
            final Exchange exchange = exchange(gateway);
            final UncheckedIOException failure =
                    assertThrows(UncheckedIOException.class, () -> gateway.start(exchange, TcpVenue.ID));
            assertEquals("the TCP door cannot listen on 127.0.0.1:" + taken.getLocalPort(), failure.getMessage());
            assertTrue(failure.getCause().getMessage().contains("already in use"), failure.getCause()::toString);
            assertFalse(files.now().isEmpty(), "its follower has written");
            end(exchange);
        }
        gateway.close();
        gateway.close();
        assertEquals(List.of(), files.now());

        final TcpGateway next = gateway(files, 0);
        final Exchange exchange = exchange(next);
        assertTrue(next.start(exchange, TcpVenue.ID) > 0);
        next.stop();
        exchange.close();
        next.close();
        assertEquals(List.of(), files.now());
    }

    private TcpGateway gateway(final JournalStorage storage, final int port) {
        return TcpGateway.builder()
                .settings(new TcpSettings(
                        InetAddress.getLoopbackAddress(),
                        port,
                        null,
                        SessionLimits.DEFAULT,
                        false,
                        TcpSettings.DEFAULT_SPIN_MICROS))
                .members(TcpVenue.members())
                .folder(folder)
                .storage(storage)
                .build();
    }

    private Exchange exchange(final TcpGateway gateway) {
        return DaybookExchange.start(
                new FileJournalStorage(),
                ExchangeConfig.builder()
                        .topology(Topology.FUSED)
                        .ringSize(TcpVenue.RING_SIZE)
                        .journal(folder.resolve("data"))
                        .build(),
                List.of(gateway.attachment()));
    }

    /** Ends an exchange. It waits at its end for the follower, which only this method polls. */
    private static void end(final Exchange exchange) throws InterruptedException {
        final FollowerPoller poller = exchange.poller(TcpLayer.NAME);
        final Thread closing = new Thread(exchange::close, "close");
        closing.start();
        while (closing.isAlive() || !poller.isDrained()) {
            poller.poll(100);
        }
        closing.join();
    }
}
