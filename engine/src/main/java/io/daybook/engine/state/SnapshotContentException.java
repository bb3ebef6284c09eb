package io.daybook.engine.state;

/**
 * Thrown if the content of a snapshot is invalid, although its checksums hold: another or a faulty program wrote it.
 */
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
