package io.daybook.cluster.state;

/** How many requests ended otherwise than by being carried out, since a node started. No state. Used by one thread. */
public final class RequestCounts {
    long duplicates;
    long gaps;
    long queries;
    long refused;

    RequestCounts() {}

    /** Messages that had been carried out before. */
    public long duplicates() {
        return duplicates;
    }

    /** Messages with others missing before them. */
    public long gaps() {
        return gaps;
    }

    /** Queries that this node answered. */
    public long queries() {
        return queries;
    }

    /** Messages that changed nothing because something was wrong with them. */
    public long refused() {
        return refused;
    }
}
