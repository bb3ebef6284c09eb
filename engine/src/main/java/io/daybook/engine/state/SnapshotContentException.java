package io.daybook.engine.state;

/** The content of a snapshot is invalid, although its checksums hold: another program wrote it, or a faulty one. */
public final class SnapshotContentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With what is wrong and where. */
    public SnapshotContentException(final String message) {
        super(message);
    }

    /** With what is wrong and where, and what found it. */
    public SnapshotContentException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
