package io.daybook.cluster.state;

/** Takes a snapshot, chunk by chunk. An exception ends the writing. */
@FunctionalInterface
public interface ChunkSink {
    /** Takes one chunk of at most {@link ChunkWriter#MAX_LENGTH} bytes, valid during the call only. */
    void onChunk(byte[] bytes, int offset, int length);
}
