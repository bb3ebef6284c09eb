package io.daybook.cluster.client;

/**
 * The cluster no longer has commands that it once answered: a majority of its nodes lost the end of its log. Do not
 * send commands that rely on earlier answers.
 */
public final class HistoryLostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception with the last answered request and the last request in the log. */
    public HistoryLostException(final int session, final long answered, final long last) {
        super("session " + session + " was answered up to request " + answered
                + ", and the cluster has requests up to " + last
                + " only: compare your books with the cluster's before you send again");
    }
}
