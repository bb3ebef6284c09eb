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
import io.daybook.api.ThreadRole;
import io.daybook.api.Topology;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
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
