package io.daybook.gateway.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CancelOrderWriter;
import io.daybook.api.CommandDoor;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeState;
import io.daybook.client.DaybookClient;
import io.daybook.client.OrderHandle;
import io.daybook.client.OrderType;
import io.daybook.client.Side;
import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.ForwardingFile;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.sessions.hops.VenueHops;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.wire.OrderNumbers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** If an exchange stops, for whatever reason, clients are told, and no command that was not carried out is answered. */
@Proves("a venue that halts, or whose disk or ring is full, loses and doubles no TCP request")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HaltedVenueTest {
    private static final int PATIENCE_MS = 300;
    private static final int LONG_PATIENCE_MS = 60_000;
    private static final int LONG_HEARTBEAT_MS = 30_000;
    private static final long NEVER_ASKED = 999;
    private static final long LOOK_NS = 1_000_000;

    @TempDir
    private Path folder;

    private final BadDisk disk = new BadDisk();
    private final RecordingListener bidder = new RecordingListener();
    private final RecordingListener asker = new RecordingListener();

    /** A disk on which, on request, the journal fails or the outboxes hang. */
    private static final class BadDisk extends ForwardingStorage {
        private volatile boolean failsForce;
        private volatile boolean hangs;
        private final CountDownLatch isHanging = new CountDownLatch(1);
        private final CountDownLatch goesOn = new CountDownLatch(1);

        BadDisk() {
            super(new FileJournalStorage());
        }

        @Override
        public StorageFile create(final Path path) throws IOException {
            return new BadFile(super.create(path), path);
        }

        @Override
        public StorageFile open(final Path path) throws IOException {
            return new BadFile(super.open(path), path);
        }

        private final class BadFile extends ForwardingFile {
            private final boolean isOutbox;

            BadFile(final StorageFile file, final Path path) {
                super(file);
                isOutbox = path.toString().endsWith(".out");
            }

            @Override
            public int write(final ByteBuffer source, final long position) throws IOException {
                if (isOutbox && hangs) {
                    isHanging.countDown();
                    try {
                        goesOn.await();
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                }
                return super.write(source, position);
            }

            @Override
            public void force(final boolean metadata) throws IOException {
                if (!isOutbox && failsForce) {
                    throw new IOException("the disk is gone");
                }
                super.force(metadata);
            }
        }
    }

    private TcpVenue venue(final int followerTimeoutMs) {
        return new TcpVenue(
                folder, SessionLimits.DEFAULT, TcpVenue.members(), null, VenueHops.none(), disk, followerTimeoutMs);
    }

    private static void place(final DaybookClient client, final long uid) {
        client.place(new OrderHandle(), uid, TcpVenue.SYMBOL, Side.BID, OrderType.GTC, 100, 1);
    }

    private static void await(final BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(LOOK_NS); // the time-out of the class ends it
        }
    }

    /** Sends commands, although no result is polled any more, until the exchange has stopped. */
    private static void fillRing(final TcpVenue venue) {
        final CommandDoor door = venue.exchange().newDoor();
        try {
            while (venue.exchange().state() == ExchangeState.RUNNING) {
                final CancelOrderWriter order = door.tryCancel();
                if (order != null) {
                    order.uid(2).symbol(TcpVenue.SYMBOL).orderId(1).publish();
                }
            }
        } catch (ExchangeClosedException e) {
            assertEquals(ExchangeState.FAILED, venue.exchange().state());
        }
    }

    private static void requireHalted(final RecordingListener listener) throws InterruptedException {
        assertEquals("disconnected", listener.next());
        assertTrue(listener.why().contains("HALTED"), listener::why);
    }

    @Test
    void shouldTellEverybodyWhenTheJournalFails() throws Exception {
        try (TcpVenue venue = venue(LONG_PATIENCE_MS);
                DaybookClient bids = venue.connect(17, 0, bidder);
                DaybookClient ignored = venue.connect(18, 0, asker)) {
            assertEquals("welcome N 0 next 1", bidder.next());
            assertEquals("welcome N 0 next 1", asker.next());
            disk.failsForce = true;
            place(bids, 1);
            requireHalted(bidder);
            requireHalted(asker);
            assertEquals(ExchangeState.FAILED, venue.exchange().state());
        }
        disk.failsForce = false;
        final RecordingListener again = new RecordingListener();
        try (TcpVenue venue = venue(LONG_PATIENCE_MS);
                DaybookClient ignored = venue.connect(17, 1, again)) {
            final String welcome = again.next();
            assertTrue(welcome.matches("welcome N [01] next [12]"), welcome);
            if (welcome.startsWith("welcome N 1")) {
                assertEquals("answer 1 request 1 code 0 remaining 1 traded 0 fills 0", again.next());
            }
        }
    }

    @Test
    void shouldHaltWhereTheBookCannotBeBelieved() throws Exception {
        try (TcpVenue venue = venue(LONG_PATIENCE_MS);
                DaybookClient bids = venue.connect(17, 0, bidder)) {
            assertEquals("welcome N 0 next 1", bidder.next());
            place(bids, 1);
            assertEquals("answer 1 request 1 code 0 remaining 1 traded 0 fills 0", bidder.next());
            venue.exchange().newDoor("gateway").cancel(order -> order.uid(1)
                    .symbol(TcpVenue.SYMBOL)
                    .orderId(1)
                    .cookie(OrderNumbers.cookie(17, NEVER_ASKED)));
            requireHalted(bidder);
            await(() -> venue.exchange().state() == ExchangeState.FAILED);
        }
    }

    @Test
    void shouldHaltWhereTheBookHangs() throws Exception {
        try (TcpVenue venue = venue(PATIENCE_MS);
                DaybookClient bids = DaybookClient.builder()
                        .address("127.0.0.1", venue.port())
                        .session(17, TcpVenue.SECRET.text())
                        .heartbeatMs(LONG_HEARTBEAT_MS)
                        .nextOut(0)
                        .listener(bidder)
                        .connect()) {
            assertEquals("welcome N 0 next 1", bidder.next());
            disk.hangs = true;
            place(bids, 1);
            assertTrue(disk.isHanging.await(60, TimeUnit.SECONDS));
            fillRing(venue);
            disk.hangs = false;
            disk.goesOn.countDown();
            assertEquals("answer 1 request 1 code 0 remaining 1 traded 0 fills 0", bidder.next());
            requireHalted(bidder);
        }
    }
}
