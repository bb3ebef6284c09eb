package io.daybook.feed.wire;

import io.daybook.client.feed.SnapshotWriter;

/** The books of the sent messages, for snapshots. Called by the folding thread, between two commands. */
public interface BookSource {
    /** The number of symbols of a channel; they are counted from 0 and keep their indexes. */
    int symbols(int channel);

    /** Writes the snapshot of a symbol as of the last message. */
    void write(int channel, int index, SnapshotWriter writer);
}
