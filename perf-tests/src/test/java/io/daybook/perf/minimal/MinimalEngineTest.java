package io.daybook.perf.minimal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.api.Side;
import io.daybook.perf.drive.MinimalDriver;
import io.daybook.perf.workload.BookImage;
import io.daybook.perf.workload.GeneratedWorkload;
import io.daybook.perf.workload.Mix;
import io.daybook.perf.workload.Workload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MinimalEngineTest {
    private static final int COMMANDS = 100_000;

    @ParameterizedTest
    @EnumSource(Mix.class)
    void shouldTradeAndRestAsTheGeneratorDid(final Mix mix) {
        final GeneratedWorkload workload =
                Workload.MARGIN.builder().mix(mix).commands(COMMANDS).generate();
        final MinimalDriver driver = new MinimalDriver(workload);
        driver.run(workload.prefill());
        driver.run(workload.timed());

        final BookImage expected = workload.book(1);
        final MinimalEngine engine = driver.engine();
        assertEquals(expected.trades(), engine.trades());
        assertEquals(expected.tradedLots(), engine.tradedLots());
        assertEquals(expected.bids(), engine.levels(Side.BID));
        assertEquals(expected.asks(), engine.levels(Side.ASK));
    }

    @Test
    void shouldRefuseWorkloadsThatItCannotDo() {
        final GeneratedWorkload pairs =
                Workload.EXCHANGE.builder().commands(1_000).generate();
        assertThrows(IllegalArgumentException.class, () -> new MinimalDriver(pairs));
    }
}
