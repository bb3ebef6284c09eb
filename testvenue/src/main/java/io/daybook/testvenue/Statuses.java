package io.daybook.testvenue;

import io.daybook.server.http.Body;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.Response;
import io.daybook.server.spot.SpotErrors;
import java.util.Map;
import java.util.TreeMap;

/** The answers that a fault sends instead of the venue's. */
final class Statuses {
    private static final Map<String, String> OF_DIALECT = new TreeMap<>(Map.of(
            "-1003", "Too many requests; current limit is 1 request per minute.",
            "-1015", "Too many new orders; current limit is 1 order per 10 SECOND.",
            "-1021", "Timestamp for this request is outside of the recvWindow.",
            "-2010", "Account has insufficient balance for requested action."));
    private static final Map<Integer, ProblemCode> USUAL =
            Map.of(429, ProblemCode.THROTTLED, 500, ProblemCode.INTERNAL, 503, ProblemCode.STARTING);
    private static final int FIRST_SERVER_ERROR = 500;

    private Statuses() {}

    /** Reads the members of a fault that describe its answer. */
    static void read(final Body body, final Map<String, String> says) {
        final String code = body.optionalText("code");
        if (code != null && !OF_DIALECT.containsKey(code)) {
            throw Words.unknown("/code", "error of the dialect", code, OF_DIALECT.keySet());
        }
        final long status = body.whole("status", code == null ? 0 : 400, 400, 599);
        if (status == 0) {
            throw body.wrong(
                    "status",
                    "is missing: give 400 to 599, or one of these as code: " + String.join(", ", OF_DIALECT.keySet()));
        }
        says.put("status", Long.toString(status));
        final String text = body.optionalText("body");
        final String type = body.optionalText("type");
        final long retryAfter = body.whole("retryAfter", 0, 1, 3_600);
        if (code != null) {
            says.put("code", code);
        }
        if (text != null) {
            says.put("body", text);
            says.put("type", type == null ? "text/plain" : type);
        }
        if (retryAfter > 0) {
            says.put("retryAfter", Long.toString(retryAfter));
        }
    }

    /** Whether the answer is sent instead of carrying out the request; by default if its status is below 500. */
    static boolean isBefore(final Fault fault) {
        final String at = fault.says("at");
        return at.isEmpty() ? Integer.parseInt(fault.says("status")) < FIRST_SERVER_ERROR : at.equals("before");
    }

    /**
     * The answer.
     *
     * @throws Problem for an answer in the form of the door's errors
     */
    static Response answer(final Fault fault) {
        final int status = Integer.parseInt(fault.says("status"));
        final String code = fault.says("code");
        final String body = fault.says("body");
        if (!code.isEmpty()) {
            throw again(SpotErrors.of(Integer.parseInt(code), OF_DIALECT.getOrDefault(code, "")), fault);
        }
        if (!body.isEmpty()) {
            return again(Response.text(status, fault.says("type"), body), fault);
        }
        final ProblemCode usual = USUAL.get(status);
        if (usual != null) {
            throw again(Problem.of(usual, "a fault of the test"), fault);
        }
        return again(
                Response.text(
                        status,
                        "text/html",
                        "<html><head><title>" + status + "</title></head><body><h1>" + status
                                + "</h1></body></html>\n"),
                fault);
    }

    private static Problem again(final Problem problem, final Fault fault) {
        final String after = fault.says("retryAfter");
        return after.isEmpty() ? problem : problem.header("Retry-After", after);
    }

    private static Response again(final Response response, final Fault fault) {
        final String after = fault.says("retryAfter");
        return after.isEmpty() ? response : response.with("Retry-After", after);
    }
}
