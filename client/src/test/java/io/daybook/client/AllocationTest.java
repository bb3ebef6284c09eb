package io.daybook.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.daybook.host.Proves;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client sends, receives and saves its position without allocation, on the program's thread and on its own. */
@Proves("the Java client survives wrong use and torn files, speaks TLS and allocates nothing")
@Tag("whole")
@Timeout(300)
final class AllocationTest {
    private static final int WARM_UP = 20_000;
    private static final int MEASURED = 20_000;
    /** Allowed for the first measurement of a thread, and for the JIT: less than a byte per request. */
    private static final long ALLOWED_BYTES = 4_096;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"false, 0", "true, 0", "false, 64"})
    void shouldNotAllocateOnceWarm(final boolean busySpin, final int hopEvery)
            throws IOException, InterruptedException {
        final Counting counting = new Counting();
        try (TestVenue venue = new TestVenue().notRecording()) {
            final DaybookClient.Builder builder = DaybookClient.builder()
                    .address("127.0.0.1", venue.port())
                    .session(17, "secret")
                    .heartbeatMs(TestVenue.HEARTBEAT_MS)
                    .nextOutFile(folder.resolve("next-out"))
                    .hops(folder.resolve("client.hops"), hopEvery)
                    .listener(counting);
            if (busySpin) {
                builder.busySpin();
            }
            try (DaybookClient client = builder.connect()) {
                final OrderHandle order = new OrderHandle();
                run(client, order, counting, WARM_UP);
                final long ioBefore = counting.allocated();
                final long before =
                        THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
                run(client, order, counting, MEASURED);
                final long after =
                        THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
                final long ioAfter = counting.allocated();
                assertTrue(after - before < ALLOWED_BYTES, () -> "caller: " + (after - before));
                assertTrue(ioAfter - ioBefore < ALLOWED_BYTES, () -> "I/O thread: " + (ioAfter - ioBefore));
                assertEquals(WARM_UP + MEASURED, counting.answers);
            }
        }
    }

    private static void run(
            final DaybookClient client, final OrderHandle order, final Counting counting, final int requests) {
        final long goal = counting.answers + requests;
        for (int i = 0; i < requests; i++) {
            while ((i & 1) == 0
                    ? client.place(order, 301, 7, Side.BID, OrderType.GTC, 100, 4) < 0
                    : client.cancel(order) < 0) {
                Thread.onSpinWait();
            }
        }
        while (counting.answers < goal) {
            Thread.onSpinWait();
        }
    }

    /** A listener that counts answers without allocation. */
    private static final class Counting extends QuietListener {
        private volatile long answers;
        private volatile long ioThread;

        /** The bytes that the I/O thread has allocated so far. */
        long allocated() {
            return THREADS.getThreadAllocatedBytes(ioThread);
        }

        @Override
        public void onWelcome(final Welcome welcome) {
            ioThread = Thread.currentThread().getId();
        }

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
        public void onAnswer(final Answer answer) {
            answers++;
        }
    }
}
