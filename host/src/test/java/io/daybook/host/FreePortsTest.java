package io.daybook.host;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ports belong to one test even before a program listens there. */
class FreePortsTest {
    private static final int FIRST = 9_800;
    private static final int PORTS = 90;
    private static final int ROW = 3;
    private static final int ROWS = 5;

    /** Takes rows and single ports, prints them, and keeps them until its input ends. */
    static final class Taker {
        private Taker() {}

        public static void main(final String[] arguments) throws Exception {
            for (int i = 0; i < ROWS; i++) {
                final int first = FreePorts.next(FIRST, FIRST + PORTS, ROW);
                for (int port = first; port < first + ROW; port++) {
                    System.out.println(port);
                }
            }
            for (int i = 0; i < ROWS; i++) {
                System.out.println(FreePorts.next(FIRST, FIRST + PORTS, 1));
            }
            while (System.in.read() >= 0) {
                // waits for the end of the input
            }
        }
    }

    @TempDir
    private Path folder;

    @Test
    void shouldGiveNoPortTwiceWhoeverAsks() throws Exception {
        final Set<Integer> taken = new HashSet<>();
        final Process one = start();
        final Process two = start();
        try (BufferedReader ofOne = one.inputReader();
                BufferedReader ofTwo = two.inputReader()) {
            for (final BufferedReader said : List.of(ofOne, ofTwo)) {
                for (int i = 0; i < ROWS * (ROW + 1); i++) {
                    final String port = said.readLine();
                    assertTrue(taken.add(Integer.valueOf(port)), () -> "twice: " + port);
                }
            }
            one.outputWriter().close();
            two.outputWriter().close();
            assertTrue(one.waitFor(60, TimeUnit.SECONDS) && two.waitFor(60, TimeUnit.SECONDS));
        } finally {
            one.destroyForcibly();
            two.destroyForcibly();
        }
    }

    /** Starts a process with a file of its own, so that ports of other tests of this machine do not matter. */
    private Process start() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + folder,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Taker.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    @Test
    void shouldNotGiveWhatAnybodyListensOn() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            final int port = other.getLocalPort();
            final IllegalStateException refused =
                    assertThrows(IllegalStateException.class, () -> FreePorts.next(port, port + 1, 1));
            assertTrue(refused.getMessage().startsWith("no free ports from " + port), refused::toString);
        }
    }
}
