package io.daybook.perf;

import io.daybook.api.OrderBookType;
import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.CascadeRun;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Measures the cost of orders with terms. Runs only if it is named: {@code mvn -T1 -Dtest=PerfOrders test}. */
class PerfOrders {

    @ParameterizedTest
    @EnumSource(OrderBookType.class)
    void testCascades(final OrderBookType books) {
        new PerfJvm().run(CascadeRun.class, books.name());
    }
}
