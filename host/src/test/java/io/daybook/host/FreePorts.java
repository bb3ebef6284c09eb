package io.daybook.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Ports for processes that are killed and come back on the port that they had. They are below those that systems give
 * to sockets without a port of their own: between two lives no other test gets them, and no client that tries to
 * connect there meets itself. And they are not those of the documents, whose commands other tests run, nor those that a
 * demonstration of a cluster takes.
 *
 * <p>Tests run in several processes at a time. A port is this one's until it gives it back or ends, also before a child
 * has bound it: the byte of its number in a file of the temporary folder is locked, and the system frees it with the
 * process.
 */
public final class FreePorts {
    private static final int FIRST = 10_000;
    private static final int END = 14_900;
    private static final int FIRST_OF_ROWS = 30_000;
    private static final int END_OF_ROWS = 32_700;
    private static final int MOST_TRIES = 10_000;
    private static final List<InetAddress> LOOPBACKS = loopbacks();
    private static final Map<Integer, FileLock> GIVEN = new ConcurrentHashMap<>();
    private static final FileChannel CLAIMS = claims(); // stays open: closing it would give up all locks

    private FreePorts() {}

    private static FileChannel claims() {
        final String name = "daybook-test-ports-" + System.getProperty("user.name");
        try {
            return FileChannel.open(
                    Path.of(System.getProperty("java.io.tmpdir"), name),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Those on which this machine lets a program listen. */
    private static List<InetAddress> loopbacks() {
        final List<InetAddress> all = new ArrayList<>();
        for (final String name : List.of("127.0.0.1", "::1")) {
            try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getByName(name))) {
                all.add(any.getInetAddress());
            } catch (IOException e) {
                continue; // it has no such version of IP
            }
        }
        return all;
    }

    /** A port that nobody has, neither for TCP nor for UDP. */
    public static int next() {
        return next(FIRST, END, 1);
    }

    /**
     * Ports in a row, for the nodes of a cluster or the channels of a feed.
     *
     * @return the first of them
     */
    public static int next(final int count) {
        return next(FIRST_OF_ROWS, END_OF_ROWS, count);
    }

    /** What began with this port is free for others: nothing comes back there any more. Nothing happens when it is. */
    public static void giveBack(final int first) {
        final FileLock claim = GIVEN.remove(first);
        if (claim != null) {
            giveUp(claim);
        }
    }

    /** The first of some ports in a row, all from {@code first} on and below {@code end}. */
    static int next(final int first, final int end, final int count) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            final int port = ThreadLocalRandom.current().nextInt(first, end - count + 1);
            final FileLock claim = claim(port, count);
            if (claim != null) {
                if (areFree(port, count)) {
                    GIVEN.put(port, claim);
                    return port;
                }
                giveUp(claim);
            }
        }
        throw new IllegalStateException(
                "no free ports from " + first + " on and below " + end + ", " + count + " in a row: who has them all?");
    }

    /** Null where somebody has one of them. */
    private static @Nullable FileLock claim(final int port, final int count) {
        try {
            return CLAIMS.tryLock(port, count, false);
        } catch (OverlappingFileLockException e) {
            return null; // another test of this process
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void giveUp(final FileLock claim) {
        try {
            claim.release();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean areFree(final int first, final int count) {
        for (int port = first; port < first + count; port++) {
            for (final InetAddress address : LOOPBACKS) {
                try (ServerSocket tcp = new ServerSocket();
                        DatagramSocket udp = new DatagramSocket(null)) {
                    tcp.bind(new InetSocketAddress(address, port));
                    udp.bind(new InetSocketAddress(address, port));
                } catch (IOException e) {
                    return false; // a program that knows nothing of this file has it
                }
            }
        }
        return true;
    }
}
