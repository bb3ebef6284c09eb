package io.daybook.core.recovery;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ExchangeConfig;
import io.daybook.api.Topology;
import org.junit.jupiter.api.Test;

class HeapNeedTest {
    private static final long MIB = 1 << 20;

    private static ExchangeConfig config(final int ringSize, final Topology topology) {
        return ExchangeConfig.builder().ringSize(ringSize).topology(topology).build();
    }

    @Test
    void shouldRefuseARingThatDoesNotFitTheHeapAndNameIt() {
        final IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class, () -> HeapNeed.require(config(1 << 22, Topology.FUSED), 600 * MIB));
        assertTrue(refused.getMessage().contains("ringSize=4194304"), refused::getMessage);
        assertTrue(refused.getMessage().contains("of 600 MiB"), refused::getMessage);
        assertTrue(refused.getMessage().contains("-Xmx"), refused::getMessage);
    }

    @Test
    void shouldCountTheEventsOfEachMatchingThread() {
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(Topology.pipelined(8))
                .eventRingSize(1 << 20)
                .build();
        assertThrows(IllegalArgumentException.class, () -> HeapNeed.require(config, 600 * MIB));
        assertDoesNotThrow(() -> HeapNeed.require(config, 2048 * MIB));
    }

    @Test
    void shouldTakeTheDefaultsInASmallHeapAndAnyRingWhereThereIsNone() {
        assertDoesNotThrow(() -> HeapNeed.require(ExchangeConfig.builder().build(), 16 * MIB));
        assertDoesNotThrow(() -> HeapNeed.require(config(1 << 22, Topology.INLINE), 64 * MIB));
    }

    @Test
    void shouldNameTheSettingsWhereMemoryRunsOutAllTheSame() {
        final OutOfMemoryError error = new OutOfMemoryError("Java heap space");
        final IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> HeapNeed.allocate(ExchangeConfig.builder().build(), () -> {
                    throw error;
                }));
        assertSame(error, refused.getCause());
        assertTrue(refused.getMessage().contains("ringSize=16384"), refused::getMessage);
    }
}
