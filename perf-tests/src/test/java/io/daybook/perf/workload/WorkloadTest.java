package io.daybook.perf.workload;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each name stands for one stream, with the figures of the performance document in percent of the timed commands; the
 * figures check that the generator follows the document's rules.
 */
@Proves(
        value = "the benchmark's streams have the figures that performance.md names",
        normal = "a twentieth of each stream is unchanged",
        large = "each whole stream, and its figures")
@Tag("whole")
class WorkloadTest {
    private static final long MAX_ADJUSTMENT = 1L << 53;
    private static final long MAX_ADJUSTMENTS_OF_CURRENCY = 1L << 62;

    /** The figures of streams that several tests check: a stream takes seconds to generate, and much memory. */
    private static final Map<Workload, Made> MADE = new EnumMap<>(Workload.class);

    /** A small stream is a twentieth of a whole one. */
    private static final int PARTS = 20;

    private static final Map<Workload, Made> MADE_FOR_PEERS = new EnumMap<>(Workload.class);

    private record Made(
            long checksum, int timed, StreamTotals totals, WorkloadSetup setup, long liveOrders, long levels) {
        static Made of(final WorkloadBuilder builder) {
            final GeneratedWorkload workload = builder.generate();
            return new Made(
                    workload.checksum(),
                    workload.timed().size(),
                    workload.timedTotals(),
                    workload.setup(),
                    workload.liveOrders(),
                    workload.levels());
        }
    }

    private static Made made(final Workload name) {
        return MADE.computeIfAbsent(name, workload -> Made.of(workload.builder()));
    }

    private static Made madeForPeers(final Workload name) {
        return MADE_FOR_PEERS.computeIfAbsent(
                name, workload -> Made.of(workload.builder().mix(Mix.PEER)));
    }

    @OnlyLong
    @ParameterizedTest
    @EnumSource(
            value = Workload.class,
            names = {
                "MARGIN",
                "EXCHANGE",
                "PEAK",
                "SMALL",
                "DEEP",
                "AVALANCHE",
                "SPOT",
                "SPOT_TRADES",
                "STATIC",
                "SWING40",
                "CRASH"
            })
    void shouldBeTheStreamThatItsNameStandsFor(final Workload name) {
        assertIsItself(name);
    }

    @ParameterizedTest
    @EnumSource(
            value = Workload.class,
            names = {"MEDIUM", "LARGE", "WIDE", "NORMAL", "SWING25"})
    void shouldBeTheLongStreamThatItsNameStandsFor(final Workload name) {
        assumeTrue(Boolean.getBoolean("daybook.long"), "long: run with -Plong");
        assertIsItself(name);
    }

    @OnlyLong
    @Test
    void shouldMixAsTheMarginMixDoes() {
        final StreamTotals totals = made(Workload.EXCHANGE).totals();

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

    @OnlyLong
    @Test
    void shouldMixAsThePeerMixDoes() {
        final StreamTotals totals = madeForPeers(Workload.EXCHANGE).totals();

        assertAll(
                totals.describeMix(),
                () -> assertEquals(12.6, totals.percent(totals.gtc()), 0.5),
                () -> assertEquals(1.8, totals.percent(totals.ioc()), 0.15),
                () -> assertEquals(0.06, totals.percent(totals.fokBudget()), 0.01),
                () -> assertEquals(7.2, totals.percent(totals.cancels()), 0.2),
                () -> assertEquals(71.1, totals.percent(totals.moves()), 0.8),
                () -> assertEquals(7.2, totals.percent(totals.reduces()), 0.2));
    }

    @OnlyLong
    @Test
    void shouldMixAsUsersOfPairsDo() {
        final StreamTotals quiet = made(Workload.SPOT).totals();
        final StreamTotals busy = made(Workload.SPOT_TRADES).totals();

        assertAll(
                quiet.describeMix(),
                () -> assertEquals(45, quiet.percent(quiet.gtc()), 0.2),
                () -> assertEquals(40, quiet.percent(quiet.cancels()), 0.2),
                () -> assertEquals(5, quiet.percent(quiet.ioc()), 0.1),
                () -> assertEquals(5, quiet.percent(quiet.moves()), 0.1),
                () -> assertEquals(5, quiet.percent(quiet.replaces()), 0.1),
                () -> assertEquals(3, quiet.percent(quiet.tradingCommands()), 0.1),
                () -> assertEquals(30, busy.percent(busy.tradingCommands()), 0.1));
        assertEquals(10_000, made(Workload.SPOT).liveOrders(), 6_000);
        assertEquals(10_000, made(Workload.SPOT_TRADES).liveOrders(), 6_000);
    }

    /** Checks the book at the end and the trades against the description of the public benchmark. */
    @OnlyLong
    @ParameterizedTest
    @CsvSource({"STATIC, 42000, 90, 800", "SWING40, 1400, 1000, 69000", "CRASH, 500, 400, 70000"})
    void shouldHaveTheShapeOfThePublicBenchmark(
            final Workload name, final long liveOrders, final long levels, final long trades) {
        final StreamTotals totals = made(name).totals();

        assertAll(
                totals.describeMix(),
                () -> assertEquals(43.4, totals.percent(totals.gtc()), 0.5),
                () -> assertEquals(40.6, totals.percent(totals.cancels()), 0.5),
                () -> assertEquals(8.4, totals.percent(totals.replaces()), 0.3),
                () -> assertEquals(7.6, totals.percent(totals.ioc()), 0.2),
                () -> assertEquals(trades, totals.trades(), 0.05 * trades),
                () -> assertEquals(liveOrders, made(name).liveOrders(), 0.4 * liveOrders),
                () -> assertEquals(levels, made(name).levels(), 0.6 * levels));
    }

    /** The generators make the same small streams as when the long streams were checked, so each change shows here. */
    @ParameterizedTest
    @CsvSource({
        "MARGIN, 6fd1c08bc34e6169",
        "EXCHANGE, aa86aaae547a36b8",
        "PEAK, 02d6c4dce5b5c0ad",
        "SMALL, 75b11a90bbaf9ede",
        "MEDIUM, d9003646de7f0665",
        "LARGE, 7c0f2954adc1402b",
        "DEEP, 253d85a26204f916",
        "WIDE, 638d387fd00eac7c",
        "AVALANCHE, b8a33a5cfa5f98e9",
        "SPOT, e4852fdcff9be7fa",
        "SPOT_TRADES, cd3a5a8a0196e77a",
        "STATIC, 7b5f31f0a5ce5dc7",
        "NORMAL, 652a279f7fabe5aa",
        "SWING25, 28b0f9d7142758cb",
        "SWING40, bba66f693f169539",
        "CRASH, 190d948881205b54"
    })
    void shouldBeTheSameSmallStream(final Workload name, final String checksum) {
        assertChecksum(Long.parseUnsignedLong(checksum, 16), name.builder());
    }

    @Test
    void shouldBeTheSameSmallStreamsInOtherVersions() {
        assertChecksum(0xDBC8_E0FE_5E3F_30BCL, Workload.MARGIN.builder().mix(Mix.PEER));
        assertChecksum(0xE785_AE7A_2136_B5A7L, Workload.EXCHANGE.builder().mix(Mix.PEER));
        assertChecksum(0x7FF1_7E0C_B564_E0BBL, Workload.EXCHANGE.builder().takers(Takers.IOC_ONLY));
        assertChecksum(
                0x8468_1590_9AE7_5FC3L,
                Workload.EXCHANGE.builder().mix(Mix.PEER).takers(Takers.IOC_ONLY));
        assertChecksum(
                0x51DA_D6BD_9AE9_1A5FL, Workload.PEAK.builder().mix(Mix.PEER).takers(Takers.IOC_ONLY));
    }

    @Test
    void shouldRefuseNumbersOutOfRange() {
        assertThrows(IllegalArgumentException.class, () -> Workload.of("unknown"));
        for (WorkloadBuilder builder : List.of(
                Workload.MARGIN.builder().commands(0),
                Workload.MARGIN.builder().resting(0),
                Workload.MARGIN.builder().users(0),
                Workload.MARGIN.builder().symbols(0),
                Workload.MARGIN.builder().symbols(1 << 24),
                Workload.MARGIN.builder().currencies(0, 2),
                Workload.MARGIN.builder().currencies(1, 1),
                Workload.MARGIN.builder().prices(50, 10),
                Workload.MARGIN.builder().prices(50, 0))) {
            assertThrows(IllegalArgumentException.class, builder::generate);
        }
        assertThrows(
                IllegalArgumentException.class, () -> Workload.MARGIN.builder().dividedBy(0));
    }

    private static void assertIsItself(final Workload name) {
        final Made workload = made(name);

        assertEquals(name.checksum(), workload.checksum());
        assertEquals(workload.timed(), workload.totals().commands());
        final WorkloadSetup setup = workload.setup();
        for (WorkloadSetup.Funding funding : setup.fundings()) {
            assertTrue(funding.amountPerUser() <= MAX_ADJUSTMENT, funding::toString);
            final long usersOfGroup = (setup.users() - 1 - funding.group()) / setup.groups() + 1;
            assertTrue(
                    Math.multiplyExact(funding.amountPerUser(), usersOfGroup) <= MAX_ADJUSTMENTS_OF_CURRENCY,
                    funding::toString);
        }
    }

    private static void assertChecksum(final long expected, final WorkloadBuilder builder) {
        final GeneratedWorkload workload = builder.dividedBy(PARTS).generate();
        assertEquals(
                expected, workload.checksum(), () -> workload.name() + ": 0x" + Long.toHexString(workload.checksum()));
    }
}
