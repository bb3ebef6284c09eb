package io.daybook.server.http;

/** Receives the events of the door. Any event loop may call it. */
public interface HttpObserver {
    /**
     * Called after a request was answered.
     *
     * @param route the path of the request's route; {@code none} without a route
     * @param status the HTTP status
     */
    void onRequest(String route, String method, int status, long ns);

    /** Called after a request had wrong credentials. */
    void onAuthenticationFailed(String reason);

    /** Called after the number of connections has changed. */
    void onConnections(int open);

    /** Called after a connection was closed because of a limit. */
    void onLimited(String kind);
}
