package io.daybook.perf.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Counts the instructions that the calling thread retires in user mode, by the machine's own counter. Unlike time,
 * their number does not depend on other programs, and hardly on the machine. Needs Linux with {@code perf}; elsewhere
 * nothing is counted. Not for hot paths.
 */
public final class Instructions {

    /** The result of {@link #of} if nothing can be counted. */
    public static final long NOT_MEASURED = -1;

    private static final Path OWN_THREAD = Path.of("/proc/thread-self");
    private static final String EVENT = "instructions:u";
    private static final int ATTACH_MS = 500;
    private static final int END_SECONDS = 10;

    private Instructions() {}

    /**
     * Counts the instructions of some work on this thread, to within about a million; {@link #NOT_MEASURED} if they
     * cannot be counted. The work runs in any case.
     */
    public static long of(final Runnable work) {
        final Process counter;
        try {
            final String thread =
                    Files.readSymbolicLink(OWN_THREAD).getFileName().toString();
            counter = new ProcessBuilder("perf", "stat", "-x,", "-e", EVENT, "-t", thread)
                    .redirectErrorStream(true)
                    .start();
            TimeUnit.MILLISECONDS.sleep(ATTACH_MS); // a thread that sleeps retires nothing
        } catch (IOException e) {
            work.run();
            return NOT_MEASURED;
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while perf began to count", e);
        }
        work.run();
        return read(counter);
    }

    private static long read(final Process counter) {
        try {
            new ProcessBuilder("kill", "-INT", Long.toString(counter.pid()))
                    .start()
                    .waitFor();
            final String output = new String(counter.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            counter.waitFor(END_SECONDS, TimeUnit.SECONDS);
            return count(List.of(output.split("\n")));
        } catch (IOException e) {
            return NOT_MEASURED;
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while perf ended", e);
        }
    }

    /**
     * Reads the count from lines of {@code count,unit,event,…}, where the count is a word in angle brackets if the
     * machine has no such counter.
     */
    static long count(final List<String> lines) {
        for (final String line : lines) {
            final String[] fields = line.split(",", -1);
            if (fields.length > 2 && fields[2].startsWith(EVENT) && fields[0].matches("[0-9]+")) {
                return Long.parseLong(fields[0]);
            }
        }
        return NOT_MEASURED;
    }
}
