package io.daybook.cluster.follower;

/**
 * The leadership, as the service of a node has read it in the log: written by its thread, read by any. Each term begins
 * with an entry of the log, so all commands of the terms before are carried out when the service comes to it.
 */
public final class NodeLeadership {
    /** Before the first term. */
    static final Term NONE = new Term(-1, -1, 0);

    /**
     * A term of leadership.
     *
     * @param number of the term
     * @param leader the member that leads in it
     * @param seq the last command of the terms before
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

    /** Whether this node leads, according to Aeron. */
    boolean isLeader() {
        return isLeader;
    }

    /** This node, in a cluster with a leader, has carried out everything that was committed a moment ago. */
    public void caughtUp(final long seq) {
        committedSeq = seq;
    }

    /** This node lags, or knows no leader. */
    public void behind() {
        committedSeq = BEHIND;
    }

    /**
     * A follower that has received this seq has received everything that was committed when this node had caught up.
     */
    long committedSeq() {
        return committedSeq;
    }
}
