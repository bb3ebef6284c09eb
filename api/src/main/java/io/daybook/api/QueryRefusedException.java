package io.daybook.api;

/** A query could not be answered; {@link #code()} has the reason. */
public final class QueryRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ResultCode code;

    public QueryRefusedException(final ResultCode code, final String message) {
        super(message + " (" + code + ")");
        this.code = code;
    }

    /** Why the query was refused. */
    public ResultCode code() {
        return code;
    }
}
