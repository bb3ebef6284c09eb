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
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AgentTerminationException;
import org.jspecify.annotations.Nullable;

/**
 * Interprets a throwable of Aeron's threads. By default Aeron reports it and continues, with half a command if it came
 * from the service, or as a live process that does nothing.
 *
 * <pre>
 *                                              service     driver, archive, consensus module
 *  requested end of the cluster                nothing     nothing
 *  event or warning                            reported    reported
 *  end of an agent                             halt 70     halt 70
 *  Error: broken machine, full mapped file     halt 70     halt 70
 *  no space, no quota                          halt 71     halt 71
 *  channel closed, as when a node closes       halt 70     reported
 *  failed I/O                                  spoilt 72   spoilt 72 from the archive, else reported
 *  bad checksum that the archive here found    halt 72     spoilt 72 from the archive, else reported
 *  bad checksum that another archive found     halt 72     reported
 *  file missing, too many open, no memory      halt 72     halt 72 from the archive, else reported
 *  any other                                   halt 70     reported: a stranger's datagram may be the cause
 * </pre>
 *
 * <p>Spoilt: the node halts, and its folder is not used again until the node is seeded. A seed needs both other nodes,
 * so a folder is spoilt only if the content of the disk is in doubt. A cause that may reach all three nodes at once,
 * such as a full disk that they share, must leave folders to start from.
 */
final class NodeErrors {
    /** The source of a throwable. */
    enum Source {
        SERVICE,
        ARCHIVE,
        CONSENSUS_MODULE,
        DRIVER
    }

    private static final List<String> BAD_CHECKSUM = List.of("checksum mismatch");

    /** The place where an archive checks its own disk. */
    private static final String REPLAY = "io.aeron.archive.ReplaySession";

    private static final List<String> NO_SPACE = List.of("No space left on device", "quota exceeded");

    /** Limits of the process and of the system. */
    private static final List<String> LIMITS =
            List.of("Too many open files", "Map failed", "Cannot allocate memory", "Interrupted system call");

    private NodeErrors() {}

    /** Returns a handler that reports or halts, for the node with a folder. */
    static ErrorHandler handler(final Source source, final Path dir) {
        return handler(source, dir, () -> false);
    }

    /**
     * Returns a handler that reports or halts.
     *
     * @param isEnding whether this node ends in order: then one of its threads may find that another has ended before
     *     it
     */
    static ErrorHandler handler(final Source source, final Path dir, final BooleanSupplier isEnding) {
        return error -> {
            if (error instanceof ClusterTerminationException end && (end.isExpected() || isEnding.getAsBoolean())) {
                return;
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

    /** Returns how the process ends; null if it continues. */
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

    /** Returns whether the system reports a failed disk; subclasses are about unusable files or the network. */
    private static boolean isFailedIo(final Throwable error) {
        return error.getClass() == IOException.class && !says(error, LIMITS);
    }

    /**
     * Returns whether a checksum failed: Aeron's archive would answer each request for the unreadable part with the
     * same error, forever.
     */
    private static boolean isBadChecksum(final Throwable error) {
        return error instanceof ArchiveException && says(error, BAD_CHECKSUM);
    }

    /** Returns whether a checksum failed here: a replicating archive receives the same message about another disk. */
    private static boolean isBadChecksumHere(final Throwable error) {
        return isBadChecksum(error)
                && Arrays.stream(error.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(REPLAY));
    }

    private static boolean says(final Throwable error, final List<String> words) {
        final String message = String.valueOf(error.getMessage());
        return words.stream().anyMatch(message::contains);
    }

    /** Returns whether a condition holds for an error or one of its causes. */
    private static boolean isAny(final Throwable error, final Predicate<Throwable> wanted) {
        for (Throwable one = error; one != null; one = one.getCause()) {
            if (wanted.test(one)) {
                return true;
            }
        }
        return false;
    }
}
