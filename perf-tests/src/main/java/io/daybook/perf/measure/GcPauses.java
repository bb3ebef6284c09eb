package io.daybook.perf.measure;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * The work of the collectors so far.
 *
 * @param count collections
 * @param millis the time that they took, in ms
 */
public record GcPauses(long count, long millis) {

    /** The work up to now. */
    public static GcPauses now() {
        long count = 0;
        long millis = 0;
        for (final GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            count += collector.getCollectionCount();
            millis += collector.getCollectionTime();
        }
        return new GcPauses(count, millis);
    }

    /** The difference to an earlier reading. */
    public GcPauses since(final GcPauses earlier) {
        return new GcPauses(count - earlier.count, millis - earlier.millis);
    }
}
