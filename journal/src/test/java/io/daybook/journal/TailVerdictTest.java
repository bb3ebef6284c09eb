package io.daybook.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.journal.TailVerdict.Tail;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The verdict table, row by row. */
final class TailVerdictTest {

    @ParameterizedTest
    @CsvSource({
        // last, sealDue, sealAfter, forced, allZero, headerZero, headerValid, continues, zeros, declared, verdict
        "false, false, false, false, true,  true,  false, true,  0, 0, CORRUPT",
        "false, false, false, false, false, false, true,  true,  1, 0, CORRUPT",
        "false, true,  false, false, true,  true,  false, true,  0, 0, UNSEALED",
        "false, true,  false, false, false, true,  false, true,  0, 0, CORRUPT",
        "false, true,  true,  false, true,  true,  false, true,  0, 0, CORRUPT",
        "false, true,  false, true,  true,  true,  false, true,  0, 0, CORRUPT",
        "true,  false, true,  false, false, true,  false, true,  0, 0, CORRUPT",
        "true,  false, true,  false, false, false, true,  true,  3, 0, CORRUPT",
        "true,  false, false, true,  false, true,  false, true,  0, 0, CORRUPT",
        "true,  false, false, true,  false, false, false, true,  0, 0, CORRUPT",
        "true,  false, false, true,  false, false, true,  true,  3, 0, CORRUPT",
        "true,  false, false, false, true,  true,  false, true,  0, 0, CLEAN_END",
        "true,  false, false, false, false, true,  false, true,  0, 0, TORN",
        "true,  false, false, false, false, false, false, true,  0, 0, SUSPECT",
        "true,  false, false, false, false, false, true,  false, 0, 0, CORRUPT",
        "true,  false, false, false, false, false, true,  false, 3, 0, CORRUPT",
        "true,  false, false, false, false, false, true,  true,  0, 0, SUSPECT",
        "true,  false, false, false, false, false, true,  true,  2, 2, SUSPECT",
        "true,  false, false, false, false, false, true,  true,  3, 2, TORN",
    })
    void shouldFollowTheTable(
            boolean last,
            boolean sealDue,
            boolean sealAfter,
            boolean forced,
            boolean allZero,
            boolean headerZero,
            boolean headerValid,
            boolean continues,
            int zeroSectors,
            int declared,
            TailVerdict verdict) {
        assertEquals(
                verdict,
                TailVerdict.of(new Tail(
                        last,
                        sealDue,
                        sealAfter,
                        forced,
                        allZero,
                        headerZero,
                        headerValid,
                        continues,
                        zeroSectors,
                        declared)));
    }
}
