package io.daybook.perf.fork;

import com.sun.management.OperatingSystemMXBean;
import io.daybook.perf.measure.Hiccups;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.report.Durations;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * Runs a class in a separate virtual machine. Two system properties choose the machine: {@code daybook.perf.java}, the
 * path of a {@code java} (default: the current one), and {@code daybook.perf.jvm}, its flags (default:
 * {@link #defaultFlags}). All properties whose names begin with {@code daybook.perf.} are passed on. A run that takes
 * longer than {@code daybook.perf.minutes} (default: 30) is ended. A last line warns if the machine was too busy right
 * before or after the run: the median delay of messages between two spinning threads, which should be zero, was more
 * than a microsecond.
 */
public final class PerfJvm {
    private static final String PREFIX = PerfProperties.PREFIX;
    private static final String JAVA = PREFIX + "java";
    private static final String FLAGS = PREFIX + "jvm";
    private static final String MODULES = "daybook.modules";
    private static final String ONE_MODULE = "-T1";
    private static final int MAX_HEAP_GIB = 4;
    private static final int MIN_HEAP_GIB = 1;
    private static final double QUIET_NS = 1_000;
    private static final long WATCH_NS = 300_000_000;
    private static final double WATCH_INTERVAL_NS = 1_000;

    /** Ends runs that take too long. */
    private static final ScheduledExecutorService WATCH = Executors.newSingleThreadScheduledExecutor(task -> {
        final Thread thread = new Thread(task, "perf-watch");
        thread.setDaemon(true);
        return thread;
    });

    private final String classPath;
    private final List<String> moreFlags;

    /** Runs classes of this class path. */
    public PerfJvm() {
        this(System.getProperty("java.class.path"), List.of());
    }

    /** Runs classes of this class path with a heap of this many GiB. */
    public static PerfJvm withHeap(final int gib) {
        return new PerfJvm(System.getProperty("java.class.path"), List.of("-Xms" + gib + "g", "-Xmx" + gib + "g"));
    }

    /**
     * Runs classes of another class path.
     *
     * @param moreFlags flags in addition to those that every run gets
     */
    public PerfJvm(final String classPath, final List<String> moreFlags) {
        this.classPath = classPath;
        this.moreFlags = List.copyOf(moreFlags);
    }

    /**
     * The default flags: a heap of half the memory, 1 to 4 GiB, fixed and touched at the start, on huge pages if Linux
     * provides them; and the parallel collector.
     */
    public static List<String> defaultFlags() {
        final int heapGib = (int) Math.max(MIN_HEAP_GIB, Math.min(MAX_HEAP_GIB, memoryGib() / 2));
        final List<String> flags = new ArrayList<>(
                List.of("-Xms" + heapGib + "g", "-Xmx" + heapGib + "g", "-XX:+UseParallelGC", "-XX:+AlwaysPreTouch"));
        if (System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")) {
            flags.add("-XX:+UseTransparentHugePages");
        }
        return flags;
    }

    /** Runs a main class to its end; every line of its output goes to standard output. */
    public void run(final Class<?> main, final String... arguments) {
        run(System.out::println, main.getName(), arguments);
    }

    /**
     * Runs a main class to its end.
     *
     * @param lines takes every line of its output
     * @throws IllegalStateException if the class does not end with status 0, or if Maven builds other modules meanwhile
     */
    public void run(final Consumer<String> lines, final String main, final String... arguments) {
        requireOneModuleAtATime();
        final double before = ownMedianNs();
        final List<String> command = new ArrayList<>();
        command.add(java());
        command.addAll(flags());
        command.addAll(moreFlags);
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith(PREFIX) && !name.equals(JAVA) && !name.equals(FLAGS))
                .sorted()
                .forEach(name -> command.add("-D" + name + "=" + System.getProperty(name)));
        command.add("-cp");
        command.add(classPath);
        command.add(main);
        command.addAll(List.of(arguments));
        try {
            final Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            final ScheduledFuture<?> watch =
                    WATCH.schedule(process::destroyForcibly, timeoutMinutes(), TimeUnit.MINUTES);
            try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
                output.lines().forEach(lines);
            }
            final int status = process.waitFor();
            watch.cancel(false);
            if (status != 0) {
                throw new IllegalStateException(main + " " + String.join(" ", arguments) + " ended with " + status);
            }
            warning(Math.max(before, ownMedianNs())).ifPresent(lines);
        } catch (IOException e) {
            throw new IllegalStateException("cannot run " + command.get(0), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + main + " was running", e);
        }
    }

    /** Returns the median delay of messages that pass through two threads, which do nothing else. */
    private static double ownMedianNs() {
        final Histogram late = new Histogram(TimeUnit.MINUTES.toNanos(1), 3);
        Hiccups.watch(2, WATCH_NS).addTo(late, WATCH_INTERVAL_NS);
        return late.getValueAtPercentile(50);
    }

    /** The last line of a run on a machine whose own delays are too long; empty if the machine is quiet. */
    static Optional<String> warning(final double ownMedianNs) {
        if (ownMedianNs <= QUIET_NS) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "BUSY       even without a measurement, this machine delays half of all messages by %s, load %.1f: too"
                        + " busy to measure; run this again when nothing else runs",
                Durations.format(ownMedianNs),
                Machine.load()));
    }

    private static void requireOneModuleAtATime() {
        final String modules = System.getProperty(MODULES, ONE_MODULE);
        if (!modules.equals(ONE_MODULE)) {
            throw new IllegalStateException(
                    "Maven must build one module at a time, because others disturb measurements: modules=" + modules
                            + "; add " + ONE_MODULE);
        }
    }

    private static int timeoutMinutes() {
        return PerfProperties.number("minutes", 30);
    }

    private static String java() {
        final Path own = Path.of(System.getProperty("java.home"), "bin", "java");
        return System.getProperty(JAVA, own.toString());
    }

    private static List<String> flags() {
        final String flags = System.getProperty(FLAGS);
        return flags == null || flags.isBlank()
                ? defaultFlags()
                : List.of(flags.strip().split("\\s+"));
    }

    /** The memory of the machine, in GiB. */
    public static long memoryGib() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize() >> 30;
    }

    /** Joins parts of a class path. */
    public static String join(final String... parts) {
        return String.join(File.pathSeparator, parts);
    }
}
