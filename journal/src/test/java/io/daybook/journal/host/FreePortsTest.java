package io.daybook.journal.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Ports are nobody else's before anything listens there. */
class FreePortsTest {
    private static final int FIRST = 9_800;
    private static final int PORTS = 60;
    private static final int HALF = PORTS / 2;

    /** Takes half of the ports, says which, and keeps them until its input ends. */
    static final class Other {
        private Other() {}

        public static void main(final String[] arguments) throws Exception {
            for (int i = 0; i < HALF; i++) {
                System.out.println(FreePorts.next(FIRST, FIRST + PORTS, 1));
            }
            while (System.in.read() >= 0) {
                // the end of the input is the sign
            }
        }
    }

    @Test
    void shouldGiveNoPortTwiceWhateverOtherProcessesTake() throws Exception {
        final String java =
                Path.of(System.getProperty("java.home"), "bin", "java").toString();
        final Process other = new ProcessBuilder(List.of(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Other.class.getName()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        final Set<Integer> taken = new HashSet<>();
        try (var said = other.inputReader()) {
            for (int i = 0; i < HALF; i++) {
                taken.add(Integer.valueOf(said.readLine()));
            }
            assertEquals(HALF, taken.size(), "none twice in a process");
            for (int i = 0; i < HALF / 2; i++) {
                final int port = FreePorts.next(FIRST, FIRST + PORTS, 1);
                assertTrue(taken.add(port), () -> "port " + port + " is the other process's");
            }
            other.outputWriter().close();
            assertTrue(other.waitFor(20, TimeUnit.SECONDS));
        } finally {
            other.destroyForcibly();
        }
    }
}
