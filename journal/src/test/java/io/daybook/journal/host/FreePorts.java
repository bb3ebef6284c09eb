package io.daybook.journal.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for processes that are killed and come back on the port that they had. They are below those that systems give
 * to sockets without a port of their own: between two lives no other test gets them, and no client that tries to
 * connect there meets itself. And they are not those of the documents, whose commands other tests run, nor those that a
 * demonstration of a cluster takes.
 *
 * <p>Tests run in several processes at a time. A port is this one's until its end, also before a child has bound it:
 * the byte of its number in a file of the temporary folder is locked, and the system frees it with the process.
 */
public final class FreePorts {
    private static final int FIRST = 10_000;
    private static final int END = 14_900;
    private static final int FIRST_OF_ROWS = 30_000;
    private static final int END_OF_ROWS = 32_700;
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

    /** The first of some ports in a row, all from {@code first} on and below {@code end}. */
    public static int next(final int first, final int end, final int count) {
        while (true) {
            final int port = ThreadLocalRandom.current().nextInt(first, end - count + 1);
            if (claim(port, count) && areFree(port, count)) {
                return port;
            }
        }
    }

    private static boolean claim(final int port, final int count) {
        try {
            return CLAIMS.tryLock(port, count, false) != null;
        } catch (OverlappingFileLockException e) {
            return false; // another test of this process has one of them
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean areFree(final int first, final int count) {
        for (int port = first; port < first + count; port++) {
            final InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            try (ServerSocket tcp = new ServerSocket();
                    DatagramSocket udp = new DatagramSocket(null)) {
                tcp.bind(address);
                udp.bind(address);
            } catch (IOException e) {
                return false; // a program that knows nothing of this file has it
            }
        }
        return true;
    }
}
