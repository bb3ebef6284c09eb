package io.daybook.api;

/** What a thread of an exchange is for; see {@link ExchangeConfig#threads()}. */
public enum ThreadRole {
    /** Hold, match and settle; with {@link Topology.Kind#PIPELINED} hold and settle. */
    ENGINE,
    /** Match, with {@link Topology.Kind#PIPELINED}. */
    MATCHING,
    /** The journal, where there is one. */
    JOURNAL,
    /** The delivery of results, where it has a thread of its own. */
    DELIVERY
}
