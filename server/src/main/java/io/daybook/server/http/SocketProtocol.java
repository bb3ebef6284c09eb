package io.daybook.server.http;

import io.daybook.server.identity.Caller;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What is spoken over WebSockets of some paths. */
public interface SocketProtocol {
    /** Whether requests for this path, without its query, are its own. Any event loop. */
    boolean takes(String path);

    /**
     * What a socket's subscriptions need is made ready; the request waits until that is done or has failed. Any event
     * loop.
     */
    default CompletionStage<?> ready() {
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Somebody asks for a socket; host, origin, key and rate are checked. Nothing can be sent before
     * {@link Session#onOpen}.
     *
     * @param socket on whose event loop this is called, and the session from now on
     * @param request as it came
     * @param caller who asks; nobody in particular where the request has no key
     * @throws Problem for what is refused: it is the answer to the request
     */
    Session open(WebSocket socket, RawRequest request, Caller caller);

    /** One side of a socket. Used by the socket's event loop: it must not wait. */
    interface Session {
        /** From now on messages come, and may be sent. */
        default void onOpen() {}

        /** A message came, whole: UTF-8, at most {@link WebSocket#MAX_MESSAGE} bytes. */
        void onText(String text);

        /** Everything has left that was sent; called once for each {@link WebSocket#notifyWhenDrained()}. */
        default void onDrained() {}

        /** The socket is gone. Nothing follows. */
        default void onClosed() {}
    }
}
