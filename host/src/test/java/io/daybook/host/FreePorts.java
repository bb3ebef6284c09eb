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
 * Ports for processes that are killed and come back on the same port. They are below the ports that systems assign to
 * sockets without a fixed port: so no other program is given a port between two runs of a process, and a client that
 * tries to connect cannot connect to itself. They are also different from the ports of the documents, whose commands
 * other tests run, and from those of a demonstration of a cluster.
 *
 * <p>Tests run in several processes at a time. A port belongs to this process until the process gives it back or ends,
 * even before a child process binds it: the byte at the port's number in a file of the temporary folder is locked, and
 * the system releases that lock with the process.
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

    /** The loopback addresses on which a program can listen on this machine. */
    private static List<InetAddress> loopbacks() {
        final List<InetAddress> all = new ArrayList<>();
        for (final String name : List.of("127.0.0.1", "::1")) {
            try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getByName(name))) {
                all.add(any.getInetAddress());
            } catch (IOException e) {
                continue; // the machine does not have this version of IP
            }
        }
        return all;
    }

    /** A port that is free, both for TCP and for UDP. */
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

    /** Frees a port, or a row that begins with it, for other tests. Does nothing if it is free already. */
    public static void giveBack(final int first) {
        final FileLock claim = GIVEN.remove(first);
        if (claim != null) {
            giveUp(claim);
        }
    }

    /** Takes {@code count} ports in a row, from {@code first} on and below {@code end}; returns the first of them. */
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

    /** Claims ports in a row; returns null if a process or test has one of them. */
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
                    return false; // a program that does not use this file has the port
                }
            }
        }
        return true;
    }
}
