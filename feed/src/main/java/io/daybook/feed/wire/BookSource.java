package io.daybook.feed.wire;

import io.daybook.client.feed.SnapshotWriter;

/** The books behind the messages, as snapshots show them. Asked on the thread that folds, between two commands. */
public interface BookSource {
    /** How many symbols a channel has; they count from 0, and keep their places. */
    int symbols(int channel);

    /** Writes the snapshot of a symbol as it is now, behind the last message that was told. */
    void write(int channel, int index, SnapshotWriter writer);
}
