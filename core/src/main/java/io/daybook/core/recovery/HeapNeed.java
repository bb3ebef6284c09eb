package io.daybook.core.recovery;

import io.daybook.api.ExchangeConfig;
import io.daybook.api.Topology;
import java.util.Locale;
import java.util.function.Supplier;

/** Checks whether the rings of a configuration fit the heap, before a start spends a minute on filling it. */
public final class HeapNeed {
    /**
     * The least memory of a slot of the ring: itself (168 bytes) and its entry, without the parts that few commands
     * have.
     */
    private static final long SLOT_BYTES = 172;

    /** The memory of an event in its ring. */
    private static final long EVENT_BYTES = 96;

    private static final long MIB = 1 << 20;

    private HeapNeed() {}

    /**
     * Refuses rings that would take the whole heap.
     *
     * @param heapBytes the largest size of the heap
     * @throws IllegalArgumentException naming {@code ringSize} and {@code eventRingSize}
     */
    public static void require(final ExchangeConfig config, final long heapBytes) {
        if (bytes(config) >= heapBytes) {
            throw new IllegalArgumentException(text(config, heapBytes));
        }
    }

    /**
     * Allocates the rings of a configuration.
     *
     * @throws IllegalArgumentException naming {@code ringSize} and {@code eventRingSize} if memory runs out
     */
    public static <T> T allocate(final ExchangeConfig config, final Supplier<T> rings) {
        try {
            return rings.get();
        } catch (OutOfMemoryError e) {
            throw new IllegalArgumentException(text(config, Runtime.getRuntime().maxMemory()), e);
        }
    }

    private static long bytes(final ExchangeConfig config) {
        final boolean hasRing = config.topology().kind() != Topology.Kind.INLINE;
        final int shards = config.topology().kind() == Topology.Kind.PIPELINED
                ? config.topology().matchingThreads()
                : 1;
        return (hasRing ? config.ringSize() * SLOT_BYTES : 0) + shards * (config.eventRingSize() * EVENT_BYTES);
    }

    private static String text(final ExchangeConfig config, final long heapBytes) {
        return String.format(
                Locale.ROOT,
                "ringSize and eventRingSize must leave room in the heap: ringSize=%d, eventRingSize=%d take at"
                        + " least %,d"
                        + " MiB of %,d MiB; make them smaller, or the heap larger (-Xmx)",
                config.ringSize(),
                config.eventRingSize(),
                bytes(config) / MIB + 1,
                heapBytes / MIB);
    }
}
