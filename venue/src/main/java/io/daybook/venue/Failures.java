package io.daybook.venue;

import io.daybook.journal.JournalException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

/** Formats failures on one line, for people. */
public final class Failures {
    private Failures() {}

    /** Returns the message of a failure and the reason in its cause. */
    public static String reason(final RuntimeException failure) {
        final Throwable cause = failure.getCause();
        return failure.getMessage() + (cause == null || cause.getMessage() == null ? "" : ": " + describe(cause));
    }

    /** Returns the kind of a failure and its message. */
    public static String describe(final Throwable failure) {
        final String message = failure.getMessage();
        if (message == null) {
            return failure.getClass().getSimpleName();
        }
        final boolean speaksForItself = failure instanceof JournalException || failure instanceof IOException;
        return speaksForItself ? message : failure.getClass().getSimpleName() + ": " + message;
    }

    /**
     * Describes a file that cannot be read or written.
     *
     * @param file the name to show if the failure has none
     */
    public static String describe(final IOException failure, final String file) {
        if (failure instanceof NoSuchFileException missing) {
            return missing.getFile() + ": " + Objects.requireNonNullElse(missing.getReason(), "there is no such file");
        }
        if (failure instanceof AccessDeniedException denied) {
            return denied.getFile() + ": permission denied";
        }
        if (failure instanceof FileSystemException failed && failed.getFile() != null && failed.getReason() != null) {
            return failed.getFile() + ": " + failed.getReason();
        }
        return file + ": " + describe(failure);
    }

    /** Formats a number and the things that it counts. */
    public static String counted(final long count, final String thing) {
        return count + " " + thing + (count == 1 ? "" : "s");
    }
}
