package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The reports of threads that do not end with their node. */
class NodeThreadsTest {
    private final List<String> notes = new ArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);

    @Test
    void shouldSayNothingOfThreadsThatEnd() {
        final Thread waiting = new Thread(() -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                // the thread ends
            }
        });
        waiting.start();
        NodeThreads.end(waiting, 60_000, notes::add);
        assertFalse(waiting.isAlive());
        NodeThreads.end(new Thread(() -> {}), 60_000, notes::add); // never started
        assertEquals(List.of(), notes);
    }

    @Test
    void shouldNameAThreadThatGoesOn() throws InterruptedException {
        final Thread stubborn = new Thread(this::awaitEnd, "cluster-upkeep");
        stubborn.start();
        NodeThreads.end(stubborn, 1, notes::add);
        assertEquals(1, notes.size());
        assertTrue(notes.get(0).contains("the thread cluster-upkeep has not ended"), notes::toString);

        Thread.currentThread().interrupt();
        NodeThreads.end(stubborn, 60_000, notes::add);
        assertTrue(Thread.interrupted(), "an interrupted caller does not wait, and stays interrupted");
        assertEquals(2, notes.size());
        end.countDown();
        stubborn.join();
    }

    private void awaitEnd() {
        while (true) {
            try {
                end.await();
                return;
            } catch (InterruptedException e) {
                // the thread ignores interrupts
            }
        }
    }
}
