package io.daybook.cluster.follower;

/**
 * Who leads, as the service of a node has seen it in the log: written by its thread, read by any. Each term begins with
 * an entry of the log, so all commands of the terms before are carried out when the service comes to it.
 */
public final class NodeLeadership {
    /** Where no term was seen. */
    static final Term NONE = new Term(-1, -1, 0);

    /**
     * A term of leadership.
     *
     * @param number of the term
     * @param leader the member that leads in it
     * @param seq the last command of the terms before
     */
    record Term(long number, int leader, long seq) {}

    /** What {@link #committedSeq} gives while this node may lack much of what is committed. */
    static final long BEHIND = Long.MAX_VALUE;

    private volatile Term term = NONE;
    private volatile boolean isLeader;
    private volatile long committedSeq = BEHIND;

    /** This node leads from now on, or does so no more. */
    public void role(final boolean leads) {
        isLeader = leads;
    }

    /** A term begins. */
    public void term(final long number, final int leader, final long seq) {
        term = new Term(number, leader, seq);
    }

    /** The last term that was seen. */
    Term term() {
        return term;
    }

    /** Whether Aeron says that this node leads. */
    boolean isLeader() {
        return isLeader;
    }

    /** This node, in a cluster with a leader, has carried out what was committed a moment ago. */
    public void caughtUp(final long seq) {
        committedSeq = seq;
    }

    /** It has not, or knows no leader. */
    public void behind() {
        committedSeq = BEHIND;
    }

    /** Whoever has heard this seq has heard what was committed when this node had caught up. */
    long committedSeq() {
        return committedSeq;
    }
}
