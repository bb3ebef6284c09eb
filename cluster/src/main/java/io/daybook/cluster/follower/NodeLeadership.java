package io.daybook.cluster.follower;

/**
 * The leadership that the service of a node has read in the log: written by the service's thread, read by any thread.
 * Each term begins with an entry of the log, so all commands of earlier terms are carried out when the service reaches
 * it.
 */
public final class NodeLeadership {
    /** The value before the first term. */
    static final Term NONE = new Term(-1, -1, 0);

    /**
     * A term of leadership.
     *
     * @param number the number of the term
     * @param leader the member that leads in it
     * @param seq the last command of earlier terms
     */
    record Term(long number, int leader, long seq) {}

    /** The value of {@link #committedSeq} while this node may lack committed commands. */
    static final long BEHIND = Long.MAX_VALUE;

    private volatile Term term = NONE;
    private volatile boolean isLeader;
    private volatile long committedSeq = BEHIND;

    /** Called when this node begins or ceases to lead. */
    public void role(final boolean leads) {
        isLeader = leads;
    }

    /** Called when a term begins. */
    public void term(final long number, final int leader, final long seq) {
        term = new Term(number, leader, seq);
    }

    /** The last term read in the log. */
    Term term() {
        return term;
    }

    /** Returns whether this node leads, according to Aeron. */
    boolean isLeader() {
        return isLeader;
    }

    /**
     * Called when this node, in a cluster with a leader, has carried out everything that was committed a moment ago.
     */
    public void caughtUp(final long seq) {
        committedSeq = seq;
    }

    /** Called when this node lags, or there is no leader. */
    public void behind() {
        committedSeq = BEHIND;
    }

    /**
     * Returns the seq up to which everything was committed when this node had caught up: a follower that has received
     * it is up to date.
     */
    long committedSeq() {
        return committedSeq;
    }
}
