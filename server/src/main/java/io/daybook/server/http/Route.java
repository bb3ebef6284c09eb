package io.daybook.server.http;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A path with a method, its access, and its handler.
 *
 * @param method GET, POST, PUT, PATCH or DELETE
 * @param path the path, such as {@code /v1/orders/{id}}
 * @param access the callers that may use it
 * @param cost the bucket that its requests take from
 * @param summary one line for the description of the API
 * @param body the keys of the JSON object that is sent; empty for none
 * @param handler the handler of its requests
 * @param answersAgain whether the route answers a repeated signed request with its first answer; other routes refuse it
 */
public record Route(
        String method,
        String path,
        Access access,
        Cost cost,
        String summary,
        List<BodyField> body,
        Handler handler,
        boolean answersAgain) {

    /** Copies the list. */
    public Route {
        body = List.copyOf(body);
    }

    /**
     * Makes a route for requests that only read and have no body; it refuses a repeated signed request.
     *
     * @param methodAndPath the method and the path, such as {@code GET /v1/orders/{id}}
     */
    public static Route of(
            final String methodAndPath, final Access access, final String summary, final Handler handler) {
        final int blank = methodAndPath.indexOf(' ');
        final String method = methodAndPath.substring(0, blank);
        final String path = methodAndPath.substring(blank + 1);
        return new Route(method, path, access, Cost.REQUEST, summary, List.of(), handler, false);
    }

    /** This route with another cost. */
    public Route costing(final Cost other) {
        return new Route(method, path, access, other, summary, body, handler, answersAgain);
    }

    /** This route with the keys of its body. */
    public Route body(final List<BodyField> fields) {
        return new Route(method, path, access, cost, summary, fields, handler, answersAgain);
    }

    /** This route with another handler. */
    public Route with(final Handler other) {
        return new Route(method, path, access, cost, summary, body, other, answersAgain);
    }

    /** This route, which answers a repeated signed request with its first answer. */
    public Route answeringAgain() {
        return new Route(method, path, access, cost, summary, body, handler, true);
    }

    /** A replacement that answers each request with a problem: the route is switched off, by this key of the file. */
    Route switchedOff(final String key) {
        return new Route(
                method,
                path,
                access,
                cost,
                summary,
                body,
                new SwitchedOff(Problem.notOffered(method + " " + path, key)),
                true);
    }

    /** Returns whether the route is not switched off. */
    boolean isServed() {
        return !(handler instanceof SwitchedOff);
    }

    /** Fails each request with the same problem. */
    private record SwitchedOff(Problem problem) implements Handler {
        @Override
        public CompletionStage<Response> handle(final Request request) {
            throw problem;
        }
    }

    /** Answers requests, on an event loop: a handler must not wait. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Answers a request.
         *
         * @return the answer, on any thread; may fail with a {@link Problem}
         * @throws Problem for an immediate refusal
         */
        CompletionStage<Response> handle(Request request);
    }
}
