package io.daybook.perf.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class PerfJvmTest {
    @Test
    void shouldWarnOfAMachineThatIsTooBusy() {
        assertEquals(Optional.empty(), PerfJvm.warning(1_000));
        final String line = PerfJvm.warning(1_001).orElseThrow();
        assertTrue(
                line.matches(
                        "BUSY +even without a measurement, this machine delays half of all messages by .*, load .*: too"
                                + " busy to measure; run this again when nothing else runs"),
                line);
    }
}
