package io.daybook.perf.tcp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The session book makes its messages without allocation, except for a new file of 4 MiB now and then. */
@Proves(value = "the session book allocates nothing for a result", normal = "40,000 orders")
@Tag("whole")
class SessionBookAllocationTest {
    private static final int ORDERS_PER_CONNECTION = 4_000;
    private static final int PASSES = 3;
    private static final double BYTES_A_RESULT = 0.05;

    @Test
    void shouldNotAllocateForAResult() throws IOException {
        final SessionBookRun run = new SessionBookRun();
        run.record(ORDERS_PER_CONNECTION);
        double bytes = Double.MAX_VALUE;
        for (int pass = 0; pass < PASSES; pass++) {
            bytes = Math.min(bytes, run.tell().bytesPerResult());
        }
        final double least = bytes;
        assertTrue(least <= BYTES_A_RESULT, () -> least + " bytes a result");
    }
}
