package io.daybook.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddUser;
import io.daybook.api.DeliveryThread;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeMetrics;
import io.daybook.api.IdleStrategy;
import io.daybook.api.OrderBookType;
import io.daybook.api.ResultCode;
import io.daybook.api.SnapshotConfig;
import io.daybook.api.ThreadRole;
import io.daybook.api.Topology;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ExchangeConfigTest {

    @TempDir
    private Path folder;

    @Test
    void shouldDescribeEverySettingWithItsDefaultAndRange() {
        final String description = ExchangeConfig.builder()
                .ringSize(128)
                .topology(Topology.pipelined(2))
                .build()
                .describe();
        for (final RecordComponent setting : ExchangeConfig.class.getRecordComponents()) {
            assertTrue(
                    description.lines().anyMatch(line -> line.startsWith(setting.getName() + " ")),
                    setting + " is missing in " + description);
        }
        assertTrue(description.contains("128"), description);
        assertTrue(description.contains("PIPELINED(2)"), description);
        assertTrue(description.contains("default 16384"), description);
    }

    @Test
    void shouldShowTheBooksOfSymbolsWithAChoiceOfTheirOwn() {
        final ExchangeConfig config = ExchangeConfig.builder()
                .orderBookType(OrderBookType.RADIX)
                .orderBookType(90, OrderBookType.LADDER)
                .orderBookType(17, OrderBookType.AVL)
                .build();
        assertEquals(OrderBookType.AVL, config.orderBookType(17));
        assertEquals(OrderBookType.RADIX, config.orderBookType(18));
        assertTrue(config.describe().contains("{17=AVL, 90=LADDER}"), config.describe());
        assertThrows(IllegalArgumentException.class, () -> ExchangeConfig.builder()
                .orderBookType(0, OrderBookType.AVL)
                .build());
    }

    @Test
    void shouldNameTheThreadsThatItNeeds() {
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(Topology.pipelined(3))
                .delivery(DeliveryThread.OWN)
                .journal(folder)
                .idleStrategy(IdleStrategy.YIELD)
                .idleStrategy(ThreadRole.JOURNAL, IdleStrategy.BLOCK)
                .build();
        assertEquals(
                Map.of(ThreadRole.ENGINE, 1, ThreadRole.MATCHING, 3, ThreadRole.JOURNAL, 1, ThreadRole.DELIVERY, 1),
                config.threads());
        assertEquals(IdleStrategy.BLOCK, config.idleStrategy(ThreadRole.JOURNAL));
        assertEquals(IdleStrategy.YIELD, config.idleStrategy(ThreadRole.MATCHING));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3_600_001})
    void shouldRefuseATimeoutOutOfItsRange(final int ms) {
        final IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> ExchangeConfig.builder().closeTimeoutMs(ms).build());
        assertEquals("closeTimeoutMs must be 1 to 3600000: closeTimeoutMs=" + ms, refused.getMessage());
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                refusal("ringSize must be 64 to 4194304: ringSize=32", b -> b.ringSize(32)),
                refusal("ringSize must be 64 to 4194304: ringSize=8388608", b -> b.ringSize(1 << 23)),
                refusal("ringSize must be a power of two: ringSize=100", b -> b.ringSize(100)),
                refusal("eventRingSize must be 64 to 4194304: eventRingSize=63", b -> b.eventRingSize(63)),
                refusal("eventRingSize must be a power of two: eventRingSize=65", b -> b.eventRingSize(65)),
                refusal("forceIntervalMs must be 1 to 60000: forceIntervalMs=0", b -> b.forceIntervalMs(0)),
                refusal("forceIntervalMs must be 1 to 60000: forceIntervalMs=60001", b -> b.forceIntervalMs(60_001)),
                refusal("blockBytes must be 4096 to 524288: blockBytes=4095", b -> b.blockBytes(4_095)),
                refusal("blockBytes must be 4096 to 524288: blockBytes=524289", b -> b.blockBytes(524_289)),
                refusal("queryTimeoutMs must be 1 to 3600000: queryTimeoutMs=0", b -> b.queryTimeoutMs(0)),
                refusal("topology must be set: topology=null", b -> b.topology(null)),
                refusal("delivery must be set: delivery=null", b -> b.delivery(null)),
                refusal("idleStrategy must be set: idleStrategy=null", b -> b.idleStrategy(null)),
                refusal("orderBookType must be set: orderBookType=null", b -> b.orderBookType(null)),
                refusal("ackMode must be set: ackMode=null", b -> b.ackMode(null)),
                refusal(
                        "idleStrategy of JOURNAL must be set: idleStrategy of JOURNAL=null",
                        b -> b.idleStrategy(ThreadRole.JOURNAL, null)),
                refusal("orderBookType of 7 must be set: orderBookType of 7=null", b -> b.orderBookType(7, null)),
                refusal("customQuery must be set: customQuery=null", b -> b.customQuery(null)),
                refusal("kind must be set: kind=null", b -> b.topology(new Topology(null, 0))),
                refusal("compression must be set: compression=null", b -> b.compression(null)),
                refusal("snapshots must be set: snapshots=null", b -> b.snapshots(null)),
                refusal(
                        "matchingThreads must be 1 to 64 for PIPELINED and 0 otherwise: matchingThreads=65",
                        b -> b.topology(Topology.pipelined(65))),
                refusal(
                        "everyCommands must not be negative: everyCommands=-1",
                        b -> b.snapshots(SnapshotConfig.every(-1))),
                refusal(
                        "everyMinutes must be 0 to 525600: everyMinutes=525601",
                        b -> b.snapshots(SnapshotConfig.everyMinutes(525_601))),
                refusal("keep must be 1 to 1000: keep=0", b -> b.snapshots(SnapshotConfig.DEFAULT.keep(0))));
    }

    private static Arguments refusal(final String message, final UnaryOperator<ExchangeConfig.Builder> setting) {
        return Arguments.of(message, setting);
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void shouldRefuseASettingOutOfItsRangeByNameAndValue(
            final String message, final UnaryOperator<ExchangeConfig.Builder> setting) {
        final IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> setting.apply(ExchangeConfig.builder())
                        .build());
        assertEquals(message, refused.getMessage());
    }

    /** The builder of an exchange has each setting that the builder of a configuration has. */
    @Test
    void shouldOfferEverySettingAtBothBuilders() {
        for (final RecordComponent setting : ExchangeConfig.class.getRecordComponents()) {
            final String name = setting.getName()
                    .replace("idleStrategies", "idleStrategy")
                    .replace("customQueries", "customQuery")
                    .replace("orderBookTypes", "orderBookType");
            for (final Class<?> builder : List.of(ExchangeConfig.Builder.class, DaybookExchange.Builder.class)) {
                assertTrue(
                        Stream.of(builder.getMethods())
                                .anyMatch(method -> method.getName().equals(name)),
                        name + " is missing at " + builder);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"INLINE", "FUSED", "PIPELINED"})
    void shouldCountWhatItDoes(final String kind) {
        final Topology topology = new Topology(Topology.Kind.valueOf(kind), kind.equals("PIPELINED") ? 2 : 0);
        try (Exchange exchange =
                DaybookExchange.builder().topology(topology).journal(folder).start()) {
            for (int i = 0; i < 10; i++) {
                exchange.submit(new AddUser(1 + i % 7)).join();
            }
            final ExchangeMetrics metrics = exchange.metrics();
            assertEquals(10, metrics.published());
            assertEquals(10, metrics.carriedOut());
            assertEquals(10, metrics.deliveredSeq());
            assertEquals(Map.of(ResultCode.USER_MGMT_USER_ALREADY_EXISTS, 3L), metrics.refused());
            assertEquals(10, metrics.journalForcedSeq());
            assertEquals(10, metrics.journalReleasedSeq());
            assertTrue(metrics.forces() > 0 && metrics.forceTimeNs() > 0, metrics::toString);
            assertEquals(0, metrics.journalLag());
        }
    }
}
