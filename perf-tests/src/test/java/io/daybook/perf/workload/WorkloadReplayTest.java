package io.daybook.perf.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The generator's final books, totals and funds against a naive venue that sees only the streams. */
@Proves("the benchmark's streams have the figures that performance.md names, and a naive venue agrees with them")
@Tag("whole")
class WorkloadReplayTest {
    private static final int COMMANDS = 60_000;

    static Stream<WorkloadBuilder> small() {
        final List<WorkloadBuilder> builders = new ArrayList<>();
        for (Mix mix : Mix.values()) {
            builders.add(Workload.MARGIN.builder().mix(mix).commands(COMMANDS));
            builders.add(Workload.EXCHANGE.builder().mix(mix).commands(COMMANDS));
            builders.add(Workload.EXCHANGE.builder().mix(mix).commands(COMMANDS).takers(Takers.IOC_ONLY));
            builders.add(
                    Workload.PEAK.builder().mix(mix).dividedBy(5).users(200).commands(COMMANDS));
            builders.add(Workload.WIDE.builder().mix(mix).dividedBy(50).commands(COMMANDS));
        }
        builders.add(Workload.LARGE.builder().dividedBy(1_000));
        builders.add(Workload.AVALANCHE.builder().commands(COMMANDS));
        builders.add(Workload.SPOT.builder().dividedBy(10).commands(COMMANDS));
        builders.add(Workload.SPOT_TRADES.builder().dividedBy(10).commands(COMMANDS));
        builders.add(Workload.DEEP.builder().dividedBy(100));
        builders.add(Workload.NORMAL.builder().commands(COMMANDS));
        builders.add(Workload.SWING25.builder().commands(COMMANDS));
        builders.add(Workload.CRASH.builder().commands(COMMANDS));
        // so narrow a range that prices press against both ends
        builders.add(Workload.EXCHANGE.builder().prices(100, 2).commands(COMMANDS));
        return builders.stream();
    }

    @ParameterizedTest
    @MethodSource("small")
    void shouldLeaveTheBooksThatANaiveVenueLeaves(final WorkloadBuilder builder) {
        final GeneratedWorkload workload = builder.generate();
        final NaiveVenue venue = new NaiveVenue(workload.setup());

        venue.replay(workload.prefill());
        final long prefillTrades = trades(venue, workload);
        assertEquals(prefillTrades, workload.prefillTotals().trades());
        venue.replay(workload.timed());

        long live = 0;
        for (SymbolSetup symbol : workload.setup().symbols()) {
            final BookImage expected = venue.image(symbol.symbol());
            assertEquals(expected, workload.book(symbol.symbol()));
            live += expected.liveOrders();
        }
        assertEquals(live, workload.liveOrders());
        assertEquals(
                trades(venue, workload) - prefillTrades, workload.timedTotals().trades());
        assertEquals(venue.rejections(), workload.timedTotals().rejections());
        assertEquals(workload.timed().size(), workload.timedTotals().commands());
        assertEquals(workload.prefill().size(), workload.prefillTotals().gtc());
        assertTrue(workload.timedTotals().trades() > 0, "something traded");
    }

    private static long trades(final NaiveVenue venue, final GeneratedWorkload workload) {
        return workload.setup().symbols().stream()
                .mapToLong(symbol -> venue.image(symbol.symbol()).trades())
                .sum();
    }
}
