package io.daybook.cluster.node;

import io.aeron.ExclusivePublication;
import io.aeron.FragmentAssembler;
import io.aeron.Image;
import io.aeron.Publication;
import io.aeron.cluster.codecs.CloseReason;
import io.aeron.cluster.service.ClientSession;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusteredService;
import io.aeron.logbuffer.Header;
import io.daybook.cluster.state.ClusterState;
import io.daybook.cluster.state.ReplySink;
import io.daybook.cluster.state.Request;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the log of Aeron Cluster: each message at its place, inline, its replies to the connection that it came
 * from. What it throws halts the process; see {@link NodeErrors}.
 */
final class ClusterService implements ClusteredService {
    private static final long TIMER = 1;

    /** A connection that takes nothing for so long is closed, because everybody waits for it. */
    private static final long EGRESS_PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ClusterState state;
    private final StatusBoard board;
    private final ReplySink replies = this::reply;
    private final UnsafeBuffer message = new UnsafeBuffer();

    /** One byte more than a request has: what is longer is seen to be. */
    private final byte[] request = new byte[Request.MAX_LENGTH + 1];

    private @Nullable Cluster cluster;
    private @Nullable ClientSession asking;
    private boolean isLeader;
    private long scheduledNs = ClusterState.NEVER;

    ClusterService(final ClusterState state, final StatusBoard board) {
        this.state = state;
        this.board = board;
    }

    @Override
    public void onStart(final Cluster started, final @Nullable Image snapshotImage) {
        cluster = started;
        if (snapshotImage != null) {
            restore(snapshotImage, started.idleStrategy());
        }
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
        state.restore(() -> {
            while (chunks.isEmpty() && !image.isEndOfStream() && !image.isClosed()) {
                idle.idle(image.poll(assembler, 1));
            }
            return chunks.poll();
        });
    }

    @Override
    public void onSessionOpen(final ClientSession session, final long timestamp) {
        // a connection says nothing about a session of ours
    }

    @Override
    public void onSessionClose(final ClientSession session, final long timestamp, final CloseReason reason) {
        // as above
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
        asking = session;
        state.onRequest(request, 0, copied, timestamp, isLeader, replies);
        asking = null;
        schedule();
        board.onMessage(state, Objects.requireNonNull(cluster).logPosition());
    }

    private void reply(final byte[] bytes, final int offset, final int length) {
        final ClientSession session = asking;
        if (!isLeader || session == null || session.isClosing()) {
            return;
        }
        message.wrap(bytes, offset, length);
        long sent = session.offer(message, 0, length);
        if (isToWaitFor(sent)) {
            final long start = System.nanoTime();
            while (isToWaitFor(sent) && System.nanoTime() - start < EGRESS_PATIENCE_NS) {
                Thread.onSpinWait();
                sent = session.offer(message, 0, length);
            }
            if (isToWaitFor(sent)) {
                session.close(); // replies are kept: the client asks again by another connection
            }
        }
    }

    private static boolean isToWaitFor(final long sent) {
        return sent == Publication.BACK_PRESSURED || sent == Publication.ADMIN_ACTION;
    }

    @Override
    public void onTimerEvent(final long correlationId, final long timestamp) {
        scheduledNs = ClusterState.NEVER;
        state.onTimer(timestamp);
        schedule();
        board.onMessage(state, Objects.requireNonNull(cluster).logPosition());
    }

    /** All nodes keep the timer; the leader's puts its event into the log. */
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
        final IdleStrategy idle = Objects.requireNonNull(cluster).idleStrategy();
        final UnsafeBuffer chunk = new UnsafeBuffer();
        state.write((bytes, offset, length) -> {
            chunk.wrap(bytes, offset, length);
            idle.reset();
            for (long sent = publication.offer(chunk, 0, length);
                    sent < 0;
                    sent = publication.offer(chunk, 0, length)) {
                if (sent == Publication.CLOSED || sent == Publication.MAX_POSITION_EXCEEDED) {
                    throw new IllegalStateException("a snapshot must be taken whole: offer=" + sent);
                }
                idle.idle();
            }
        });
        board.snapshot(state);
    }

    @Override
    public void onRoleChange(final Cluster.Role newRole) {
        isLeader = newRole == Cluster.Role.LEADER;
        board.role(newRole.name());
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
        board.term(leadershipTermId);
    }

    @Override
    public int doBackgroundWork(final long nowNs) {
        board.onIdle(state);
        return 0;
    }

    @Override
    public void onTerminate(final Cluster terminating) {
        board.terminating();
    }
}
