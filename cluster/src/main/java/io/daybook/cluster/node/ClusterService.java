package io.daybook.cluster.node;

import io.aeron.ExclusivePublication;
import io.aeron.FragmentAssembler;
import io.aeron.Image;
import io.aeron.Publication;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.ElectionState;
import io.aeron.cluster.codecs.CloseReason;
import io.aeron.cluster.service.ClientSession;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusterCounters;
import io.aeron.cluster.service.ClusteredService;
import io.aeron.logbuffer.Header;
import io.daybook.api.RecoverySummary;
import io.daybook.cluster.follower.NodeFollowers;
import io.daybook.cluster.follower.NodeLeadership;
import io.daybook.cluster.state.ClusterState;
import io.daybook.cluster.state.Principal;
import io.daybook.cluster.state.ReplySink;
import io.daybook.cluster.state.Request;
import io.daybook.cluster.state.StatePart;
import io.daybook.cluster.status.StatusBoard;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the log of Aeron Cluster: each message at its place, inline, with replies to the connection that sent it.
 * An exception halts the process; see {@link NodeErrors}.
 */
final class ClusterService implements ClusteredService {
    private static final long TIMER = 1;

    private static final long COUNT_NS = TimeUnit.MILLISECONDS.toNanos(200);

    /** The bytes of the log by which a node that has caught up may lag behind the committed position. */
    private static final long MOST_BEHIND = 1 << 20;

    private static final long UNKNOWN = -1;

    private final ClusterState state;
    private final StatusBoard board;
    private final NodeFollowers followers;
    private final NodeLeadership leadership;
    private final ResultRelease release;
    private final ReplySink replies = this::reply;

    /** One byte more than the longest request, so that a longer one is noticed. */
    private final byte[] request = new byte[Request.MAX_LENGTH + 1];

    /** The rights of each connection, from the log. */
    private final Long2ObjectHashMap<Principal> principals = new Long2ObjectHashMap<>();

    private @Nullable Cluster cluster;
    private @Nullable Egress egress;
    private @Nullable ClientSession asking;
    private boolean isLeader;
    private long term;
    private long countedNs;
    private int commitCounter = CountersReader.NULL_COUNTER_ID;
    private int electionCounter = CountersReader.NULL_COUNTER_ID;

    private boolean hasCaughtUp;

    /** The time of the start; 0 once the line about the restored state is printed. */
    private long startedNs;

    private long snapshotSeq;

    /** The position at which this node has caught up; negative while it is unknown. */
    private long wantedPosition = UNKNOWN;

    private long scheduledNs = ClusterState.NEVER;

    ClusterService(
            final ClusterState state,
            final StatusBoard board,
            final NodeFollowers followers,
            final NodeLeadership leadership,
            final ResultRelease release) {
        this.state = state;
        this.board = board;
        this.followers = followers;
        this.leadership = leadership;
        this.release = release;
    }

    @Override
    public void onStart(final Cluster started, final @Nullable Image snapshotImage) {
        cluster = started;
        startedNs = System.nanoTime();
        egress = new Egress(started.aeron());
        started.forEachClientSession(session -> onSessionOpen(session, 0)); // the sessions of a snapshot
        if (snapshotImage != null) {
            restore(snapshotImage, started.idleStrategy());
            snapshotSeq = state.seq();
            System.out.println("begins with the snapshot at seq " + snapshotSeq + ", restored in "
                    + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNs) + " ms");
        }
        release.begin(started, egress, state);
        board.role(started.role().name());
        board.onMessage(state, started.logPosition());
        board.onIdle(state);
    }

    private void restore(final Image image, final IdleStrategy idle) {
        final ArrayDeque<byte[]> chunks = new ArrayDeque<>();
        final FragmentAssembler assembler = new FragmentAssembler((buffer, offset, length, header) -> {
            final byte[] chunk = new byte[length];
            buffer.getBytes(offset, chunk);
            chunks.add(chunk);
        });
        final List<StatePart> parts = state.restore(() -> {
            while (chunks.isEmpty() && !image.isEndOfStream() && !image.isClosed()) {
                idle.idle(image.poll(assembler, 1));
            }
            return chunks.poll();
        });
        followers.restored(state, parts);
    }

    @Override
    public void onSessionOpen(final ClientSession session, final long timestamp) {
        principals.put(session.id(), Principal.decode(session.encodedPrincipal()));
    }

    @Override
    public void onSessionClose(final ClientSession session, final long timestamp, final CloseReason reason) {
        Objects.requireNonNull(egress).onClose(session);
        principals.remove(session.id());
    }

    @Override
    public void onSessionMessage(
            final ClientSession session,
            final long timestamp,
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final Header header) {
        final int copied = Math.min(length, request.length);
        buffer.getBytes(offset, request, 0, copied);
        release.awaitRoom(Objects.requireNonNull(cluster).idleStrategy(), this::isElected);
        asking = session;
        release.onMessage(Objects.requireNonNull(cluster).logPosition(), state);
        state.onRequest(principal(session), request, 0, copied, timestamp, isLeader, replies);
        asking = null;
        followers.onMessage(state);
        release.carriedOut(state);
        schedule();
        board.onMessage(state, Objects.requireNonNull(cluster).logPosition());
    }

    private Principal principal(final @Nullable ClientSession session) {
        final Principal known = session == null ? null : principals.get(session.id());
        return known == null ? Principal.NONE : known;
    }

    private void reply(final byte[] bytes, final int offset, final int length) {
        final ClientSession session = asking;
        if (isLeader && session != null) {
            release.reply(session, bytes, offset, length);
        }
    }

    @Override
    public void onTimerEvent(final long correlationId, final long timestamp) {
        scheduledNs = ClusterState.NEVER;
        release.onMessage(Objects.requireNonNull(cluster).logPosition(), state);
        state.onTimer(timestamp);
        release.carriedOut(state);
        schedule();
        board.onMessage(state, Objects.requireNonNull(cluster).logPosition());
    }

    /** Sets the timer, as every node does; only the leader's timer puts an event into the log. */
    private void schedule() {
        final long dueNs = state.nextDueNs();
        if (dueNs < scheduledNs) {
            final Cluster log = Objects.requireNonNull(cluster);
            final IdleStrategy idle = log.idleStrategy();
            idle.reset();
            while (!log.scheduleTimer(TIMER, Math.max(dueNs, log.time()))) {
                idle.idle();
            }
            scheduledNs = dueNs;
        }
    }

    @Override
    public void onTakeSnapshot(final ExclusivePublication publication) {
        final long startNs = System.nanoTime();
        final IdleStrategy idle = Objects.requireNonNull(cluster).idleStrategy();
        release.awaitAll(idle, this::isElected, NodeExit.FAILED::halt);
        final UnsafeBuffer chunk = new UnsafeBuffer();
        state.write(followers.capture(), (bytes, offset, length) -> {
            chunk.wrap(bytes, offset, length);
            idle.reset();
            for (long sent = publication.offer(chunk, 0, length);
                    sent < 0;
                    sent = publication.offer(chunk, 0, length)) {
                if (sent == Publication.CLOSED || sent == Publication.MAX_POSITION_EXCEEDED) {
                    throw new IllegalStateException("a snapshot must be written completely: offer=" + sent);
                }
                idle.idle();
            }
        });
        board.snapshot(state, System.nanoTime() - startNs);
    }

    @Override
    public void onRoleChange(final Cluster.Role newRole) {
        isLeader = newRole == Cluster.Role.LEADER;
        board.role(newRole.name());
        leadership.role(isLeader);
        release.role(isLeader);
        if (!isLeader) {
            Objects.requireNonNull(egress).clear();
        }
    }

    @Override
    public void onNewLeadershipTermEvent(
            final long leadershipTermId,
            final long logPosition,
            final long timestamp,
            final long termBaseLogPosition,
            final int leaderMemberId,
            final int logSessionId,
            final TimeUnit timeUnit,
            final int appVersion) {
        term = leadershipTermId;
        leadership.term(leadershipTermId, leaderMemberId, state.seq());
        board.term(leadershipTermId);
        release.term(leadershipTermId, logPosition);
    }

    @Override
    public int doBackgroundWork(final long nowNs) {
        board.onCycle(nowNs);
        checkLag();
        if (nowNs - countedNs > COUNT_NS) {
            countedNs = nowNs;
            board.counted(commitPosition(), Objects.requireNonNull(egress).connectionsClosed());
            release.show(nowNs);
        }
        board.onIdle(state);
        return release.work(nowNs, isElected(), isInElection(ElectionState.LEADER_LOG_REPLICATION))
                + Objects.requireNonNull(egress)
                        .poll(term, Objects.requireNonNull(cluster).time());
    }

    /**
     * Checks whether this node lags. A node that starts, catches up or has no leader lacks results that others have. It
     * has caught up once its election is over and it has reached the position that was committed then, until it is far
     * behind again.
     */
    private void checkLag() {
        final long position = Objects.requireNonNull(cluster).logPosition();
        final boolean isOver = isElected();
        if (!isOver || hasCaughtUp && commitPosition() - position > MOST_BEHIND) {
            hasCaughtUp = false;
            wantedPosition = UNKNOWN;
            leadership.behind();
        }
        if (isOver && !hasCaughtUp) {
            wantedPosition = wantedPosition == UNKNOWN ? commitPosition() : wantedPosition;
            if (wantedPosition != UNKNOWN && position >= wantedPosition) {
                hasCaughtUp = true;
                leadership.caughtUp(state.seq());
                sayRestored();
            }
        }
    }

    private void sayRestored() {
        if (startedNs != 0) {
            System.out.println(new RecoverySummary(
                            false,
                            state.seq(),
                            snapshotSeq,
                            state.seq() - snapshotSeq,
                            0,
                            List.of(),
                            System.nanoTime() - startedNs)
                    .line());
            startedNs = 0;
        }
    }

    /** Returns the commit position; −1 before there is one. */
    private long commitPosition() {
        commitCounter = counter(commitCounter, ConsensusModule.Configuration.COMMIT_POSITION_TYPE_ID);
        return value(commitCounter);
    }

    /** Returns whether no election is going on. */
    private boolean isElected() {
        return isInElection(ElectionState.CLOSED);
    }

    private boolean isInElection(final ElectionState wanted) {
        electionCounter = counter(electionCounter, ConsensusModule.Configuration.ELECTION_STATE_TYPE_ID);
        return value(electionCounter) == wanted.code();
    }

    /** Returns the id of a counter, and finds it only once, because counters stay while the process lives. */
    private int counter(final int known, final int type) {
        return known == CountersReader.NULL_COUNTER_ID ? ClusterCounters.find(counters(), type, 0) : known;
    }

    private long value(final int counter) {
        return counter == CountersReader.NULL_COUNTER_ID ? UNKNOWN : counters().getCounterValue(counter);
    }

    private CountersReader counters() {
        return Objects.requireNonNull(cluster).aeron().countersReader();
    }

    @Override
    public void onTerminate(final Cluster terminating) {
        board.terminating();
    }
}
