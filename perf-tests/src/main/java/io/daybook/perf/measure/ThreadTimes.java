package io.daybook.perf.measure;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Processor time that the threads of this process have taken so far.
 *
 * @param byThread the time of each live Java thread, ns, by its name without the numbers of the pool and of the thread
 * @param processNs the time of the whole process, with collectors and compilers, ns
 */
public record ThreadTimes(Map<String, Long> byThread, long processNs) {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /** The numbers at the end of the name of a pool's thread: the number of a pool changes with every start. */
    private static final Pattern NUMBERS = Pattern.compile("-\\d+-\\d+$");

    /** The times up to now. */
    public static ThreadTimes now() {
        final Map<String, Long> byThread = new TreeMap<>();
        for (final ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
            if (thread != null) { // otherwise the thread has ended meanwhile
                final long ns = Math.max(0, THREADS.getThreadCpuTime(thread.getThreadId()));
                byThread.merge(NUMBERS.matcher(thread.getThreadName()).replaceFirst(""), ns, Long::sum);
            }
        }
        return new ThreadTimes(byThread, SYSTEM.getProcessCpuTime());
    }

    /** The difference to an earlier reading, for threads that still live. */
    public ThreadTimes since(final ThreadTimes earlier) {
        final Map<String, Long> since = new TreeMap<>();
        byThread.forEach((name, ns) -> since.put(name, ns - earlier.byThread.getOrDefault(name, 0L)));
        return new ThreadTimes(since, processNs - earlier.processNs);
    }

    /** The time of threads that are not listed, ns: the virtual machine's threads, and those that have ended. */
    long otherNs() {
        return processNs - byThread.values().stream().mapToLong(Long::longValue).sum();
    }
}
