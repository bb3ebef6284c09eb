package io.daybook.feed.wire;

/**
 * What a publisher sends if several nodes make the same feed. All of them answer requests once they know what was sent.
 */
public enum Sending {
    /** Nothing: this node may lack much of what others have sent. */
    NOTHING,
    /** Line A and snapshots: one node at a time. */
    LINE_A,
    /** Line B. */
    LINE_B
}
