package io.daybook.cluster.node;

import io.aeron.cluster.service.ClientSession;
import io.aeron.cluster.service.Cluster;
import io.daybook.cluster.config.Answers;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.follower.NodeFollower;
import io.daybook.cluster.follower.NodeFollowers;
import io.daybook.cluster.log.NodeLog;
import io.daybook.cluster.state.ClusterState;
import io.daybook.cluster.state.ResultSink;
import io.daybook.cluster.status.NodeRelease;
import io.daybook.cluster.status.StatusBoard;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Releases results of this node: to its followers, which are its doors and its feed, and to the connections of clients.
 * Results wait here, in order, until {@link ReleaseGuard} confirms their place in the log.
 *
 * <pre>
 *  carried out ──► held ── confirmed ──► followers: doors, feed
 *       │                     └────────► egress: replies to commands and to queries
 *       └──► report to the others        reports of the others ──► guard
 * </pre>
 *
 * <p>Used by the service's thread.
 */
final class ResultRelease implements ResultSink {
    /** How long a snapshot waits for another node to reach its place in the log. */
    static final long SNAPSHOT_MS = 30_000;

    /** The bytes of waiting results at which a leader carries out no further commands. */
    static final long MOST_HELD_BYTES = 1L << 30;

    /** How often a report is repeated while nothing happens, because the last one may be lost. */
    private static final long REPEAT_NS = TimeUnit.MILLISECONDS.toNanos(20);

    /** The most frames released between two polls of the log. */
    private static final int LIMIT = 4_096;

    private final ClusterConfig config;
    private final NodeFollowers followers;
    private final StatusBoard board;
    private final HeldFrames held;
    private final ReleaseGuard guard;
    private final StuckElection election;
    private final long mostHeldBytes;
    private @Nullable Cluster cluster;
    private @Nullable Egress egress;
    private @Nullable ReportStream reports;
    private final boolean reporting;
    private boolean isLeader;

    /** The position of the current message. */
    private long position;

    /** The seq of the last result. */
    private long seq;

    private boolean isUnreported;
    private long reportedNs;
    private long waitingSinceNs;

    /** The position shown last. */
    private long shownPosition = -1;

    /** Creates the object before the node has joined its cluster: nothing is released yet. */
    ResultRelease(
            final ClusterConfig config,
            final NodeRelease release,
            final NodeFollowers followers,
            final StatusBoard board,
            final StuckElection election) {
        this(config, release, followers, board, election, MOST_HELD_BYTES);
    }

    ResultRelease(
            final ClusterConfig config,
            final NodeRelease release,
            final NodeFollowers followers,
            final StatusBoard board,
            final StuckElection election,
            final long mostHeldBytes) {
        this.config = config;
        this.followers = followers;
        this.board = board;
        this.held = new HeldFrames(config.dir().resolve("held"), HeldFrames.MEMORY_BYTES);
        this.guard = new ReleaseGuard(config.node(), release.reports() ? config.answers() : Answers.COMMITTED);
        this.election = election;
        this.reporting = release.reports();
        this.mostHeldBytes = mostHeldBytes;
    }

    /** Begins with a snapshot, or with nothing. */
    void begin(final Cluster started, final Egress replies, final ClusterState state) {
        cluster = started;
        egress = replies;
        reports = reporting ? new ReportStream(started.aeron(), config, this::onReport) : null;
        position = started.logPosition();
        seq = state.seq();
        guard.begin(position, seq, state.chain(), NodeLog.snapshotTerm(config.dir(), position));
        followers.released(seq);
    }

    /**
     * Waits before the next message while too many results wait: a leader that carries out no more commands answers no
     * more, so the windows of its clients fill, and the clients stop sending. A follower does not wait, because the
     * leader may need its reports. A node without a leader does not wait, because its log may be cut. A leader that has
     * a report of a later place does not wait either, because it can compare the report only when it has reached that
     * place.
     *
     * @param isElected whether there is a leader
     */
    void awaitRoom(final IdleStrategy idle, final BooleanSupplier isElected) {
        if (held.bytes() < mostHeldBytes) {
            return;
        }
        idle.reset();
        boolean isSaid = false;
        while (isLeader && held.bytes() >= mostHeldBytes && !guard.isReportAhead() && isElected.getAsBoolean()) {
            if (!isSaid) {
                System.err.println("daybook cluster node: carries out nothing after seq " + seq + ": " + held.bytes()
                        + " bytes of results wait for another node to report that it carried the log out as far");
                isSaid = true;
            }
            idle.idle(); // runs the service's background work
        }
    }

    /** Handles the report of another node. */
    void onReport(final CarriedOut report) {
        guard.onReport(report);
        election.onReport(report);
    }

    /** Called when a message of the log is about to be carried out. */
    void onMessage(final long atPosition, final ClusterState state) {
        position = atPosition;
        seq = state.seq();
    }

    @Override
    public void onResult(final byte[] bytes, final int offset, final int length) {
        seq++;
        if (held.isEmpty() && guard.isOff()) {
            followers.released(seq);
            followers.onResult(bytes, offset, length);
        } else {
            held.add(position, seq, bytes, offset, length);
        }
    }

    /** Takes a reply to the current message. */
    void reply(final ClientSession session, final byte[] bytes, final int offset, final int length) {
        if (held.isEmpty() && guard.isOff()) {
            Objects.requireNonNull(egress).send(session, bytes, offset, length);
        } else {
            held.add(position, -1 - session.id(), bytes, offset, length);
        }
    }

    /** Called when the message was carried out. */
    void carriedOut(final ClusterState state) {
        guard.carriedOut(position, state.seq(), state.chain());
        isUnreported = true;
        Objects.requireNonNull(egress).closeSlow();
    }

    /** Called when the log has reached a new term of leadership. */
    void term(final long number, final long atPosition) {
        position = atPosition;
        guard.term(number, atPosition);
        isUnreported = true;
    }

    /** Called when this node begins or ceases to lead. */
    void role(final boolean leads) {
        isLeader = leads;
        guard.role(leads);
    }

    /**
     * Called between two polls of the log: polls and sends reports, and releases confirmed results; returns how many
     * reports and results there were.
     *
     * @param isElected whether there is a leader
     * @param waits whether this node leads an election, and waits for the logs of others
     */
    int work(final long nowNs, final boolean isElected, final boolean waits) {
        guard.elected(isElected);
        election.waits(waits);
        final ReportStream stream = reports;
        if (stream == null) { // this release sends no reports
            return 0;
        }
        guard.waived(board.isAnyWithoutReports());
        final int heard = stream.poll();
        final long limit = guard.limit();
        if (isUnreported || nowNs - reportedNs > REPEAT_NS) {
            isUnreported = false;
            reportedNs = nowNs;
            election.put(guard.own());
            stream.send(guard.own());
        }
        return heard + letGo(limit, LIMIT);
    }

    private int letGo(final long limit, final int most) {
        int count = 0;
        while (count < most && held.first() && held.position() <= limit) {
            count++;
            if (held.number() >= 0) {
                followers.released(held.number());
                followers.onHeldResult(held.number(), held.frame(), 0, held.length());
            } else {
                letGoReply();
            }
            held.remove();
        }
        return count;
    }

    /** Releases a reply, or drops it if the leader no longer leads: clients repeat their request to the next one. */
    private void letGoReply() {
        final Cluster log = Objects.requireNonNull(cluster);
        final ClientSession session = isLeader ? log.getClientSession(-1 - held.number()) : null;
        if (session != null) {
            Objects.requireNonNull(egress)
                    .release(session, held.frame(), held.length(), guard.own().term(), log.time());
        }
    }

    /** Publishes how far results are released, and how long the waiting results have waited. */
    void show(final long nowNs) {
        final long upTo = Math.min(guard.limit(), position);
        waitingSinceNs = held.isEmpty() || upTo != shownPosition ? nowNs : waitingSinceNs;
        shownPosition = upTo;
        board.released(
                held.isEmpty() ? seq : followers.releasedSeq(),
                upTo,
                TimeUnit.NANOSECONDS.toMillis(nowNs - waitingSinceNs),
                held.bytes());
    }

    /**
     * Waits until everything carried out is released: a snapshot contains the state of followers after the results they
     * received, and a start must not begin at a place that may still be cut. A node that carries out its log again at
     * its start, before there is a leader, cannot wait: doors and feed are closed meanwhile. If an election begins
     * while a node waits, the node ends, because its held results may be cut.
     *
     * @param isElected whether there is a leader
     * @param halt ends the node
     */
    void awaitAll(final IdleStrategy idle, final BooleanSupplier isElected, final NodeFollower.Halt halt) {
        final String what = "a snapshot at seq " + seq + " waits for another node to report that it carried the log out"
                + " as far, and ";
        final long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SNAPSHOT_MS);
        boolean hadLeader = false;
        idle.reset();
        while (!isAllOut(guard.limit())) {
            final boolean hasLeader = isElected.getAsBoolean();
            guard.elected(hasLeader);
            if (guard.isStarting()) {
                isAllOut(ReleaseGuard.ALL);
                return;
            }
            if (hadLeader && !hasLeader) {
                halt.halt(what + "an election began before one did");
            }
            if (System.nanoTime() - deadlineNs > 0) {
                halt.halt(what + "none did in " + SNAPSHOT_MS + " ms");
            }
            hadLeader = hasLeader;
            idle.idle(); // runs the service's background work
        }
    }

    /** Releases waiting results up to a position; returns whether nothing is left. */
    private boolean isAllOut(final long limit) {
        while (letGo(limit, LIMIT) > 0) {
            // letGo stops at the first result after the limit
        }
        return held.isEmpty() && limit >= position;
    }
}
