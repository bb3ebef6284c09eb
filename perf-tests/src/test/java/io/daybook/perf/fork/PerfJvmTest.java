package io.daybook.perf.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class PerfJvmTest {
    @Test
    void shouldSayInTheLastLineThatTheMachineIsTooBusy() throws InterruptedException {
        final AtomicBoolean ends = new AtomicBoolean();
        final List<Thread> load = new ArrayList<>();
        for (int i = 0; i < 8 * Runtime.getRuntime().availableProcessors(); i++) {
            final Thread spinning = new Thread(() -> {
                while (!ends.get()) {
                    Thread.onSpinWait();
                }
            });
            load.add(spinning);
            spinning.start();
        }
        final List<String> lines = new ArrayList<>();
        try {
            new PerfJvm(System.getProperty("java.class.path"), List.of("-Xms16m", "-Xmx16m"))
                    .run(lines::add, Figure.class.getName(), "42 ns");
        } finally {
            ends.set(true);
            for (final Thread spinning : load) {
                spinning.join();
            }
        }
        assertEquals("42 ns", lines.get(0));
        assertTrue(
                lines.get(lines.size() - 1)
                        .matches("BUSY +the machine alone makes half of all messages late by .*, load .*: it was too"
                                + " busy to measure on; run this again when nothing else runs"),
                lines::toString);
    }

    /** Prints what it found. */
    static final class Figure {
        private Figure() {}

        public static void main(final String[] args) {
            System.out.println(args[0]);
        }
    }
}
