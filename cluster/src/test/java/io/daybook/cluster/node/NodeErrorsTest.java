package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.archive.client.ArchiveException;
import io.aeron.cluster.client.ClusterEvent;
import io.aeron.cluster.service.ClusterTerminationException;
import io.aeron.exceptions.AeronException;
import io.aeron.exceptions.StorageSpaceException;
import io.aeron.exceptions.TimeoutException;
import io.daybook.cluster.node.NodeErrors.Source;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.AgentTerminationException;
import org.junit.jupiter.api.Test;

/** The table of {@link NodeErrors}, cell by cell. */
class NodeErrorsTest {
    @Test
    void shouldGoOnAfterWarningsAndAtAnEndThatWasWanted() {
        for (final Source source : Source.values()) {
            assertEquals(null, NodeErrors.exitOf(source, new ClusterEvent("a vote")));
            assertEquals(null, NodeErrors.exitOf(source, new TimeoutException("late", AeronException.Category.WARN)));
            assertEquals(null, NodeErrors.exitOf(source, new ClusterTerminationException(true)));
        }
    }

    @Test
    void shouldEndWithWhateverTheServiceThrows() {
        assertEquals(NodeExit.FAILED, NodeErrors.exitOf(Source.SERVICE, new IllegalStateException()));
        assertEquals(NodeExit.DISK, NodeErrors.exitOf(Source.SERVICE, new UncheckedIOException(new IOException())));
    }

    @Test
    void shouldEndWithAnAgentOrABrokenMachine() {
        for (final Source source : Source.values()) {
            assertEquals(NodeExit.FAILED, NodeErrors.exitOf(source, new AgentTerminationException("ends")));
            assertEquals(NodeExit.FAILED, NodeErrors.exitOf(source, new ClusterTerminationException(false)));
            assertEquals(NodeExit.FAILED, NodeErrors.exitOf(source, new InternalError("a fault in a mapped file")));
        }
    }

    @Test
    void shouldTellAFullDiskFromABrokenOne() {
        for (final Source source : Source.values()) {
            assertEquals(NodeExit.NO_SPACE, NodeErrors.exitOf(source, new StorageSpaceException("full")));
            assertEquals(
                    NodeExit.NO_SPACE,
                    NodeErrors.exitOf(source, new ArchiveException("full", ArchiveException.STORAGE_SPACE)));
        }
    }

    /**
     * Requires how a node ends after an error of the archive or the service. After an error of another source the node
     * continues.
     */
    private static void exitIs(final NodeExit ofArchive, final NodeExit ofService, final Exception error) {
        final ArchiveException wrapped = new ArchiveException("archive", error, ArchiveException.GENERIC);
        for (final Exception one : List.of(error, new IllegalStateException("outside", error), wrapped)) {
            assertEquals(ofArchive, NodeErrors.exitOf(Source.ARCHIVE, one), one + " by " + error);
            assertEquals(ofService, NodeErrors.exitOf(Source.SERVICE, one), one + " by " + error);
        }
    }

    @Test
    void shouldTakeAFullDiskForOneHoweverItIsSaid() {
        for (final IOException full : List.of(
                new IOException("No space left on device"),
                new IOException("There is not enough space on the disk"),
                new IOException("Disk quota exceeded"),
                new FileSystemException("/srv/tulip/archive/0-0.rec", null, "No space left on device"),
                new FileSystemException("/srv/tulip/archive/0-0.rec", null, "Disk quota exceeded"))) {
            exitIs(NodeExit.NO_SPACE, NodeExit.NO_SPACE, full);
        }
    }

    @Test
    void shouldSpoilTheFolderWhereTheDiskFailed() {
        exitIs(NodeExit.DISK, NodeExit.DISK, new IOException());
        exitIs(NodeExit.DISK, NodeExit.DISK, new IOException("Input/output error"));
        exitIs(NodeExit.DISK, NodeExit.DISK, new IOException("File too large"));
        exitIs(NodeExit.DISK, NodeExit.DISK, new UncheckedIOException(new IOException("Input/output error")));
        assertTrue(NodeExit.DISK.spoils() && NodeExit.DIFFERS.spoils());
    }

    @Test
    void shouldNotSpoilTheFolderForAFileThatCannotBeUsed() {
        for (final IOException error : List.of(
                new NoSuchFileException("/dev/shm/daybook-tulip-0-1a2b/cnc.dat"),
                new AccessDeniedException("/srv/tulip"),
                new FileSystemException("/srv/tulip/archive/0-0.rec", null, "Too many open files"),
                new FileNotFoundException("/srv/tulip/archive/0-0.rec (Too many open files)"),
                new IOException("Too many open files"),
                new IOException("Map failed", new OutOfMemoryError("Map failed")),
                new UnknownHostException("rose"))) {
            exitIs(NodeExit.FILES, NodeExit.FILES, error);
        }
        assertFalse(NodeExit.FILES.spoils() || NodeExit.NO_SPACE.spoils() || NodeExit.FAILED.spoils());
    }

    @Test
    void shouldNotTakeAChannelThatWasClosedForTheDisk() {
        exitIs(null, NodeExit.FAILED, new ClosedByInterruptException());
        exitIs(null, NodeExit.FAILED, new AsynchronousCloseException());
        exitIs(null, NodeExit.FAILED, new ClosedChannelException());
        exitIs(null, NodeExit.FAILED, new IOException("amid a write", new ClosedByInterruptException()));
    }

    private static ArchiveException badChecksum(final String heardBy) {
        final ArchiveException bad = new ArchiveException("CRC checksum mismatch at position=12128");
        bad.setStackTrace(new StackTraceElement[] {
            new StackTraceElement(heardBy, "raiseError", null, 1),
            new StackTraceElement("io.aeron.archive.SessionWorker", "doWork", null, 1)
        });
        return bad;
    }

    @Test
    void shouldSpoilTheFolderForABadChecksumOfItsOwnOnly() {
        final ArchiveException own = badChecksum("io.aeron.archive.ReplaySession");
        exitIs(NodeExit.DISK, NodeExit.DISK, own);
        exitIs(null, NodeExit.FILES, badChecksum("io.aeron.archive.ReplicationSession"));
        exitIs(null, NodeExit.FILES, badChecksum("io.aeron.archive.client.AeronArchive"));
        assertEquals(null, NodeErrors.exitOf(Source.CONSENSUS_MODULE, own));
    }

    @Test
    void shouldGoOnWhereAStrangersDatagramMayBeTheCause() {
        assertEquals(null, NodeErrors.exitOf(Source.DRIVER, new IllegalArgumentException("a channel")));
        assertEquals(null, NodeErrors.exitOf(Source.CONSENSUS_MODULE, new IllegalStateException("a channel")));
        assertEquals(null, NodeErrors.exitOf(Source.DRIVER, new IOException("unreachable")));
        assertEquals(null, NodeErrors.exitOf(Source.CONSENSUS_MODULE, new NoSuchFileException("cnc.dat")));
    }

    /** If the handler halted the process, a node whose door does not open could end with 70 instead of its reason. */
    @Test
    void shouldNotHaltWhereAThreadSeesAnotherEndDuringAClose() {
        final var unexpected = new ClusterTerminationException(false);
        assertEquals(NodeExit.FAILED, NodeErrors.exitOf(Source.CONSENSUS_MODULE, unexpected));
        NodeErrors.handler(Source.CONSENSUS_MODULE, Path.of("."), () -> true).onError(unexpected);
    }
}
