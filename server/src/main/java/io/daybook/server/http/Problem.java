package io.daybook.server.http;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An error in a request, in the form of RFC 9457. It has no stack trace, because it is an answer, not a fault.
 *
 * <pre>{@code
 * {"type":"/problems/BAD_FORM","title":"…","status":400,"code":"BAD_FORM","detail":"…","requestId":"8f2c"}
 * }</pre>
 */
public final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String code;
    private final String title;
    private final String detail;
    private final transient Map<String, Object> members = new LinkedHashMap<>();
    private final transient Map<String, String> headers = new LinkedHashMap<>();

    /**
     * Makes a problem.
     *
     * @param status the HTTP status
     * @param code a result code of the exchange, or one of the server
     * @param title the meaning of the code, equal for all problems with it
     * @param detail the error in this request, and what to do
     */
    public Problem(final int status, final String code, final String title, final String detail) {
        super(code + ": " + detail, null, false, false);
        this.status = status;
        this.code = code;
        this.title = title;
        this.detail = detail;
    }

    /** Makes a problem with one of the server's codes. */
    public static Problem of(final ProblemCode code, final String detail) {
        return new Problem(code.status(), code.name(), code.title(), detail);
    }

    /**
     * The problem of a request for a service that is switched off.
     *
     * @param what the service
     * @param key the key of the venue's file that switches it on
     */
    public static Problem notOffered(final String what, final String key) {
        return of(
                ProblemCode.NOT_OFFERED,
                what + " is switched off in this venue's file; the operator can switch it on with " + key + " = true");
    }

    /** The problem of a body that cannot be read; the pointer is the place of the error. */
    public static Problem badForm(final String pointer, final String detail) {
        return of(ProblemCode.BAD_FORM, detail).with("pointer", pointer);
    }

    /** Adds a member: a text, a Long or a Boolean. */
    public Problem with(final String name, final @Nullable Object value) {
        if (value != null) {
            members.put(name, value);
        }
        return this;
    }

    /** Adds a header. */
    public Problem header(final String name, final String value) {
        headers.put(name, value);
        return this;
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** The code. */
    public String code() {
        return code;
    }

    /** The meaning of the code. */
    public String title() {
        return title;
    }

    /** The error in this request. */
    public String detail() {
        return detail;
    }

    /** The other members: texts, Longs and Booleans. */
    public Map<String, Object> members() {
        return members;
    }

    /** The headers of the answer. */
    public Map<String, String> headers() {
        return headers;
    }
}
