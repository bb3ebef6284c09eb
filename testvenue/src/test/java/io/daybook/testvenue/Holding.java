package io.daybook.testvenue;

import java.util.concurrent.TimeUnit;

/**
 * What a fault holds or hides for a time has to be looked at within that time. A machine that stood still meanwhile has
 * seen nothing, and gets another attempt with a longer time.
 */
public final class Holding {
    /** Doors end a connection that takes nothing for ten seconds. */
    private static final int[] SECONDS = {2, 5, 8, 9};

    private Holding() {}

    /** Sets a fault that holds something for so many seconds, and looks. */
    @FunctionalInterface
    public interface Attempt {
        /** Returns whether all was looked at while the fault held it for certain; only then has it proven something. */
        boolean isInTime(int seconds) throws Exception;
    }

    /** Tries with longer and longer times, until one is long enough. */
    public static void look(final Attempt attempt) throws Exception {
        for (final int seconds : SECONDS) {
            if (attempt.isInTime(seconds)) {
                return;
            }
        }
        throw new AssertionError(
                "this machine is too slow to look at anything within " + SECONDS[SECONDS.length - 1] + " seconds");
    }

    /** Whether something that began no earlier than this still holds for certain. */
    public static boolean lasts(final long beganNs, final int seconds) {
        return System.nanoTime() - beganNs < TimeUnit.SECONDS.toNanos(seconds);
    }
}
