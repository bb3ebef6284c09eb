package io.daybook.server.stream;

/** Receives the events of streams. Any thread. */
public interface StreamObserver {
    /** Called after a subscription has begun (+1) or ended (−1). */
    void onSubscribed(String kind, int change);

    /** Called after a message was given to one socket. */
    void onMessage(String kind);

    /** Called after a message for one socket was merged into a later message, because an earlier one had not left. */
    void onConflated();

    /** Called after a socket was closed because it read too slowly for messages that must not be left out. */
    void onSlowClosed();
}
