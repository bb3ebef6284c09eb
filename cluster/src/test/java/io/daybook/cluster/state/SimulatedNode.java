package io.daybook.cluster.state;

import java.util.List;

/** A node of {@link ClusterSimulation}: its state, how far it got, and its newest snapshot. */
final class SimulatedNode {
    ClusterState state;

    /** How many entries of the log it has carried out. */
    int applied;

    private List<byte[]> chunks = List.of();
    private int appliedInChunks;

    SimulatedNode(final long secret) {
        state = Messages.newState(secret);
    }

    void snapshot() {
        chunks = Messages.snapshot(state);
        appliedInChunks = applied;
    }

    /** Everything but snapshot and log is lost; the secret of its tables is another. */
    void restart(final long secret) {
        state = chunks.isEmpty() ? Messages.newState(secret) : Messages.restored(chunks, secret);
        applied = appliedInChunks;
    }
}
