package io.daybook.perf.measure;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Proves("the number of counted instructions grows with the work")
@Tag("whole")
@OnlyLong
class SteppingTest {
    private static final int ROUNDS = 200;

    private long sum;

    private void add(final int rounds) {
        for (int i = 0; i < rounds; i++) {
            sum += sum ^ i;
        }
    }

    @Test
    void shouldCountWhatTheWorkAdds() {
        final long steps = Stepping.of(() -> add(ROUNDS), () -> add(0));
        assumeTrue(steps != Instructions.NOT_MEASURED, "no python3, or it may not step this process");
        assertTrue(steps > ROUNDS, () -> ROUNDS + " rounds: " + steps);
    }
}
