package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ExchangeState;
import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.ForwardingFile;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.sessions.audit.AuditEvent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests sessions when the disk of the journal fails. */
@Proves("a FIX door that cannot start, close or go on leaves nothing open")
@Timeout(300)
@Tag("whole")
final class FixHaltTest {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long LOOK_NS = 1_000_000;

    @TempDir
    private Path folder;

    private final Disk disk = new Disk();

    @Test
    void shouldEndSessionsWhereTheExchangeHalts() throws Exception {
        try (FixVenue venue = new FixVenue(folder, disk, FixVenue.trader(17, 1));
                RawFix client = venue.logon(17)) {
            client.receive();
            disk.fails = true;
            client.send(order("h1"));
            final String logout = client.receiveApplication();
            assertEquals("5", RawFix.field(logout, 35), "a request that is not journaled is not answered: " + logout);
            assertTrue(String.valueOf(RawFix.field(logout, 58)).contains("has stopped"), logout);
            assertNull(client.receive());
            await(() -> hasEnded(venue, "HALTED"), "the session did not end: " + venue.audited);
            assertEquals(ExchangeState.FAILED, venue.exchange().state());
        }
    }

    private static String order(final String id) {
        return "35=D|11=" + id + "|55=BTC-EUR|54=1|60=20260101-00:00:00|38=0.012|40=2|44=154000";
    }

    private static boolean hasEnded(final FixVenue venue, final String reason) {
        return venue.audited.stream()
                .anyMatch(event -> event instanceof AuditEvent.Ended ended
                        && ended.reason().equals(reason));
    }

    private static void await(final BooleanSupplier condition, final String otherwise) {
        final long beganNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - beganNs < PATIENCE_NS, otherwise);
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    /** A disk that fails on request. */
    private static final class Disk extends ForwardingStorage {
        private volatile boolean fails;

        Disk() {
            super(new FileJournalStorage());
        }

        @Override
        public StorageFile create(final Path path) throws IOException {
            return new OnDisk(super.create(path));
        }

        private final class OnDisk extends ForwardingFile {
            OnDisk(final StorageFile file) {
                super(file);
            }

            @Override
            public int write(final ByteBuffer source, final long position) throws IOException {
                if (fails) {
                    throw new IOException("Input/output error");
                }
                return super.write(source, position);
            }
        }
    }
}
