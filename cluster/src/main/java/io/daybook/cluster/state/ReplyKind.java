package io.daybook.cluster.state;

/** The kinds of replies of the cluster. The numbers are stable and never reused. */
public enum ReplyKind {
    /** The results of the commands of a request; none for accepted SETTINGS. */
    RESULTS(1),
    /** A request before this one is missing in the log: send again from the request after {@code last}. */
    GAP(2),
    /** The request was carried out once, but its results are no longer kept. */
    FORGOTTEN(3),
    /** The answer to a query. */
    REPORT(4),
    /** The session belongs to the caller, with a new epoch. */
    OPENED(5),
    /** Nothing was changed; {@link Refusal} has the reason. */
    REFUSED(6);

    private static final ReplyKind[] BY_CODE = {RESULTS, GAP, FORGOTTEN, REPORT, OPENED, REFUSED};

    private final int code;

    ReplyKind(final int code) {
        this.code = code;
    }

    /** The stable number of this value. */
    public int code() {
        return code;
    }

    /** Returns whether a constant with this code exists. */
    static boolean isKnown(final int code) {
        return code >= 1 && code <= BY_CODE.length;
    }

    /** Returns the value with a number, which must be valid. */
    static ReplyKind of(final int code) {
        return BY_CODE[code - 1];
    }
}
