package io.daybook.cluster.node;

import io.daybook.cluster.config.ClusterConfig;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Finds an election that cannot end, so that {@link CutGuard} makes its leader begin it again.
 *
 * <p>In Aeron Cluster 1.51.0 the leader of an election counts the end of a voter's log even if that end is of an older
 * term and is about to be cut (as in aeron-io/aeron, pull request 2147), and publishes it as a commit position. It
 * publishes no lower position later in that election. If a term between the two logs' last terms ends before that
 * position, the voter, whose log was cut, copies the log to the end of this term, waits there for a commit position,
 * gives up after the time-out of a heartbeat, is cut again at the same place, and so on: two of three nodes answer
 * nothing until the leader begins an election anew, which resets the published position.
 *
 * <pre>
 *  leader, elected for term 5   | term 1 | term 2 | term 4      |     publishes the end of the voter's term 1, once
 *  voter, as it was             | term 1               |              cut, copied to the end of term 2, cut, …
 * </pre>
 *
 * <p>The sign: while this node waits for the logs of others as the leader of one election, another node reports two
 * cuts at one place. A first cut is ordinary. After it that node's log is the beginning of this one's, so a second one
 * shows that the node has given up waiting. A long copy follows one cut only. If a copy fails and begins again, the
 * sign is wrong, and costs one election.
 */
final class StuckElection {
    private static final int UNKNOWN = -1;
    private static final long NOWHERE = -1;

    private final Consumer<String> say;

    /** By node: how many cuts it has reported in this election; {@link #UNKNOWN} before its first report. */
    private final long[] counts = new long[ClusterConfig.NODES];

    /** By node: the place of its last cut in this election. */
    private final long[] places = new long[ClusterConfig.NODES];

    private boolean isWaiting;
    private volatile boolean isStuck;

    /** The cuts of this node's own log, for its reports. */
    private long ownCount;

    private long ownPlace = NOWHERE;

    /**
     * Creates a detector for a node that starts.
     *
     * @param say takes a line for an election that cannot end
     */
    StuckElection(final Consumer<String> say) {
        this.say = say;
    }

    /** Counts a cut of this node's log. Called by the guard's thread. */
    synchronized void cut(final long position) {
        ownCount++;
        ownPlace = position;
    }

    /** Completes a report of this node. Called by the service's thread, like the methods below. */
    synchronized void put(final CarriedOut report) {
        report.cuts(ownCount, ownPlace);
    }

    /** Sets whether this node leads an election, and waits for the logs of others. */
    void waits(final boolean waits) {
        if (waits && !isWaiting) {
            Arrays.fill(counts, UNKNOWN);
            Arrays.fill(places, NOWHERE);
        }
        isWaiting = waits;
    }

    /** Handles the report of another node. */
    void onReport(final CarriedOut report) {
        final int node = report.node();
        if (!isWaiting || report.cuts() == counts[node]) {
            return;
        }
        if (report.cuts() < counts[node]) { // the node has restarted
            places[node] = NOWHERE;
        } else if (counts[node] != UNKNOWN) {
            if (places[node] == report.cutPosition()) {
                say.accept("daybook cluster node: begins its election again: node " + node
                        + " has cut its log at position " + report.cutPosition() + " again, and waits for a commit"
                        + " position that this node does not send");
                isStuck = true;
            }
            places[node] = report.cutPosition();
        }
        counts[node] = report.cuts();
    }

    /** Returns whether the election must begin again. Called by the guard's thread. */
    boolean isStuck() {
        return isStuck;
    }

    /** Called by the guard's thread when it has made the election begin again. */
    void begunAgain() {
        isStuck = false;
    }
}
