package io.daybook.perf.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** The costs of threads: memory and processor time. Reading them allocates a little. */
public final class ThreadCosts {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private ThreadCosts() {}

    /** CPU time of the calling thread, ns. */
    public static long cpuNs() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /** CPU time that all other live Java threads have used since they began, ns. */
    public static long othersCpuNs() {
        long sum = 0;
        for (final long thread : THREADS.getAllThreadIds()) {
            if (thread != Thread.currentThread().getId()) {
                sum += Math.max(0, THREADS.getThreadCpuTime(thread));
            }
        }
        return sum;
    }

    /** Bytes allocated by the calling thread since it began. */
    public static long ownAllocatedBytes() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    /** Bytes allocated by all live threads since each of them began. */
    public static long allocatedBytes() {
        long sum = 0;
        for (final long bytes : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
            sum += Math.max(0, bytes); // −1 for a thread that has ended meanwhile
        }
        return sum;
    }
}
