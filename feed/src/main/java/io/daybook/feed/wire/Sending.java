package io.daybook.feed.wire;

/**
 * The share of the sending that a node does if several nodes make the same feed. Each node answers requests once its
 * log has the messages that were sent.
 */
public enum Sending {
    /** Nothing: this node may lack many of the messages that other nodes have sent. */
    NOTHING,
    /** Line A and snapshots. One node at a time sends them. */
    LINE_A,
    /** Line B. */
    LINE_B
}
