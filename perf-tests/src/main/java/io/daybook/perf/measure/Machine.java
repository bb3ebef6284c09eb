package io.daybook.perf.measure;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Describes the machine of a measurement, without which a figure means nothing. */
public final class Machine {
    private static final double BYTES_PER_GIB = 1L << 30;
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
    private static final String MODEL_KEY = "model name";

    private Machine() {}

    /** Prints machine, system, JVM, flags and collector, one line for each. */
    public static void print(final PrintStream out) {
        final RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        out.printf(
                Locale.ROOT,
                "machine    %s, %d processors, %.1f GiB, load %.2f%n",
                processor(),
                Runtime.getRuntime().availableProcessors(),
                operatingSystem().getTotalMemorySize() / BYTES_PER_GIB,
                load());
        out.printf(
                "system     %s %s %s, transparent huge pages %s%n",
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                System.getProperty("os.arch"),
                firstLine(HUGE_PAGES));
        out.printf("java       %s %s%n", runtime.getVmName(), runtime.getVmVersion());
        out.printf("flags      %s%n", String.join(" ", runtime.getInputArguments()));
        out.printf("collector  %s%n", collectors());
    }

    /** The load of the machine: runnable threads averaged over a minute; negative if the system does not provide it. */
    public static double load() {
        return operatingSystem().getSystemLoadAverage();
    }

    /** The names of the collectors at work. */
    public static String collectors() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .map(GarbageCollectorMXBean::getName)
                .collect(Collectors.joining(", "));
    }

    private static OperatingSystemMXBean operatingSystem() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    }

    private static String processor() {
        try {
            if (!Files.isReadable(CPU_INFO)) {
                return "unknown processor";
            }
            final List<String> lines = Files.readAllLines(CPU_INFO);
            return lines.stream()
                    .filter(line -> line.startsWith(MODEL_KEY))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown processor");
        } catch (IOException e) {
            return "unknown processor";
        }
    }

    private static String firstLine(final Path file) {
        try {
            return Files.isReadable(file) ? Files.readAllLines(file).get(0) : "unknown";
        } catch (IOException e) {
            return "unknown";
        }
    }
}
