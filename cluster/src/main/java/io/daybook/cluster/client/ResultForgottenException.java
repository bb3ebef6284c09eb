package io.daybook.cluster.client;

/** A command was carried out once, but its result is no longer kept: query the state instead. */
public final class ResultForgottenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception of a request. */
    public ResultForgottenException(final int session, final long request) {
        super("request " + request + " of session " + session
                + " was carried out, and its result is no longer kept: query the state to see what it did");
    }
}
