package io.daybook.cluster.node;

import io.aeron.archive.client.ArchiveException;
import io.aeron.cluster.service.ClusterTerminationException;
import io.aeron.exceptions.AeronEvent;
import io.aeron.exceptions.AeronException;
import io.aeron.exceptions.StorageSpaceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
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
 *  no space, no quota                          halt 71     halt 71
 *  channel closed, as where a node closes      halt 70     told
 *  failed I/O                                  spoilt 72   spoilt 72 from the archive, else told
 *  bad checksum that the archive here found    halt 72     spoilt 72 from the archive, else told
 *  bad checksum that another archive found     halt 72     told
 *  file missing, too many open, no memory      halt 72     halt 72 from the archive, else told
 *  any other                                   halt 70     told: a stranger's datagram may be the cause
 * </pre>
 *
 * <p>Spoilt: it halts, and the folder is not used again until the node was seeded. That needs both others, so it is
 * said only of what casts doubt on what the disk holds. A cause that may reach all three at once, as a full disk that
 * they share, must leave folders to start from.
 */
final class NodeErrors {
    /** Where a throwable came from. */
    enum Source {
        SERVICE,
        ARCHIVE,
        CONSENSUS_MODULE,
        DRIVER
    }

    private static final List<String> BAD_CHECKSUM = List.of("checksum mismatch");

    /** Where an archive checks what its own disk has. */
    private static final String REPLAY = "io.aeron.archive.ReplaySession";

    private static final List<String> NO_SPACE = List.of("No space left on device", "quota exceeded");

    /** Limits of the process and of the system. */
    private static final List<String> LIMITS =
            List.of("Too many open files", "Map failed", "Cannot allocate memory", "Interrupted system call");

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
        if (source == Source.SERVICE || source == Source.ARCHIVE) {
            final NodeExit exit = exitOfFiles(source, error);
            if (exit != null) {
                return exit;
            }
        }
        return source == Source.SERVICE ? NodeExit.FAILED : null;
    }

    private static @Nullable NodeExit exitOfFiles(final Source source, final Throwable error) {
        if (isAny(error, ClosedChannelException.class::isInstance)) {
            return null;
        }
        if (isAny(error, NodeErrors::isFailedIo) || isAny(error, NodeErrors::isBadChecksumHere)) {
            return NodeExit.DISK;
        }
        final boolean isToldOfChecksum = source == Source.SERVICE && isAny(error, NodeErrors::isBadChecksum);
        return isToldOfChecksum || isAny(error, IOException.class::isInstance) ? NodeExit.FILES : null;
    }

    private static boolean isNoSpace(final Throwable error) {
        return error instanceof ArchiveException archive && archive.errorCode() == ArchiveException.STORAGE_SPACE
                || StorageSpaceException.isStorageSpaceError(error)
                || isAny(error, one -> one instanceof IOException && says(one, NO_SPACE));
    }

    /** What the system says of a disk; its subclasses say why a file cannot be used, or are of the network. */
    private static boolean isFailedIo(final Throwable error) {
        return error.getClass() == IOException.class && !says(error, LIMITS);
    }

    /** Aeron's archive would answer each question for what it cannot read with the same error, for ever. */
    private static boolean isBadChecksum(final Throwable error) {
        return error instanceof ArchiveException && says(error, BAD_CHECKSUM);
    }

    /** An archive that replicates hears the same words of another's disk. */
    private static boolean isBadChecksumHere(final Throwable error) {
        return isBadChecksum(error)
                && Arrays.stream(error.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(REPLAY));
    }

    private static boolean says(final Throwable error, final List<String> words) {
        final String message = String.valueOf(error.getMessage());
        return words.stream().anyMatch(message::contains);
    }

    /** Whether it or one of its causes is so. */
    private static boolean isAny(final Throwable error, final Predicate<Throwable> wanted) {
        for (Throwable one = error; one != null; one = one.getCause()) {
            if (wanted.test(one)) {
                return true;
            }
        }
        return false;
    }
}
