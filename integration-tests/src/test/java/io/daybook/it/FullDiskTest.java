package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.api.AddUser;
import io.daybook.api.CommandDoor;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeState;
import io.daybook.api.NoSpaceException;
import io.daybook.api.Nop;
import io.daybook.api.SnapshotFailedException;
import io.daybook.api.StateHashQuery;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import io.daybook.journal.JournalException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Fills a real file system of a few MiB. The test needs the right to mount it. */
@Proves("an exchange refuses commands while its file system is full, and continues once there is room")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("whole")
class FullDiskTest {
    private static final int MIB = 1 << 20;
    private static final long PATIENCE_NS = 60_000_000_000L;
    private static final int POOR_MANS_RING = 64;
    private static final int SMALL_BLOCK = 4096;

    @TempDir
    private Path folder;

    private boolean mounted;

    private void mount(final int mib) throws Exception {
        final Process mount = new ProcessBuilder(
                        "mount", "-t", "tmpfs", "-o", "size=" + mib + "m", "tmpfs", folder.toString())
                .redirectErrorStream(true)
                .start();
        mounted = mount.waitFor() == 0;
        assumeTrue(mounted, "a tmpfs cannot be mounted here: a full disk was not tested");
    }

    @AfterEach
    void unmount() throws Exception {
        if (mounted) {
            assertEquals(
                    0, new ProcessBuilder("umount", folder.toString()).start().waitFor());
        }
    }

    private Exchange start() {
        return DaybookExchange.builder()
                .topology(Topology.FUSED)
                .ringSize(POOR_MANS_RING)
                .journal(folder.resolve("exchange"))
                .start();
    }

    @Test
    void shouldRefuseBeforeTheDiskIsFullAndGoOnWhenThereIsRoom() throws Exception {
        mount(24);
        final Path filler = Files.write(folder.resolve("filler"), new byte[19 * MIB]);
        final String hash;
        final long accepted;
        try (Exchange exchange = start()) {
            final long refusedAt = fill(exchange);
            assertEquals(ExchangeState.RUNNING, exchange.state());
            assertTrue(exchange.metrics().isOutOfRoom());
            final CommandDoor door = exchange.newDoor();
            assertThrows(NoSpaceException.class, door::place);
            assertThrows(NoSpaceException.class, door::tryCancel);
            assertThrows(NoSpaceException.class, () -> door.batch(2));
            assertEquals(refusedAt, exchange.query(new StateHashQuery()).join().seq());
            Files.delete(filler);
            accepted = submitPatiently(exchange);
            assertEquals(refusedAt + 1, accepted);
            assertFalse(exchange.metrics().isOutOfRoom());
            hash = exchange.query(new StateHashQuery()).join().hex();
        }
        try (Exchange exchange = start()) {
            assertEquals(accepted, exchange.recovery().lastSeq());
            assertEquals(hash, exchange.query(new StateHashQuery()).join().hex());
        }
        System.out.println("full disk: refused after " + (accepted - 1) + " commands, continued, recovered all");
    }

    /** Sends commands until the door refuses; returns the last seq that was answered. */
    private static long fill(final Exchange exchange) {
        final long deadlineNs = System.nanoTime() + PATIENCE_NS;
        long last = 0;
        for (long uid = 1; ; uid++) {
            try {
                last = exchange.submit(new AddUser(uid)).join().seq();
            } catch (NoSpaceException e) {
                return last;
            }
            assertTrue(System.nanoTime() - deadlineNs < 0, "the door has accepted all commands up to user " + uid);
        }
    }

    /** Sends a command until it is accepted: the writer checks once a second whether there is room. */
    private static long submitPatiently(final Exchange exchange) {
        final long deadlineNs = System.nanoTime() + PATIENCE_NS;
        while (true) {
            try {
                return exchange.submit(new Nop()).join().seq();
            } catch (NoSpaceException e) {
                assertTrue(System.nanoTime() - deadlineNs < 0, "no command was accepted again");
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    @Test
    void shouldGoOnWhenASnapshotFindsNoRoom() throws Exception {
        mount(6);
        try (Exchange exchange = start()) {
            exchange.submit(new AddUser(1)).join();
            final Path filler = folder.resolve("filler");
            final SnapshotFailedException why = snapshotsUntilOneFails(exchange, filler);
            assertEquals(
                    JournalException.Reason.NO_SPACE,
                    assertInstanceOf(JournalException.class, why.getCause()).reason());
            assertEquals(ExchangeState.RUNNING, exchange.state());
            Files.delete(filler);
            assertTrue(exchange.snapshot().join().seq() > why.seq());
        }
    }

    /**
     * Fills the disk and requests a snapshot, until one fails. The first may succeed, because the thread that prepares
     * segments gives back room that it could not use.
     */
    private static SnapshotFailedException snapshotsUntilOneFails(final Exchange exchange, final Path filler)
            throws IOException {
        final long deadlineNs = System.nanoTime() + PATIENCE_NS;
        while (true) {
            fillUp(filler);
            try {
                exchange.snapshot().join();
            } catch (CompletionException e) {
                return assertInstanceOf(SnapshotFailedException.class, e.getCause());
            }
            assertTrue(System.nanoTime() - deadlineNs < 0, "no snapshot has failed");
        }
    }

    private static void fillUp(final Path filler) throws IOException {
        try (var out = Files.newOutputStream(filler, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            final byte[] block = new byte[SMALL_BLOCK];
            while (filler.toFile().getUsableSpace() > 0) {
                out.write(block);
            }
        } catch (IOException e) {
            return; // the thread that prepares segments took what was left
        }
    }

    @Test
    void shouldNotStartWhereThereIsNoRoomForTheFirstSegment() throws Exception {
        mount(2);
        final JournalException refused = assertThrows(JournalException.class, this::start);
        assertEquals(JournalException.Reason.NO_SPACE, refused.reason());
        final Process remount = new ProcessBuilder("mount", "-o", "remount,size=20m", folder.toString()).start();
        assertEquals(0, remount.waitFor());
        try (Exchange exchange = start()) {
            assertEquals(1, exchange.submit(new Nop()).join().seq());
        }
    }
}
