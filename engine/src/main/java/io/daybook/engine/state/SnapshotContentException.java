package io.daybook.engine.state;

/** The content of a snapshot is invalid, although its checksums hold: another program wrote it, or a faulty one. */
public final class SnapshotContentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception with the fault and its place. */
    public SnapshotContentException(final String message) {
        super(message);
    }

    /** Creates the exception with the fault, its place and its cause. */
    public SnapshotContentException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
