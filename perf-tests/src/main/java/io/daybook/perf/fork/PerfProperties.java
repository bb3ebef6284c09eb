package io.daybook.perf.fork;

import java.nio.file.Path;
import java.util.Locale;

/**
 * The settings of a measurement: system properties whose names begin with {@code daybook.perf.}, which {@link PerfJvm}
 * passes on. {@code docs/notes/performance.md} lists them.
 */
public final class PerfProperties {
    static final String PREFIX = "daybook.perf.";

    private PerfProperties() {}

    /** The number of measured iterations. */
    public static int iterations(final int byDefault) {
        return number("iterations", byDefault);
    }

    /** The number of warm-up iterations, which are not measured. */
    public static int warmups(final int byDefault) {
        return number("warmups", byDefault);
    }

    /** A setting that is a number. */
    public static int number(final String name, final int byDefault) {
        return Integer.getInteger(PREFIX + name, byDefault);
    }

    /** A setting that names a constant, in upper or lower case. */
    public static String constant(final String name, final String byDefault) {
        return System.getProperty(PREFIX + name, byDefault).toUpperCase(Locale.ROOT);
    }

    /** The folder of output files. */
    public static Path output() {
        return Path.of(System.getProperty(PREFIX + "out", "target/perf"));
    }
}
