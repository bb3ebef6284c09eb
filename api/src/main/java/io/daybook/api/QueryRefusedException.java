package io.daybook.api;

/** A query could not be answered; {@link #code()} says why. */
public final class QueryRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ResultCode code;

    /** With the code that refuses it. */
    public QueryRefusedException(final ResultCode code, final String message) {
        super(message + " (" + code + ")");
        this.code = code;
    }

    /** Why the query was refused. */
    public ResultCode code() {
        return code;
    }
}
