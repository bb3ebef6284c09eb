package io.daybook.api;

/**
 * The threads that run the three steps of a command. All topologies give the same results.
 *
 * @param kind where the steps run
 * @param matchingThreads threads that match, for {@link Kind#PIPELINED}; else 0
 */
public record Topology(Kind kind, int matchingThreads) {

    /** Where the steps run. */
    public enum Kind {
        /** On the caller's thread; there are no others. */
        INLINE,
        /** Hold, match and settle on one engine thread. */
        FUSED,
        /** Risk on one thread, matching on others. */
        PIPELINED
    }

    /** No threads: the caller runs everything. */
    public static final Topology INLINE = new Topology(Kind.INLINE, 0);

    /** One engine thread: the default. */
    public static final Topology FUSED = new Topology(Kind.FUSED, 0);

    /** Checks the number of threads. */
    public Topology {
        if (kind == null) {
            throw new IllegalArgumentException("kind must be set: kind=null");
        }
        final boolean fits =
                kind == Kind.PIPELINED ? matchingThreads >= 1 && matchingThreads <= 64 : matchingThreads == 0;
        if (!fits) {
            throw new IllegalArgumentException(
                    "matchingThreads must be 1 to 64 for PIPELINED and 0 otherwise: matchingThreads="
                            + matchingThreads);
        }
    }

    /** Risk on one thread, books spread by symbol over {@code matchingThreads} others. */
    public static Topology pipelined(final int matchingThreads) {
        return new Topology(Kind.PIPELINED, matchingThreads);
    }
}
