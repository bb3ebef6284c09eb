package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aeron.archive.client.ArchiveException;
import io.aeron.cluster.client.ClusterEvent;
import io.aeron.cluster.service.ClusterTerminationException;
import io.aeron.exceptions.AeronException;
import io.aeron.exceptions.StorageSpaceException;
import io.aeron.exceptions.TimeoutException;
import io.daybook.cluster.node.NodeErrors.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
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
        assertEquals(NodeExit.DISK, NodeErrors.exitOf(Source.ARCHIVE, new UncheckedIOException(new IOException())));
        final ArchiveException checksum = new ArchiveException("CRC checksum mismatch at position=12128");
        assertEquals(NodeExit.DISK, NodeErrors.exitOf(Source.ARCHIVE, checksum));
        assertEquals(null, NodeErrors.exitOf(Source.CONSENSUS_MODULE, checksum)); // told what another archive said
    }

    @Test
    void shouldGoOnWhereAStrangersDatagramMayBeTheCause() {
        assertEquals(null, NodeErrors.exitOf(Source.DRIVER, new IllegalArgumentException("a channel")));
        assertEquals(null, NodeErrors.exitOf(Source.CONSENSUS_MODULE, new IllegalStateException("a channel")));
        assertEquals(null, NodeErrors.exitOf(Source.DRIVER, new IOException("unreachable")));
    }
}
