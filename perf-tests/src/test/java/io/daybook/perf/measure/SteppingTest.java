package io.daybook.perf.measure;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Proves("instructions that are counted grow with the work")
@Tag("whole")
@OnlyLong
class SteppingTest {
    private long sum;

    private long steps(final int rounds) {
        return Stepping.of(() -> add(rounds), () -> add(0));
    }

    private void add(final int rounds) {
        for (int i = 0; i < rounds; i++) {
            sum += sum ^ i;
        }
    }

    @Test
    void shouldCountWhatTheWorkAdds() {
        final long once = steps(200);
        assumeTrue(once != Instructions.NOT_MEASURED, "no python3, or it may not step this process");
        final long fiveTimes = steps(1_000);
        assertTrue(once > 200, () -> "200 rounds: " + once);
        assertTrue(fiveTimes > 2 * once, () -> "200 rounds: " + once + ", 1,000: " + fiveTimes);
    }
}
