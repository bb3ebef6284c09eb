package io.daybook.server.http;

import java.util.concurrent.CompletionStage;

/**
 * A path with a method, who may use it, and what it does.
 *
 * @param method GET, POST, PATCH or DELETE
 * @param path as {@code /v1/orders/{id}}
 * @param access who may
 * @param cost what it takes
 * @param summary one line for the description of the API
 * @param handler what it does
 */
public record Route(String method, String path, Access access, Cost cost, String summary, Handler handler) {

    /** Answers requests, on an event loop: it must not wait. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Answers a request.
         *
         * @return the answer, on any thread; may fail with a {@link Problem}
         * @throws Problem for what is refused at once
         */
        CompletionStage<Response> handle(Request request);
    }
}
