package io.daybook.cluster.follower;

import io.daybook.api.CommandDoor;
import io.daybook.api.FollowerPoller;
import io.daybook.cluster.client.ClusterKey;
import io.daybook.cluster.client.DoorConnection;
import io.daybook.cluster.client.DoorFlow;
import org.jspecify.annotations.Nullable;

/**
 * What a door in the process of a node stands on: it hears results by a follower that it polls itself, and sends
 * commands while this node leads. The follower's attachment must have a hook that wakes the door's thread. Used by that
 * thread, or by several that take turns under one lock.
 */
public final class NodeDoor implements FollowerPoller, AutoCloseable {
    /** What {@link #leadership} gives while no command goes in here. */
    public static final long NONE = DoorConnection.NONE;

    /** What {@link #open} gives until the cluster has answered. */
    public static final long UNDER_WAY = DoorFlow.UNDER_WAY;

    /** What {@link #open} gives where the session is one of clients. */
    public static final long REFUSED = DoorFlow.REFUSED;

    private final String name;
    private final int self;
    private final NodeFollowers followers;
    private final NodeLeadership leadership;
    private final DoorConnection connection;
    private boolean isConnecting;
    private boolean isClosed;

    public NodeDoor(
            final String name,
            final int self,
            final NodeFollowers followers,
            final NodeLeadership leadership,
            final String nodeDriver,
            final @Nullable ClusterKey key) {
        this.name = name;
        this.self = self;
        this.followers = followers;
        this.leadership = leadership;
        this.connection = new DoorConnection(nodeDriver, key, System::nanoTime);
    }

    /** Whether the log names the follower, and it has got the place from which it goes on. */
    public boolean isReady() {
        return followers.find(name) != null;
    }

    /** The 16 bytes that name the exchange; once it is ready. */
    public byte[] exchangeId() {
        return followers.exchangeId();
    }

    /**
     * Since when commands go in here without a break in which some may have been lost: a larger number behind each
     * break. {@link #NONE} while this node does not lead, and until the follower has heard all that was carried out in
     * the terms before.
     */
    public long leadership() {
        final NodeLeadership.Term term = leadership.term();
        final NodeFollower follower = followers.find(name);
        return mayLead(term)
                        && follower != null
                        && follower.heard() >= term.seq()
                        && follower.heard() <= followers.releasedSeq()
                ? connection.number(term.number())
                : NONE;
    }

    private boolean mayLead(final NodeLeadership.Term term) {
        return !isClosed && leadership.isLeader() && term.leader() == self;
    }

    /** The member that leads, as far as this node knows; −1 where it knows nobody but, at most, itself. */
    public int leader() {
        final int leader = leadership.term().leader();
        return leader == self ? -1 : leader;
    }

    /** Through which commands go. Its sessions must be open. */
    public CommandDoor commands() {
        return connection.commands();
    }

    /**
     * Shuts out whoever has sent a session's commands before, by whichever node, for one LOGON. The follower has heard
     * all of them when it is so.
     *
     * @return the session's epoch from then on; {@link #UNDER_WAY}, {@link #REFUSED}
     */
    public long open(final int session) {
        final NodeFollower follower = followers.find(name);
        return follower == null || follower.heard() < connection.openedBehind(session)
                ? UNDER_WAY
                : connection.open(session);
    }

    /** Whether commands of a session go in; begins to open it where none ever did. */
    public boolean isOpen(final int session) {
        return connection.isOpen(session);
    }

    /** Sends what was published, and connects where this node leads; whether there was something to do. */
    public boolean work() {
        if (mayLead(leadership.term())) {
            isConnecting = true;
            return connection.work();
        }
        if (isConnecting) {
            isConnecting = false;
            connection.leave();
        }
        return false;
    }

    @Override
    public int poll(final int limit) {
        final NodeFollower follower = followers.find(name);
        return follower == null ? 0 : follower.poll(limit);
    }

    /** Whether nothing will come any more. */
    @Override
    public boolean isDrained() {
        final NodeFollower follower = followers.find(name);
        return follower == null || follower.isDetached();
    }

    /** No command follows. The follower can still be polled. */
    @Override
    public void close() {
        isClosed = true;
        connection.close();
    }
}
