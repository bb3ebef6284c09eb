package io.daybook.cluster.client;

/**
 * The cluster no longer has what it once answered: a majority of its nodes lost the end of its log. Nothing sent later
 * is safe to build on what was heard before.
 */
public final class HistoryLostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With what was answered, and what there is. */
    public HistoryLostException(final int session, final long answered, final long last) {
        super("session " + session + " was answered up to request " + answered
                + ", and the cluster knows requests up to " + last
                + " only: compare your books with the cluster's before you send again");
    }
}
