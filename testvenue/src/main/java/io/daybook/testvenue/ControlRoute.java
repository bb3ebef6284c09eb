package io.daybook.testvenue;

import io.daybook.server.http.Body;
import java.util.Map;

/**
 * A request that the control door takes.
 *
 * @param method the HTTP method
 * @param path below {@code /test/v1}; a segment in braces matches a name
 * @param summary the effect of the request, in one line
 * @param example an example of the body; empty if there is no body
 * @param handler handles the request
 */
record ControlRoute(String method, String path, String summary, String example, Handler handler) {

    /**
     * The parts of a request.
     *
     * @param name the segment of the path that matches the name; empty without one
     * @param query the parameters
     * @param body the object that was sent
     * @param bytes the bytes of the body
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Asked(String name, Map<String, String> query, Body body, byte[] bytes) {}

    /** The bytes of an answer. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Answer(int status, String type, byte[] bytes) {}

    /** Handles requests. */
    @FunctionalInterface
    interface Handler {
        /**
         * Handles a request, on a thread that may wait.
         *
         * @throws Exception if the request fails; a {@link io.daybook.server.http.Problem} if it is refused
         */
        Answer handle(Asked asked) throws Exception;
    }
}
