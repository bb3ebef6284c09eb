package io.daybook.api;

/** The role of a thread of an exchange; see {@link ExchangeConfig#threads()}. */
public enum ThreadRole {
    /** Hold, match and settle; with {@link Topology.Kind#PIPELINED} hold and settle. */
    ENGINE,
    /** Match, with {@link Topology.Kind#PIPELINED}. */
    MATCHING,
    /** Writes the journal, if there is one. */
    JOURNAL,
    /** Delivers results, if delivery has its own thread. */
    DELIVERY
}
