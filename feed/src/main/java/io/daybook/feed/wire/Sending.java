package io.daybook.feed.wire;

/** What a publisher sends where several nodes make the same feed. All of them answer requests, once they are sure. */
public enum Sending {
    /** Nothing: it may lack much of what others have told. */
    NOTHING,
    /** Line A and snapshots: one node at a time. */
    LINE_A,
    /** Line B. */
    LINE_B
}
