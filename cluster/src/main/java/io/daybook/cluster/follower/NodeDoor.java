package io.daybook.cluster.follower;

import io.daybook.api.CommandDoor;
import io.daybook.api.FollowerPoller;
import io.daybook.cluster.client.ClusterKey;
import io.daybook.cluster.client.DoorConnection;
import io.daybook.cluster.client.DoorFlow;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a door in the process of a node: it receives results through a follower that it polls itself, and
 * sends commands while this node leads. The follower's attachment must have a hook that wakes the door's thread. Used
 * by that thread, or by several that take turns under one lock.
 */
public final class NodeDoor implements FollowerPoller, AutoCloseable {
    /** The value of {@link #leadership} while no command is accepted here. */
    public static final long NONE = DoorConnection.NONE;

    /** The value of {@link #open} until the cluster has answered. */
    public static final long UNDER_WAY = DoorFlow.UNDER_WAY;

    /** The value of {@link #open} if the session belongs to clients. */
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

    /** Returns whether the log names the follower, so that the follower runs. */
    public boolean isReady() {
        return followers.find(name) != null;
    }

    /** The 16 bytes that identify the exchange; available once it is ready. */
    public byte[] exchangeId() {
        return followers.exchangeId();
    }

    /**
     * Returns the number of the period in which commands are accepted here. A break in which commands may have been
     * lost ends a period; the next one has a larger number. {@link #NONE} while this node does not lead, and until the
     * follower has received everything of earlier terms.
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

    /** Returns the leading member, as known here; −1 if no member leads, or this node does. */
    public int leader() {
        final int leader = leadership.term().leader();
        return leader == self ? -1 : leader;
    }

    /** The door for commands, whose sessions must be open. */
    public CommandDoor commands() {
        return connection.commands();
    }

    /**
     * Takes a session over from any earlier sender, on any node, for one LOGON. When this returns an epoch, the
     * follower has received all commands of earlier senders.
     *
     * @return the session's new epoch; else {@link #UNDER_WAY} or {@link #REFUSED}
     */
    public long open(final int session) {
        final NodeFollower follower = followers.find(name);
        return follower == null || follower.heard() < connection.openedBehind(session)
                ? UNDER_WAY
                : connection.open(session);
    }

    /** Returns whether commands of a session are accepted; begins to open a session that was never opened. */
    public boolean isOpen(final int session) {
        return connection.isOpen(session);
    }

    /** Sends published commands, and connects if this node leads; returns whether there was anything to do. */
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

    /** Returns whether nothing more will come. */
    @Override
    public boolean isDrained() {
        final NodeFollower follower = followers.find(name);
        return follower == null || follower.isDetached();
    }

    /** Stops sending. The follower can still be polled. */
    @Override
    public void close() {
        isClosed = true;
        connection.close();
    }
}
