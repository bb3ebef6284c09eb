package io.daybook.feed.wire;

import io.daybook.client.feed.SnapshotWriter;

/** The books that belong to the messages, for snapshots. Called by the folding thread, between two commands. */
public interface BookSource {
    /** How many symbols a channel has; they count from 0, and keep their places. */
    int symbols(int channel);

    /** Writes the snapshot of a symbol as of the last message. */
    void write(int channel, int index, SnapshotWriter writer);
}
