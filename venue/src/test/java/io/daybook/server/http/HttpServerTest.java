package io.daybook.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.host.Proves;
import io.daybook.venue.ServedVenue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Closes a door while connections come: each of them ends. */
@Proves(value = "a door that closes while connections come ends each of them", normal = "3 ends", large = "20 ends")
class HttpServerTest {
    private static final int ROUNDS = Boolean.getBoolean("daybook.long") ? 20 : 3;
    private static final int PEERS = 4;
    private static final int MOST_OPEN = 100;
    private static final int TIME_OUT_MS = 60_000;

    @TempDir
    private Path folder;

    @Tag("whole")
    @Test
    void shouldEndEachConnectionHoweverLateItCame() throws Exception {
        final ExecutorService peers = Executors.newFixedThreadPool(PEERS);
        try (ServedVenue venue = ServedVenue.start(folder)) {
            for (int i = 0; i < ROUNDS; i++) {
                final int port = venue.port();
                final List<Future<List<Socket>>> coming = new ArrayList<>();
                for (int peer = 0; peer < PEERS; peer++) {
                    coming.add(peers.submit(comingUntilRefused(port)));
                }
                venue.restart();
                for (final Future<List<Socket>> sockets : coming) {
                    for (final Socket socket : sockets.get()) {
                        requireEnd(socket, i);
                    }
                }
            }
        } finally {
            peers.shutdown();
        }
    }

    @Test
    void shouldDoNothingWhenItIsClosedAgain() throws Exception {
        try (ServedVenue venue = ServedVenue.start(folder)) {
            final HttpServer door = venue.http();
            door.close();
            door.close();
            door.stopListening();
            assertThrows(IOException.class, () -> new Socket(InetAddress.getLoopbackAddress(), venue.port()).close());
        }
    }

    private static Callable<List<Socket>> comingUntilRefused(final int port) {
        return () -> {
            final List<Socket> sockets = new ArrayList<>();
            while (true) {
                try {
                    sockets.add(new Socket(InetAddress.getLoopbackAddress(), port));
                } catch (IOException e) {
                    return sockets;
                }
                if (sockets.size() > MOST_OPEN) {
                    sockets.remove(0).close();
                }
            }
        };
    }

    private static void requireEnd(final Socket socket, final int round) throws IOException {
        try (socket) {
            socket.setSoTimeout(TIME_OUT_MS);
            // If the queue of the door was full, the connection never reached the door: a sent byte
            // is answered by a reset.
            socket.getOutputStream().write('G');
            assertEquals(-1, socket.getInputStream().read(), "round " + round);
        } catch (SocketException e) {
            return; // a reset is an end, too
        }
    }
}
