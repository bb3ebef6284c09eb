package io.daybook.sessions.member;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Closes several things, each of them even if an earlier one fails. */
public final class Closing {
    private Closing() {}

    /**
     * Closes all in their order, and skips null.
     *
     * @throws RuntimeException the first failure, with later ones suppressed; an {@link IOException} as
     *     {@link UncheckedIOException}, another checked exception as {@link IllegalStateException}
     */
    public static void all(final List<? extends @Nullable AutoCloseable> ends) {
        final Throwable first = close(null, ends);
        if (first instanceof Error error) {
            throw error;
        }
        if (first instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (first instanceof IOException disk) {
            throw new UncheckedIOException(disk);
        }
        if (first != null) {
            throw new IllegalStateException(first);
        }
    }

    /** Closes all in their order, as the method for a list does. */
    public static void all(final @Nullable AutoCloseable... ends) {
        all(Arrays.asList(ends));
    }

    /** Closes after a failure. That failure stays the reported one; failures here are suppressed in it. */
    public static void after(final Throwable why, final @Nullable AutoCloseable... ends) {
        close(why, Arrays.asList(ends));
    }

    private static @Nullable Throwable close(
            final @Nullable Throwable why, final List<? extends @Nullable AutoCloseable> ends) {
        Throwable first = why;
        for (final AutoCloseable end : ends) {
            try {
                if (end != null) {
                    end.close();
                }
            } catch (final Exception | Error e) {
                if (e instanceof InterruptedException) {
                    Thread.currentThread().interrupt();
                }
                if (first == null) {
                    first = e;
                } else if (e != first) {
                    first.addSuppressed(e);
                }
            }
        }
        return first;
    }
}
