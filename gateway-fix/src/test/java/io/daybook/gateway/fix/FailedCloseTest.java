package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.gateway.fix.message.FixListings;
import io.daybook.gateway.fix.session.FixSettings;
import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.ForwardingFile;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.OpenFiles;
import io.daybook.host.storage.StorageFile;
import io.daybook.sessions.member.Members;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * If the numbers of one session cannot be forced at the end, the files of the other sessions are closed nevertheless.
 */
@Proves("a FIX door that cannot start, close or go on leaves nothing open")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("whole")
final class FailedCloseTest {
    private final OpenFiles files = new OpenFiles();
    private final AtomicBoolean fails = new AtomicBoolean();

    @TempDir
    private Path folder;

    /** A disk on which one force fails, on request. */
    private final class FailingDisk extends ForwardingStorage {
        FailingDisk() {
            super(files);
        }

        private StorageFile failing(final StorageFile file) {
            return new ForwardingFile(file) {
                @Override
                public void force(final boolean metadata) throws IOException {
                    if (fails.getAndSet(false)) {
                        throw new IOException("the disk failed");
                    }
                    super.force(metadata);
                }
            };
        }

        @Override
        public StorageFile create(final Path path) throws IOException {
            return failing(super.create(path));
        }

        @Override
        public StorageFile open(final Path path) throws IOException {
            return failing(super.open(path));
        }
    }

    @Test
    void shouldCloseTheFilesOfAllSessions() throws Exception {
        final FixGateway gateway = FixGateway.builder()
                .settings(new FixSettings(InetAddress.getLoopbackAddress(), 0, null, FixVenue.limits(10), false))
                .members(Members.of(List.of(FixVenue.trader(17, 1), FixVenue.trader(18, 2))))
                .listings(new FixListings(List.of(FixVenue.BTC_EUR), Map.of()))
                .folder(folder)
                .storage(new FailingDisk())
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
        final int port = gateway.start(exchange);
        hearAReport(port, 17);
        hearAReport(port, 18);
        gateway.stop();
        exchange.close();
        assertTrue(files.now().size() > 1, () -> "open: " + files.now());
        fails.set(true);
        final UncheckedIOException failed = assertThrows(UncheckedIOException.class, gateway::close);
        assertTrue(String.valueOf(failed.getMessage()).contains("the disk failed"), failed::toString);
        assertFalse(gateway.isRunning());
        assertEquals(List.of(), files.now());
    }

    private static void hearAReport(final int port, final int session) throws IOException {
        try (RawFix client = new RawFix(port, "S" + session, "DAYBOOK")) {
            client.send("35=A|98=0|108=300|553=" + session + "|554=" + FixVenue.SECRET.text());
            assertEquals("35=A", RawFix.fields(client.receive(), 35));
            client.send(RawFix.order("s1", 2, "0.012", "154000"));
            assertEquals("150=8", RawFix.fields(client.receive(), 150), "the exchange has no such symbol");
        }
    }
}
