package io.daybook.feed.log;

/** Thrown if a feed log cannot be used. The message names the file and the way out. */
public final class FeedLogException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The kind of the fault. */
    public enum Reason {
        /** A durable part of a file is damaged. */
        CORRUPT,
        /** The log belongs to another exchange, or has other channels. */
        OTHER_FEED,
        /** A later version of Daybook wrote the log. */
        VERSION,
        /** The file system has failed. */
        IO
    }

    private final Reason reason;

    FeedLogException(final Reason reason, final String message) {
        super(message);
        this.reason = reason;
    }

    FeedLogException(final Reason reason, final String message, final Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** The kind of the fault. */
    public Reason reason() {
        return reason;
    }
}
