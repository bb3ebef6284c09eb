package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.FollowerPoller;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.gateway.fix.message.FixListings;
import io.daybook.gateway.fix.session.FixSettings;
import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.OpenFiles;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.Members;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** If the start of a FIX door fails after the start of its exchange, none of its files stays open, and no thread. */
@Proves("a FIX door that cannot start, close or go on leaves nothing open")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("whole")
final class FailedStartTest {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    private final OpenFiles files = new OpenFiles();

    @TempDir
    private Path folder;

    @Test
    void shouldCloseWhatItsFollowerHasOpenedAndEndItsThreads() throws Exception {
        try (FixVenue venue = new FixVenue(folder, FixVenue.trader(17, 1));
                RawFix client = venue.logon(17)) {
            client.receive();
            client.send(RawFix.order("s1", 2, "0.012", "154000"));
            assertEquals("150=0", RawFix.fields(client.receive(), 150));
        }
        Files.move(folder.resolve("gateway/17"), folder.resolve("away")); // so that the next start writes it
        final Set<Thread> before = threads();
        final FixGateway gateway;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            gateway = FixGateway.builder()
                    .settings(new FixSettings(
                            InetAddress.getLoopbackAddress(), taken.getLocalPort(), null, SessionLimits.DEFAULT, false))
                    .members(Members.of(List.of(FixVenue.trader(17, 1))))
                    .listings(new FixListings(List.of(FixVenue.BTC_EUR), Map.of()))
                    .folder(folder)
                    .storage(files)
                    .build();
            final Exchange exchange = DaybookExchange.start(
                    new FileJournalStorage(),
                    ExchangeConfig.builder()
                            .topology(Topology.FUSED)
                            .ringSize(1_024)
                            .marginTrading(true)
                            .journal(folder.resolve("data"))
                            .build(),
                    List.of(gateway.attachment()));
            assertThrows(IllegalArgumentException.class, () -> gateway.start(exchange));
            assertFalse(files.now().isEmpty(), "its follower has written");
            end(exchange);
        }
        gateway.close();
        gateway.close();
        assertEquals(List.of(), files.now());
        awaitEndOfAllBut(before);
        try (FixVenue venue = new FixVenue(folder, FixVenue.trader(17, 1));
                RawFix client = venue.logon(17, 10, "")) {
            assertEquals("35=A", RawFix.fields(client.receive(), 35));
        }
    }

    private static Set<Thread> threads() {
        return new HashSet<>(Thread.getAllStackTraces().keySet());
    }

    private static void awaitEndOfAllBut(final Set<Thread> before) {
        final long beganNs = System.nanoTime();
        Set<Thread> left = threads();
        while (left.stream().anyMatch(thread -> !before.contains(thread) && isOfDoor(thread))) {
            if (System.nanoTime() - beganNs > PATIENCE_NS) {
                throw new AssertionError("threads are left: " + left);
            }
            LockSupport.parkNanos(1_000_000);
            left = threads();
        }
    }

    private static boolean isOfDoor(final Thread thread) {
        final String name = thread.getName();
        return name.startsWith("daybook-fix") || name.startsWith("QF") || name.startsWith("Nio");
    }

    /** Ends an exchange. It waits at its end for the follower, which only this method polls. */
    private static void end(final Exchange exchange) throws InterruptedException {
        final FollowerPoller poller = exchange.poller(FixGateway.FOLLOWER);
        final Thread closing = new Thread(exchange::close, "close");
        closing.start();
        while (closing.isAlive() || !poller.isDrained()) {
            poller.poll(100);
        }
        closing.join();
    }
}
