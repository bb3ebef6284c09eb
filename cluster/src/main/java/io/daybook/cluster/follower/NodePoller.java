package io.daybook.cluster.follower;

import io.daybook.api.FollowerPoller;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Polls a follower of a node on its owner's thread, and reports whether it is up to date. The follower's attachment
 * must have a hook that wakes that thread. Used by that thread.
 */
public final class NodePoller implements FollowerPoller {
    /** A follower that has more bytes than this to receive is not up to date. */
    static final long MOST_UNHEARD_BYTES = 1 << 20;

    /** A follower is up to date again once it has at most this many bytes to receive. */
    private static final long LEAST_UNHEARD_BYTES = 1 << 14;

    private final String name;
    private final int self;
    private final NodeFollowers followers;
    private final NodeLeadership leadership;

    /** Whether the follower was far behind its node at the last check. */
    private boolean isLate;

    /** The progress of a follower, compared with the commands that the cluster has committed. */
    public enum Standing {
        /**
         * The follower may lag: the node starts, catches up or has no leader, or the follower is far behind its node.
         */
        BEHIND,
        /** This node follows a leader, and the follower had received everything that was committed a moment ago. */
        FOLLOWS,
        /** This node leads, and the follower has received everything of earlier terms. */
        LEADS
    }

    public NodePoller(
            final String name, final int self, final NodeFollowers followers, final NodeLeadership leadership) {
        this.name = name;
        this.self = self;
        this.followers = followers;
        this.leadership = leadership;
    }

    /** Returns whether the log names the follower, so that the follower runs. */
    public boolean isReady() {
        return followers.find(name) != null;
    }

    /** The standing of the follower; available once it is ready. */
    public Standing standing() {
        final NodeFollower follower = followers.find(name);
        if (follower == null || follower.isDetached() || follower.heard() > followers.releasedSeq()) {
            return Standing.BEHIND;
        }
        final NodeLeadership.Term term = leadership.term();
        if (leadership.isLeader()) {
            return term.leader() == self && follower.heard() >= term.seq() ? Standing.LEADS : Standing.BEHIND;
        }
        isLate = follower.unheardBytes() > (isLate ? LEAST_UNHEARD_BYTES : MOST_UNHEARD_BYTES);
        return !isLate && follower.heard() >= leadership.committedSeq() ? Standing.FOLLOWS : Standing.BEHIND;
    }

    @Override
    public int poll(final int limit) {
        final NodeFollower follower = followers.find(name);
        return follower == null ? 0 : follower.poll(limit);
    }

    /** Returns whether nothing more will come; available once it is ready. */
    @Override
    public boolean isDrained() {
        final NodeFollower follower = followers.find(name);
        return follower == null || follower.isDrained();
    }

    /** The id of an exchange in the form that other modules use. */
    static UUID uuid(final byte[] exchangeId) {
        final ByteBuffer id = ByteBuffer.wrap(exchangeId);
        return new UUID(id.getLong(), id.getLong());
    }
}
