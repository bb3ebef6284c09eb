package io.daybook.cluster.follower;

import io.daybook.api.FollowerPoller;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Polls a follower of a node on its owner's thread, and says whether what it has heard is news. The follower's
 * attachment must have a hook that wakes that thread. Used by that thread.
 */
public final class NodePoller implements FollowerPoller {
    /** A follower that has so much yet to hear is not told of as one that has heard all. */
    static final long MOST_UNHEARD_BYTES = 1 << 20;

    /** Until it has no more than so much again. */
    private static final long LEAST_UNHEARD_BYTES = 1 << 14;

    private final String name;
    private final int self;
    private final NodeFollowers followers;
    private final NodeLeadership leadership;

    /** Whether the follower is far behind its node. */
    private boolean isLate;

    /** What a follower has heard, beside what the cluster has committed. */
    public enum Standing {
        /**
         * It may lack much of it: the node starts, catches up, or knows no leader, or the follower is far behind it.
         */
        BEHIND,
        /** This node follows one that leads, and the follower had heard all that was committed a moment ago. */
        FOLLOWS,
        /** This node leads, and the follower has heard all of the terms before. */
        LEADS
    }

    public NodePoller(
            final String name, final int self, final NodeFollowers followers, final NodeLeadership leadership) {
        this.name = name;
        this.self = self;
        this.followers = followers;
        this.leadership = leadership;
    }

    /** Whether the log names the follower, and it has got the place from which it goes on. */
    public boolean isReady() {
        return followers.find(name) != null;
    }

    /** How far it is; once it is ready. */
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

    /** Whether nothing will come any more; once it is ready. */
    @Override
    public boolean isDrained() {
        final NodeFollower follower = followers.find(name);
        return follower == null || follower.isDrained();
    }

    /** The name of an exchange, as other modules have it. */
    static UUID uuid(final byte[] exchangeId) {
        final ByteBuffer id = ByteBuffer.wrap(exchangeId);
        return new UUID(id.getLong(), id.getLong());
    }
}
