package io.daybook.cluster.state;

import org.jspecify.annotations.Nullable;

/** Provides a snapshot, chunk by chunk. */
@FunctionalInterface
public interface ChunkSource {
    /** The next chunk, which does not change later; null after the last. */
    byte @Nullable [] next();
}
