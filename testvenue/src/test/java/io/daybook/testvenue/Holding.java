package io.daybook.testvenue;

import java.util.concurrent.TimeUnit;

/**
 * Checks what a fault holds or hides for a time, within that time. If the machine stalled meanwhile, the check has
 * proven nothing, and another attempt with a longer time follows.
 */
public final class Holding {
    /** The times to try, below ten seconds: doors end a connection that takes nothing for ten. */
    private static final int[] SECONDS = {2, 5, 8, 9};

    private Holding() {}

    /** Sets a fault that holds something for a number of seconds, and checks. */
    @FunctionalInterface
    public interface Attempt {
        /** Returns whether all was checked while the fault certainly held; otherwise the attempt has proven nothing. */
        boolean isInTime(int seconds) throws Exception;
    }

    /** Tries longer and longer times, until one is long enough. */
    public static void look(final Attempt attempt) throws Exception {
        for (final int seconds : SECONDS) {
            if (attempt.isInTime(seconds)) {
                return;
            }
        }
        throw new AssertionError(
                "this machine is too slow to check anything within " + SECONDS[SECONDS.length - 1] + " seconds");
    }

    /** Whether a fault that began no earlier than this certainly still holds. */
    public static boolean lasts(final long beganNs, final int seconds) {
        return System.nanoTime() - beganNs < TimeUnit.SECONDS.toNanos(seconds);
    }
}
