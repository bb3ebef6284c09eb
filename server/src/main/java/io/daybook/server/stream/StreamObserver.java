package io.daybook.server.stream;

/** Hears what becomes of streams. Any thread. */
public interface StreamObserver {
    /** Somebody subscribed (+1), or left (−1). */
    void onSubscribed(String kind, int change);

    /** A message was given to one socket. */
    void onMessage(String kind);

    /** A message was merged into a later one for one socket, which had not taken an earlier one. */
    void onConflated();

    /** A socket was closed, for it read too slowly for messages of which each counts. */
    void onSlowClosed();
}
