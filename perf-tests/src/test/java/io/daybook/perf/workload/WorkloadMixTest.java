package io.daybook.perf.workload;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The figures of the performance document, in percent of the timed commands; they check how its rules were read. */
@Tag("whole")
class WorkloadMixTest {
    @Test
    void shouldMixAsTheMarginMixDoes() {
        final StreamTotals totals = Workload.EXCHANGE.generate().timedTotals();

        assertAll(
                totals.describeMix(),
                () -> assertEquals(8.8, totals.percent(totals.gtc()), 0.1),
                () -> assertEquals(2.7, totals.percent(totals.ioc()), 0.1),
                () -> assertEquals(0.1, totals.percent(totals.fokBudget()), 0.05),
                () -> assertEquals(5.8, totals.percent(totals.cancels()), 0.1),
                () -> assertEquals(82.6, totals.percent(totals.moves()), 0.2),
                () -> assertEquals(0, totals.reduces()),
                () -> assertEquals(2.9, totals.percent(totals.tradingCommands()), 0.1));
    }

    @Test
    void shouldMixAsThePeerMixDoes() {
        final StreamTotals totals =
                Workload.EXCHANGE.builder().mix(Mix.PEER).generate().timedTotals();

        assertAll(
                totals.describeMix(),
                () -> assertEquals(12.6, totals.percent(totals.gtc()), 0.5),
                () -> assertEquals(1.8, totals.percent(totals.ioc()), 0.15),
                () -> assertEquals(0.06, totals.percent(totals.fokBudget()), 0.01),
                () -> assertEquals(7.2, totals.percent(totals.cancels()), 0.2),
                () -> assertEquals(71.1, totals.percent(totals.moves()), 0.8),
                () -> assertEquals(7.2, totals.percent(totals.reduces()), 0.2));
    }

    @Test
    void shouldPlaceIocOrdersInsteadOfBudgetOrdersOnFutures() {
        final StreamTotals pair = Workload.EXCHANGE.generate().timedTotals();
        final StreamTotals future = Workload.MARGIN.generate().timedTotals();

        assertEquals(0, future.fokBudget());
        assertEquals(pair.ioc() + pair.fokBudget(), future.ioc());
        assertEquals(pair.moves(), future.moves());
    }

    @Test
    void shouldKeepTheBooksNearTheirTargets() {
        assertEquals(1_000, Workload.MARGIN.generate().liveOrders(), 100);
        assertEquals(10_000, Workload.PEAK.generate().liveOrders(), 500);
        assertEquals(50_000, Workload.SMALL.generate().liveOrders(), 2_500);
    }

    @Test
    void shouldSpreadTheDeepBookOverThirtyThousandLevels() {
        final GeneratedWorkload deep = Workload.DEEP.generate();

        assertEquals(100_000, deep.liveOrders(), 5_000);
        assertEquals(30_000, deep.levels(), 1_500);
    }
}
