package io.daybook.feed.log;

/** Why a feed log cannot be used; the message names the file and the way out. */
public final class FeedLogException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    public enum Reason {
        /** A file is damaged where it was durable. */
        CORRUPT,
        /** It is of another exchange, or has other channels. */
        OTHER_FEED,
        /** A later Daybook wrote it. */
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

    /** What is wrong. */
    public Reason reason() {
        return reason;
    }
}
