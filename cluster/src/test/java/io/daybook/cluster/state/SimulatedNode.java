package io.daybook.cluster.state;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A node of {@link ClusterSimulation}: state and follower, their place in the log, and the newest snapshot. */
final class SimulatedNode {
    ClusterState state;
    SimulatedFold fold = new SimulatedFold();

    /** The number of entries of the log that the node has carried out. */
    int applied;

    private List<byte[]> chunks = List.of();
    private int appliedInChunks;

    SimulatedNode(final long secret) {
        state = Messages.newState(secret, fold);
    }

    void snapshot() {
        chunks = new ArrayList<>();
        state.write(
                List.of(fold.part()),
                (bytes, offset, length) -> chunks.add(Arrays.copyOfRange(bytes, offset, offset + length)));
        appliedInChunks = applied;
    }

    /** Loses everything but snapshot and log; the secret of its tables is a new one. */
    void restart(final long secret) {
        fold = new SimulatedFold();
        state = Messages.newState(secret, fold);
        if (!chunks.isEmpty()) {
            for (final StatePart part : state.restore(new ArrayDeque<>(chunks)::poll)) {
                fold.restore(part, state.seq());
            }
        }
        applied = appliedInChunks;
    }
}
