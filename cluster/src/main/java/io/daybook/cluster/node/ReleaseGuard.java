package io.daybook.cluster.node;

import io.daybook.cluster.config.Answers;
import io.daybook.cluster.config.ClusterConfig;

/**
 * Decides which results may leave this node. It does not rely on the quorum of Aeron Cluster, whose leader counts the
 * position of a returning node even if that node's log ends in an older term and will be cut there (aeron-io/aeron,
 * pull request 2147).
 *
 * <p>A place of the log is <b>confirmed</b> once the leader of a term and another node have both carried it out, with
 * equal chains, and both have carried out the beginning of that term. Then two of three logs have it and end in that
 * term, so no log without it wins an election: Raft's leader completeness. An equal place of an older term is not
 * enough, because a third log may end in a term between the two.
 *
 * <pre>
 *  this node leads in term t       and a report of term t is equal here     confirmed
 *  this node follows in term t     and the leader's report is equal here    confirmed
 *  this node is in an election     any                                      nothing new
 *  it has not met the leader's     a node of the same term reports that a   confirmed, as far as carried out here
 *  reports of its term yet         place is confirmed
 *  it carries out its log at its   any node reports that a place is         confirmed, as far as carried out here
 *  start                           confirmed
 *  chains differ at that place     any                                      nothing: one of the two is wrong
 * </pre>
 *
 * <p>Two logs that end in one term are equal as far as both go, so a place that a node of the same term has confirmed
 * is the same place here. A place of a later term is not: a deposed leader that still runs may have carried out
 * commands that are about to be cut. At its start a node carries its log out after Aeron has cut it to the leader's.
 *
 * <p>Its decisions depend only on its calls. Used by the service's thread.
 */
final class ReleaseGuard {
    /** The limit if results do not wait. */
    static final long ALL = Long.MAX_VALUE;

    /** The number of messages whose chain is kept; a report about an older one cannot be compared. */
    private static final int MARKS = 1 << 16;

    /** The most reports of one node, ahead of this node, that are kept. */
    private static final int AHEAD = 64;

    static final long NONE = -1;

    /** Reports of places that this node has not reached yet, oldest first. */
    private static final class Ahead {
        final long[] terms = new long[AHEAD];
        final long[] positions = new long[AHEAD];
        final long[] seqs = new long[AHEAD];
        final long[] chains = new long[AHEAD];
        int head;
        int size;

        void add(final CarriedOut report) {
            final int at = (head + Math.min(size, AHEAD - 1)) % AHEAD; // a full queue drops its latest report
            terms[at] = report.term();
            positions[at] = report.position();
            seqs[at] = report.seq();
            chains[at] = report.chain();
            size = Math.min(AHEAD, size + 1);
        }

        void removeFirst() {
            head = (head + 1) % AHEAD;
            size--;
        }
    }

    private final Answers answers;
    private final CarriedOut own;
    private final Ahead[] ahead = new Ahead[ClusterConfig.NODES];
    private final long[] positions = new long[MARKS];
    private final long[] seqs = new long[MARKS];
    private final long[] chains = new long[MARKS];

    /** How many marks were set; the last {@link #MARKS} are kept. */
    private long marks;

    private boolean isLeader;
    private boolean isElected;
    private boolean wasElected;
    private boolean isWaived;

    /** Whether the log has reached the beginning of a term since the start: a snapshot does not contain its term. */
    private boolean isTermKnown;

    /** Whether a report of the current term was equal to the results here. */
    private boolean hasMet;

    /** The highest position of this log that another node has reported as confirmed. */
    private long learned;

    ReleaseGuard(final int self, final Answers answers) {
        this.answers = answers;
        this.own = new CarriedOut(self);
        own.term(NONE, false);
        for (int node = 0; node < ahead.length; node++) {
            ahead[node] = new Ahead();
        }
    }

    /** The report of this node. */
    CarriedOut own() {
        return own;
    }

    /**
     * Begins with a snapshot, or with nothing: snapshots are taken only at confirmed places.
     *
     * @param term the term in which the snapshot was taken, because Aeron names a term only when the log reaches the
     *     next one; {@link #NONE} without a snapshot
     */
    void begin(final long position, final long seq, final long chain, final long term) {
        own.term(term, false);
        isTermKnown = term != NONE;
        own.progress(position, seq, chain);
        own.confirmed(position);
    }

    /** Called when this node begins or ceases to lead. */
    void role(final boolean leads) {
        isLeader = leads;
        own.term(leads ? NONE : own.term(), false); // the log has not named the new term yet
    }

    /** Called when the log has reached a new term. */
    void term(final long number, final long position) {
        hasMet = false;
        isTermKnown = true;
        own.term(number, isLeader);
        carriedOut(position, own.seq(), own.chain());
    }

    /** Sets whether there is a leader, as far as this node knows; without one, earlier reports no longer count. */
    void elected(final boolean isOver) {
        if (isElected != isOver) {
            isElected = isOver;
            wasElected = true; // there is a leader now, or there was one before
            hasMet = false;
            for (final Ahead one : ahead) {
                one.size = 0;
            }
        }
    }

    /** Returns whether there has been no leader since the start. */
    boolean isStarting() {
        return !wasElected;
    }

    /** Sets whether another node has a release that sends no reports: then answers do not wait. */
    void waived(final boolean waived) {
        isWaived = waived;
    }

    /** Returns whether another node has reported a place that this one has not reached yet. */
    boolean isReportAhead() {
        for (final Ahead one : ahead) {
            if (one.size > 0) {
                return true;
            }
        }
        return false;
    }

    /** Called when a message was carried out. */
    void carriedOut(final long position, final long seq, final long chain) {
        own.progress(position, seq, chain);
        final int at = (int) (marks++ % MARKS);
        positions[at] = position;
        seqs[at] = seq;
        chains[at] = chain;
        for (final Ahead one : ahead) {
            while (one.size > 0 && one.positions[one.head] <= position) {
                compare(one.terms[one.head], one.positions[one.head], one.seqs[one.head], one.chains[one.head]);
                one.removeFirst();
            }
        }
    }

    /** Handles the report of another node. */
    void onReport(final CarriedOut report) {
        if (!wasElected || !isTermKnown || report.term() == own.term()) {
            learned = Math.max(learned, report.confirmed());
        }
        if (!isElected || !isLeader && !report.isLeader()) {
            return;
        }
        if (report.position() > own.position()) {
            ahead[report.node()].add(report);
        } else {
            compare(report.term(), report.position(), report.seq(), report.chain());
        }
    }

    private void compare(final long term, final long position, final long seq, final long chain) {
        if (!isElected || term == NONE || term != own.term()) {
            return;
        }
        final int at = mark(position);
        if (at < 0) {
            return; // too old to compare: the next report is closer
        }
        if (seqs[at] == seq && chains[at] == chain) {
            hasMet = true;
            own.confirmed(Math.max(own.confirmed(), position));
        }
    }

    /** The index of the mark at a position; negative if there is none. */
    private int mark(final long position) {
        long low = Math.max(0, marks - MARKS);
        long high = marks - 1;
        while (low <= high) {
            final long middle = low + high >>> 1;
            final int at = (int) (middle % MARKS);
            if (positions[at] < position) {
                low = middle + 1;
            } else if (positions[at] > position) {
                high = middle - 1;
            } else {
                return at;
            }
        }
        return -1;
    }

    /** Returns the position up to which results may leave; {@link #ALL} if they do not wait. */
    long limit() {
        if (isOff()) {
            return ALL;
        }
        if (!hasMet && !isLeader) {
            own.confirmed(Math.max(own.confirmed(), Math.min(own.position(), learned)));
        }
        return own.confirmed();
    }

    /** Returns whether results leave as soon as Aeron reports them as committed. */
    boolean isOff() {
        return isWaived || answers == Answers.COMMITTED;
    }
}
