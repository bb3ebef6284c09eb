package io.daybook.wire;

/** Why the venue ends a connection. The numbers go over wires: they are stable. */
public enum ByeReason {
    /** The answer to LOGOUT. */
    LOGGED_OUT(1, false),
    /** Session, secret, protocol or address is wrong; the text does not name which. */
    LOGIN_REFUSED(2, false),
    /** The session has another connection. */
    ALREADY_LOGGED_IN(3, true),
    /** The first message was not a LOGIN, or it did not come in time. */
    NOT_LOGGED_IN(4, true),
    /** A frame is invalid; the detail is the position of the faulty byte in the frame. */
    BAD_FRAME(5, false),
    /** The number of a request did not follow the last one. */
    BAD_REQUEST_NUMBER(6, false),
    /** Too many requests a second were refused. */
    ABUSE(7, true),
    /** The client reads too slowly. */
    SLOW(8, true),
    /** The client sent nothing for two heartbeat intervals. */
    SILENT(9, true),
    /** The exchange has halted. */
    HALTED(10, true),
    /** The venue closes. */
    CLOSING(11, true),
    /** The session's outbox and the journal contradict each other: the operator must decide. */
    AHEAD_OF_JOURNAL(12, false),
    /** The session's settings have changed, or the operator ended it. */
    ENDED_BY_OPERATOR(13, true),
    /** The session failed inside the venue. */
    INTERNAL(14, true),
    /** The login could not be journaled in time: the disk or the ring is full. */
    BUSY(15, true),
    /** The venue no longer keeps messages that a SUBSCRIBE requested, or that the subscriber had yet to receive. */
    TOO_OLD(16, false),
    /** The session lacks the right that a message needs. */
    NOT_PERMITTED(17, false),
    /** Another node of the cluster leads: the text is the address of its door, {@code host:port}, if that is known. */
    NOT_LEADER(18, true);

    private static final ByeReason[] VALUES = values();

    private final int code;
    private final boolean retry;

    ByeReason(final int code, final boolean retry) {
        this.code = code;
        this.retry = retry;
    }

    /** The stable number of this reason. */
    public int code() {
        return code;
    }

    /** Returns whether the same login can succeed later, so that the client should try again. */
    public boolean isWorthRetrying() {
        return retry;
    }

    /** Returns whether a reason with this code is known here. */
    public static boolean isKnown(final int code) {
        return code >= 1 && code <= VALUES.length;
    }

    /**
     * The reason with a number.
     *
     * @throws IllegalArgumentException if no reason has that number
     */
    public static ByeReason of(final int code) {
        if (!isKnown(code)) {
            throw new IllegalArgumentException("code must be the code of a ByeReason: code=" + code);
        }
        return VALUES[code - 1];
    }
}
