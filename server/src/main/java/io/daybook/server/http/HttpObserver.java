package io.daybook.server.http;

/** Hears what happens at the door. Any event loop. */
public interface HttpObserver {
    /**
     * A request was answered.
     *
     * @param route its path as the route says it; none where there is no such
     * @param status of HTTP
     */
    void onRequest(String route, String method, int status, long ns);

    /** A request was not from whom it said. */
    void onAuthenticationFailed(String reason);

    /** A connection came, or went. */
    void onConnections(int open);

    /** A connection was closed for a limit. */
    void onLimited(String kind);
}
