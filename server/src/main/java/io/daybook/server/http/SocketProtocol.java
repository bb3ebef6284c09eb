package io.daybook.server.http;

import io.daybook.server.identity.Caller;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A protocol over the WebSockets of some paths. */
public interface SocketProtocol {
    /**
     * Returns whether requests for this path, without its query, belong to the protocol. Any event loop may call this
     * method.
     */
    boolean takes(String path);

    /**
     * Prepares the data that a socket's subscriptions need; the request waits until the preparation is complete or has
     * failed. Any event loop may call this method.
     */
    default CompletionStage<?> ready() {
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Opens a session for a request whose host, origin, key and rate are checked. Frames of the session leave after the
     * answer to the request.
     *
     * @param socket the socket, whose event loop calls this method and the session
     * @param request the raw request
     * @param caller the sender of the request; an anonymous one if it has no key
     * @throws Problem for a refusal, which becomes the answer to the request
     */
    Session open(WebSocket socket, RawRequest request, Caller caller);

    /** The server's side of a socket. Used by the socket's event loop, so no method may wait. */
    interface Session {
        /**
         * Begins the work that a peer relies on once its request is answered. Called once, before that answer.
         *
         * @return completes once the work has begun; the answer waits for it, but at most {@link WebSocket#BEGIN_S}
         */
        default CompletionStage<?> begin() {
            return CompletableFuture.completedFuture(null);
        }

        /** Called once the socket can receive and send messages. */
        default void onOpen() {}

        /** Called for each whole message: UTF-8, at most {@link WebSocket#MAX_MESSAGE} bytes. */
        void onText(String text);

        /** Called after all sent frames have left, once for each {@link WebSocket#notifyWhenDrained()}. */
        default void onDrained() {}

        /** Called after the socket has closed. No other call follows. */
        default void onClosed() {}
    }
}
