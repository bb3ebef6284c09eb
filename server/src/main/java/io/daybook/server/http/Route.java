package io.daybook.server.http;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A path with a method, who may use it, and what it does.
 *
 * @param method GET, POST, PUT, PATCH or DELETE
 * @param path as {@code /v1/orders/{id}}
 * @param access who may
 * @param cost what it takes
 * @param summary one line for the description of the API
 * @param body the keys of the JSON object that is sent; empty for none
 * @param handler what it does
 * @param answersAgain whether it answers a signed request that comes again as it did first; others are refused then
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

    /** One that does not answer again. */
    public Route(
            final String method,
            final String path,
            final Access access,
            final Cost cost,
            final String summary,
            final List<BodyField> body,
            final Handler handler) {
        this(method, path, access, cost, summary, body, handler, false);
    }

    /** The same without a body. */
    public Route(
            final String method,
            final String path,
            final Access access,
            final Cost cost,
            final String summary,
            final Handler handler) {
        this(method, path, access, cost, summary, List.of(), handler);
    }

    /** The same with the keys of what is sent. */
    public Route body(final List<BodyField> fields) {
        return new Route(method, path, access, cost, summary, fields, handler, answersAgain);
    }

    /** The same with another handler. */
    public Route with(final Handler other) {
        return new Route(method, path, access, cost, summary, body, other, answersAgain);
    }

    /** The same, but that a signed request which comes again gets its first answer. */
    public Route answeringAgain() {
        return new Route(method, path, access, cost, summary, body, handler, true);
    }

    /** One in its place that says that it is switched off, and by which key; as often as it is asked. */
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

    /** Whether it does what its summary says. */
    boolean isServed() {
        return !(handler instanceof SwitchedOff);
    }

    /** Tells everybody the same. */
    private record SwitchedOff(Problem problem) implements Handler {
        @Override
        public CompletionStage<Response> handle(final Request request) {
            throw problem;
        }
    }

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
