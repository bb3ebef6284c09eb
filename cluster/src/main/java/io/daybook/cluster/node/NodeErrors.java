package io.daybook.cluster.node;

import io.aeron.archive.client.ArchiveException;
import io.aeron.cluster.service.ClusterTerminationException;
import io.aeron.exceptions.AeronEvent;
import io.aeron.exceptions.AeronException;
import io.aeron.exceptions.StorageSpaceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AgentTerminationException;
import org.jspecify.annotations.Nullable;

/**
 * What a throwable of Aeron's threads means. By default Aeron reports it and goes on, with half a command where it came
 * from the service, or as a process that lives and does nothing.
 *
 * <pre>
 *                                              service     driver, archive, consensus module
 *  end that the cluster was told               nothing     nothing
 *  event or warning                            told        told
 *  end of an agent                             halt 70     halt 70
 *  Error: broken machine, full mapped file     halt 70     halt 70
 *  no space                                    halt 71     halt 71
 *  failed I/O, bad checksum                    halt 72     halt 72 from the archive, else told
 *  any other                                   halt 70     told: a stranger's datagram may be the cause
 * </pre>
 */
final class NodeErrors {
    /** Where a throwable came from. */
    enum Source {
        SERVICE,
        ARCHIVE,
        CONSENSUS_MODULE,
        DRIVER
    }

    private static final String BAD_CHECKSUM = "checksum mismatch";

    private NodeErrors() {}

    /** Tells or halts; of a node with a folder. */
    static ErrorHandler handler(final Source source, final Path dir) {
        return error -> {
            if (error instanceof ClusterTerminationException end && end.isExpected()) {
                return; // the cluster was told to stop
            }
            final NodeExit exit = exitOf(source, error);
            if (exit == null) {
                System.err.println("daybook cluster node: " + source + ": " + error);
                return;
            }
            final StringWriter trace = new StringWriter();
            error.printStackTrace(new PrintWriter(trace, true));
            System.err.print(trace);
            exit.halt(dir, source + ": " + error);
        };
    }

    /** How the process ends; null where it goes on. */
    static @Nullable NodeExit exitOf(final Source source, final Throwable error) {
        if (error instanceof ClusterTerminationException end && end.isExpected()
                || error instanceof AeronEvent
                || error instanceof AeronException aeron && aeron.category() == AeronException.Category.WARN) {
            return null;
        }
        if (error instanceof AgentTerminationException || error instanceof Error) {
            return NodeExit.FAILED;
        }
        if (isNoSpace(error)) {
            return NodeExit.NO_SPACE;
        }
        final boolean isOfDisk = isIo(error) || isBadChecksum(error);
        if (isOfDisk && (source == Source.SERVICE || source == Source.ARCHIVE)) {
            return NodeExit.DISK;
        }
        return source == Source.SERVICE ? NodeExit.FAILED : null;
    }

    private static boolean isNoSpace(final Throwable error) {
        return error instanceof StorageSpaceException
                || error instanceof ArchiveException archive && archive.errorCode() == ArchiveException.STORAGE_SPACE;
    }

    /** Aeron's archive would answer each question for what it cannot read with the same error, for ever. */
    private static boolean isBadChecksum(final Throwable error) {
        return error instanceof ArchiveException
                && String.valueOf(error.getMessage()).contains(BAD_CHECKSUM);
    }

    private static boolean isIo(final @Nullable Throwable error) {
        return error != null && (error instanceof IOException || isIo(error.getCause()));
    }
}
