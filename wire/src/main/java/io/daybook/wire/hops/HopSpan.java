package io.daybook.wire.hops;

import java.util.List;

/**
 * The span between two hops.
 *
 * @param from the hop at which the span begins
 * @param to the hop at which the span ends
 * @param meaning the work between them
 */
public record HopSpan(Hop from, Hop to, String meaning) {
    /** All spans in tables: each step of the path, then larger parts of it. */
    public static final List<HopSpan> ALL = List.of(
            new HopSpan(Hop.T10, Hop.T11, "waits for the client's I/O thread"),
            new HopSpan(Hop.T11, Hop.T12, "client writes"),
            new HopSpan(Hop.T12, Hop.T1, "network, waits for the venue"),
            new HopSpan(Hop.T1, Hop.T2, "venue decodes, checks, publishes"),
            new HopSpan(Hop.T2, Hop.T3, "waits for the engine"),
            new HopSpan(Hop.T3, Hop.T4, "engine"),
            new HopSpan(Hop.T2, Hop.T4J, "waits for the journal, is written and forced"),
            new HopSpan(Hop.T4J, Hop.T5, "waits for the gateway"),
            new HopSpan(Hop.T5, Hop.T6, "gateway keeps and writes the answer"),
            new HopSpan(Hop.T6, Hop.T7, "network, waits for the client"),
            new HopSpan(Hop.T7, Hop.T8, "client decodes"),
            new HopSpan(Hop.T8, Hop.T9, "client calls the program"),
            new HopSpan(Hop.T4J, Hop.T5M, "waits for the feed, which folds and encodes"),
            new HopSpan(Hop.T5M, Hop.T6M, "feed fills its packet and sends it"),
            new HopSpan(Hop.T6M, Hop.T7M, "network, waits for the subscriber"),
            new HopSpan(Hop.T7M, Hop.T8M, "subscriber is busy with what came before"),
            new HopSpan(Hop.T8M, Hop.T9M, "subscriber applies it and calls the program"),
            new HopSpan(Hop.T1, Hop.T6, "venue, from socket to socket"),
            new HopSpan(Hop.T12, Hop.T7, "as the client's socket sees it"),
            new HopSpan(Hop.T10, Hop.T9, "as the program sees it"),
            new HopSpan(Hop.T1, Hop.T6M, "venue, from socket to feed"),
            new HopSpan(Hop.T12, Hop.T9M, "as a program that follows the feed sees it"));

    /** The name of the span in tables and files. */
    public String name() {
        return from.label() + "-" + to.label();
    }

    /**
     * Returns the length in ns, or {@link HopRing#NO_TIME} if one of the two times is missing.
     *
     * @param byCode times at the codes of their hops
     */
    public long of(final long[] byCode) {
        final long began = byCode[from.code()];
        final long ended = byCode[to.code()];
        return began == HopRing.NO_TIME || ended == HopRing.NO_TIME ? HopRing.NO_TIME : ended - began;
    }
}
