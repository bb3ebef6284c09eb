package io.daybook.perf.run;

import io.daybook.perf.measure.GcPauses;
import io.daybook.perf.measure.ThreadTimes;
import java.util.Locale;

/**
 * The measurements of one iteration of a throughput run.
 *
 * @param commands timed commands, each with its result
 * @param elapsedNs from the first command to the last result
 * @param bytes the bytes that all threads allocated meanwhile
 * @param pauses the collectors' pauses meanwhile
 * @param threads processor time of each thread meanwhile
 * @param stateHash a 64-bit hash of the state afterwards
 */
public record Iteration(
        long commands, long elapsedNs, long bytes, GcPauses pauses, ThreadTimes threads, long stateHash) {
    private static final double COMMANDS_PER_US = 1e3;

    /** Million commands a second. */
    public double millionsPerSecond() {
        return COMMANDS_PER_US * commands / elapsedNs;
    }

    double bytesPerCommand() {
        return (double) bytes / commands;
    }

    /** Describes the iteration in one line. */
    public String describe(final String label) {
        return String.format(
                Locale.ROOT,
                "%9s  %6.2f M/s  %6.1f ns  %,d results, %.4f bytes a command, %d collections of %d ms",
                label,
                millionsPerSecond(),
                (double) elapsedNs / commands,
                commands,
                bytesPerCommand(),
                pauses.count(),
                pauses.millis());
    }
}
