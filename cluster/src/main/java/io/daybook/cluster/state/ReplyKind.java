package io.daybook.cluster.state;

/** What a message of the cluster says. The numbers are stable, and none is used again. */
public enum ReplyKind {
    /** What became of the commands of a request; without any where SETTINGS were taken. */
    RESULTS(1),
    /** Something before this request is missing in the log: send again from the one after {@code last}. */
    GAP(2),
    /** The request was carried out, once, and its results are no longer kept. */
    FORGOTTEN(3),
    /** The answer to a query. */
    REPORT(4),
    /** The session is the caller's, with an epoch of its own. */
    OPENED(5),
    /** Nothing was changed; {@link Refusal} says why. */
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

    /** Whether a constant with this code exists. */
    static boolean isKnown(final int code) {
        return code >= 1 && code <= BY_CODE.length;
    }

    /** The value with a number, which must be known. */
    static ReplyKind of(final int code) {
        return BY_CODE[code - 1];
    }
}
