package io.daybook.kernel.state;

/** An impossible record in a restored state: the snapshot was damaged, or written by something else. */
public final class InvalidStateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Names the record and what is wrong with it.
     *
     * @param type the kind of the record
     * @param reason what is wrong, with the value
     */
    public InvalidStateException(final StateRecordType type, final String reason) {
        super(type + " record: " + reason);
    }
}
