package io.daybook.cli.hops;

import io.daybook.client.hops.Hop;
import java.util.List;

/**
 * What lies between two hops.
 *
 * @param from where it begins
 * @param to where it ends
 * @param meaning what happens meanwhile
 */
record Span(Hop from, Hop to, String meaning) {
    /** All that are shown: each step of the way, then its larger parts. */
    static final List<Span> ALL = List.of(
            new Span(Hop.T10, Hop.T11, "waits for the client's I/O thread"),
            new Span(Hop.T11, Hop.T12, "client writes"),
            new Span(Hop.T12, Hop.T1, "network, waits for the venue"),
            new Span(Hop.T1, Hop.T2, "venue decodes, checks, publishes"),
            new Span(Hop.T2, Hop.T3, "waits for the engine"),
            new Span(Hop.T3, Hop.T4, "engine"),
            new Span(Hop.T2, Hop.T4J, "waits for the journal, is written and forced"),
            new Span(Hop.T4J, Hop.T5, "waits for the gateway"),
            new Span(Hop.T5, Hop.T6, "gateway keeps and writes the answer"),
            new Span(Hop.T6, Hop.T7, "network, waits for the client"),
            new Span(Hop.T7, Hop.T8, "client decodes"),
            new Span(Hop.T8, Hop.T9, "client tells the program"),
            new Span(Hop.T1, Hop.T6, "venue, from socket to socket"),
            new Span(Hop.T12, Hop.T7, "as the client's socket sees it"),
            new Span(Hop.T10, Hop.T9, "as the program sees it"));

    /** Its name in tables and files. */
    String name() {
        return label(from) + "-" + label(to);
    }

    private static String label(final Hop hop) {
        return hop == Hop.T4J ? "T4j" : hop.name();
    }
}
