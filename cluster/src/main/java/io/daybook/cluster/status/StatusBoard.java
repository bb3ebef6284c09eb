package io.daybook.cluster.status;

import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.state.ClusterSettings;
import io.daybook.cluster.state.ClusterState;
import java.util.List;

/**
 * The status that the service's thread publishes, and that any thread may read. A reader gets the values of a single
 * moment, because each status is one object.
 */
public final class StatusBoard {
    /** A mark is at the first message that reaches a multiple of this seq, which is the same message on all nodes. */
    private static final long MARK_EVERY = 1 << 10;

    /** The most commands or messages between two publications, at full speed. */
    private static final int PUBLISH_EVERY = 256;

    private volatile NodeStatus shown;
    private volatile boolean isTerminating;
    private volatile NodeStart start;
    private final ClusterConfig config;
    private final NodeRelease release;
    private final List<String> knownFollowers;
    private boolean hasLog;
    private String role = "FOLLOWER";
    private long term = -1;
    private long position;
    private long markSeq;
    private long markChain;
    private long snapshotSeq;
    private long snapshotAtMs = -1;
    private long snapshotPauseUs = -1;
    private long elections;
    private long commitPosition = -1;
    private long connectionsClosed;
    private long longestPauseUs;
    private long lastCycleNs;
    private volatile long checkedSeq;
    private volatile boolean isAnyWithoutReports;
    private long releasedSeq;
    private long releasedPosition;
    private long waitingMs;
    private long heldBytes;
    private int unpublished;

    public StatusBoard(
            final ClusterConfig config,
            final boolean hasLog,
            final NodeRelease release,
            final List<String> knownFollowers) {
        this.config = config;
        this.release = release;
        this.knownFollowers = knownFollowers;
        this.hasLog = hasLog;
        this.start = new NodeStart(config.durability().word(), List.of());
        this.shown = new NodeStatus(
                config.cluster(),
                config.node(),
                role,
                term,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                -1,
                hasLog,
                List.of(),
                knownFollowers,
                NodeMetrics.NONE,
                start);
    }

    /** Sets the nodes for which this node waits before it takes part. */
    public void start(final NodeStart now) {
        start = now;
        shown = shown.waiting(now);
    }

    public void role(final String name) {
        role = name;
        unpublished = PUBLISH_EVERY;
    }

    public void term(final long number) {
        term = number;
        elections++;
        unpublished = PUBLISH_EVERY;
    }

    /**
     * Called when a snapshot was taken.
     *
     * @param pauseNs how long it took
     */
    public void snapshot(final ClusterState state, final long pauseNs) {
        snapshotSeq = state.seq();
        snapshotAtMs = System.currentTimeMillis();
        snapshotPauseUs = pauseNs / 1_000;
        unpublished = PUBLISH_EVERY;
    }

    /** Called when a message was carried out. */
    public void onMessage(final ClusterState state, final long logPosition) {
        position = logPosition;
        if (state.seq() / MARK_EVERY != markSeq / MARK_EVERY) {
            markSeq = state.seq();
            markChain = state.chain();
        }
        if (++unpublished >= PUBLISH_EVERY) {
            publish(state);
        }
    }

    /** Called between two polls of the log. */
    public void onCycle(final long nowNs) {
        if (lastCycleNs != 0) {
            longestPauseUs = Math.max(longestPauseUs, (nowNs - lastCycleNs) / 1_000);
        }
        lastCycleNs = nowNs;
    }

    /** Sets the counters of Aeron and the egress; published with the next message. */
    public void counted(final long committed, final long closed) {
        unpublished += committed != commitPosition || closed != connectionsClosed ? 1 : 0;
        commitPosition = committed;
        connectionsClosed = closed;
    }

    /**
     * Sets how far results are released, and how long the waiting ones have waited, and their bytes; published with the
     * next message.
     */
    public void released(final long seq, final long upTo, final long ms, final long bytes) {
        unpublished += seq != releasedSeq || upTo != releasedPosition || ms != waitingMs || bytes != heldBytes ? 1 : 0;
        releasedSeq = seq;
        releasedPosition = upTo;
        waitingMs = ms;
        heldBytes = bytes;
    }

    /** Sets whether another running node has a release that sends no reports. Called by the watchdog. */
    public void anyWithoutReports(final boolean isAny) {
        isAnyWithoutReports = isAny;
    }

    public boolean isAnyWithoutReports() {
        return isAnyWithoutReports;
    }

    /** Sets the seq up to which the chains of all nodes are equal. Called by the watchdog. */
    public void checked(final long seq) {
        checkedSeq = Math.max(checkedSeq, seq);
    }

    /** Publishes pending changes. Called between two polls of the log. */
    public void onIdle(final ClusterState state) {
        if (unpublished > 0) {
            publish(state);
        }
    }

    private void publish(final ClusterState state) {
        unpublished = 0;
        final ClusterSettings settings = state.settings();
        hasLog |= settings != null;
        shown = new NodeStatus(
                config.cluster(),
                config.node(),
                role,
                term,
                position,
                state.seq(),
                state.chain(),
                markSeq,
                markChain,
                state.sessionCount(),
                state.counts().duplicates(),
                state.counts().refused(),
                snapshotSeq,
                0,
                -1,
                hasLog,
                settings == null ? List.of() : settings.followers(),
                knownFollowers,
                metrics(state),
                start);
    }

    private NodeMetrics metrics(final ClusterState state) {
        final ClusterSettings settings = state.settings();
        return new NodeMetrics(
                commitPosition,
                elections,
                state.counts().gaps(),
                state.counts().refusedBy(),
                connectionsClosed,
                0,
                snapshotAtMs,
                snapshotPauseUs,
                longestPauseUs,
                -1,
                -1,
                settings == null ? 0 : settings.semanticsVersion(),
                release.semantics(),
                release.reports() ? releasedSeq : -1,
                release.reports() ? releasedPosition : -1,
                waitingMs,
                heldBytes);
    }

    /** The seq up to which the chains of all nodes were equal. */
    public long checkedSeq() {
        return checkedSeq;
    }

    /** The last published status. */
    public NodeStatus shown() {
        return shown;
    }

    /** Records that the cluster was stopped, so that the end of its threads is no failure. */
    public void terminating() {
        isTerminating = true;
    }

    public boolean isTerminating() {
        return isTerminating;
    }
}
