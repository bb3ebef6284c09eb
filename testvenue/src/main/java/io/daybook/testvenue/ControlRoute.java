package io.daybook.testvenue;

import io.daybook.server.http.Body;
import java.util.Map;

/**
 * A request that the control door takes.
 *
 * @param method of HTTP
 * @param path below {@code /test/v1}; a segment in braces stands for a name
 * @param summary what it does, in a line
 * @param example of a body; empty for none
 * @param handler does it
 */
record ControlRoute(String method, String path, String summary, String example, Handler handler) {

    /**
     * What was asked for.
     *
     * @param name what stands for the name in the path; empty without one
     * @param query parameters
     * @param body the object that was sent
     * @param bytes of the body
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Asked(String name, Map<String, String> query, Body body, byte[] bytes) {}

    /** The bytes of an answer. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Answer(int status, String type, byte[] bytes) {}

    /** Does what is asked for. */
    @FunctionalInterface
    interface Handler {
        /**
         * Does it, on a thread that may wait.
         *
         * @throws Exception for what cannot be done; a {@link io.daybook.server.http.Problem} for what may not
         */
        Answer handle(Asked asked) throws Exception;
    }
}
