package io.daybook.cluster.state;

import org.jspecify.annotations.Nullable;

/** Gives a snapshot, chunk by chunk. */
@FunctionalInterface
public interface ChunkSource {
    /** The next chunk, which stays as it is; null behind the last. */
    byte @Nullable [] next();
}
