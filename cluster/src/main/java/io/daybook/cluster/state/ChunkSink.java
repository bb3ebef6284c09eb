package io.daybook.cluster.state;

/** Takes a snapshot, chunk by chunk. What it throws ends the writing. */
@FunctionalInterface
public interface ChunkSink {
    /** One chunk of at most {@link ChunkWriter#MAX_LENGTH} bytes, valid during the call only. */
    void onChunk(byte[] bytes, int offset, int length);
}
