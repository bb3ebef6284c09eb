package io.daybook.venue;

import io.daybook.cluster.follower.NodePoller;
import io.daybook.feed.wire.Sending;
import io.daybook.feed.wire.SharedLog;

/** The log of a cluster, for the feed of one of its nodes. Used by the feed's thread. */
final class NodeFeedLog implements SharedLog {
    private final NodePoller node;

    NodeFeedLog(final NodePoller node) {
        this.node = node;
    }

    @Override
    public boolean isReady() {
        return node.isReady();
    }

    /**
     * Returns what this node sends. A node that starts sends nothing before it has caught up, because other nodes have
     * sent those messages.
     */
    @Override
    public Sending sending() {
        return switch (node.standing()) {
            case BEHIND -> Sending.NOTHING;
            case FOLLOWS -> Sending.LINE_B;
            case LEADS -> Sending.LINE_A;
        };
    }

    @Override
    public int poll(final int limit) {
        return node.poll(limit);
    }

    @Override
    public boolean isDrained() {
        return node.isDrained();
    }
}
