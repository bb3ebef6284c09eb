package io.daybook.venue;

import io.daybook.api.CommandDoor;
import io.daybook.cluster.follower.NodeDoor;
import io.daybook.sessions.SessionLog;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;

/** The log of a cluster, for the door of one of its nodes. Used by one thread at a time. */
final class NodeSessionLog implements SessionLog {
    private final NodeDoor node;
    private final List<String> addresses;

    /**
     * Creates the log of a node.
     *
     * @param addresses the addresses of the doors of all nodes, by node
     */
    NodeSessionLog(final NodeDoor node, final List<String> addresses) {
        this.node = node;
        this.addresses = addresses;
    }

    @Override
    public boolean isReady() {
        return node.isReady();
    }

    @Override
    public UUID exchangeId() {
        final ByteBuffer id = ByteBuffer.wrap(node.exchangeId());
        return new UUID(id.getLong(), id.getLong());
    }

    /** Returns false, because the process of a node ends with its log. */
    @Override
    public boolean hasEnded() {
        return false;
    }

    @Override
    public long leadership() {
        return node.leadership();
    }

    @Override
    public String leader() {
        final int leader = node.leader();
        return leader < 0 || leader >= addresses.size() ? "" : addresses.get(leader);
    }

    @Override
    public CommandDoor door() {
        return node.commands();
    }

    @Override
    public CommandDoor newDoor() {
        return node.commands();
    }

    @Override
    public long open(final int session) {
        final long epoch = node.open(session);
        return epoch == NodeDoor.REFUSED ? REFUSED : epoch == NodeDoor.UNDER_WAY ? UNDER_WAY : epoch;
    }

    @Override
    public boolean isOpen(final int session) {
        return node.isOpen(session);
    }

    @Override
    public boolean work() {
        return node.work();
    }

    @Override
    public void close() {
        node.close();
    }
}
