package io.daybook.wire;

/** The numbers of the messages. 30 to 32 are reserved for the feed, whose schema has them. */
public final class Templates {
    public static final int LOGIN = 1;
    public static final int PLACE = 2;
    public static final int MOVE = 3;
    public static final int REDUCE = 4;
    public static final int CANCEL = 5;
    public static final int REPLACE = 6;
    public static final int MASS_CANCEL = 7;
    public static final int PLACE_TERMS = 8;
    public static final int CLIENT_HEARTBEAT = 9;
    public static final int LOGOUT = 10;
    public static final int STATUS = 11;
    public static final int SUBSCRIBE = 12;

    public static final int WELCOME = 101;
    public static final int BYE = 102;
    public static final int ANSWER = 103;
    public static final int FILL = 104;
    public static final int OFF = 105;
    public static final int STATUS_IS = 106;
    public static final int HEARTBEAT = 107;
    public static final int BATCH = 110;

    private Templates() {}

    /** Returns whether a message of the client carries a request number: {@link #PLACE} to {@link #PLACE_TERMS}. */
    public static boolean isRequest(final int template) {
        return template >= PLACE && template <= PLACE_TERMS;
    }

    /** Returns whether a message of the venue is numbered and resent on request. */
    public static boolean isNumbered(final int template) {
        return template >= ANSWER && template <= OFF;
    }
}
