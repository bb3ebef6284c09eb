package io.daybook.kernel.state;

/** An impossible record in a restored state: the snapshot is damaged or of another format. */
public final class InvalidStateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception for a record with a fault.
     *
     * @param type the kind of the record
     * @param reason the fault, with the value
     */
    public InvalidStateException(final StateRecordType type, final String reason) {
        super(type + " record: " + reason);
    }
}
