package io.daybook.cluster.node;

import io.daybook.cluster.state.ClusterState;

/**
 * What the service's thread shows to others: written by it, read by any thread. A reader sees one moment as a whole,
 * because each is one object.
 */
final class StatusBoard {
    /** Marks lie at the first message that reaches a multiple of this: the same one on all nodes. */
    private static final long MARK_EVERY = 1 << 10;

    /** How many commands or messages may pass between two looks of others, at full speed. */
    private static final int PUBLISH_EVERY = 256;

    private volatile NodeStatus shown;
    private volatile boolean isTerminating;
    private final ClusterConfig config;
    private String role = "FOLLOWER";
    private long term = -1;
    private long position;
    private long markSeq;
    private long markChain;
    private long snapshotSeq;
    private int unpublished;

    StatusBoard(final ClusterConfig config) {
        this.config = config;
        this.shown = new NodeStatus(config.cluster(), config.node(), role, term, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    void role(final String name) {
        role = name;
        unpublished = PUBLISH_EVERY;
    }

    void term(final long number) {
        term = number;
        unpublished = PUBLISH_EVERY;
    }

    void snapshot(final ClusterState state) {
        snapshotSeq = state.seq();
        unpublished = PUBLISH_EVERY;
    }

    /** A message was carried out. */
    void onMessage(final ClusterState state, final long logPosition) {
        position = logPosition;
        if (state.seq() / MARK_EVERY != markSeq / MARK_EVERY) {
            markSeq = state.seq();
            markChain = state.chain();
        }
        if (++unpublished >= PUBLISH_EVERY) {
            publish(state);
        }
    }

    /** Nothing came for a moment. */
    void onIdle(final ClusterState state) {
        if (unpublished > 0) {
            publish(state);
        }
    }

    private void publish(final ClusterState state) {
        unpublished = 0;
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
                0);
    }

    /** As it was at the last look. */
    NodeStatus shown() {
        return shown;
    }

    /** The cluster was told to stop: the end of its threads is no failure. */
    void terminating() {
        isTerminating = true;
    }

    boolean isTerminating() {
        return isTerminating;
    }
}
