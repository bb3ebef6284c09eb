package io.daybook.sessions;

import io.daybook.wire.Bytes;

/**
 * The tags of a gateway's commands. With them, each session's answers follow from the journal alone. Little-endian; the
 * first byte is the kind, and a reader skips unknown kinds.
 *
 * <pre>
 *            0          1             2            3
 * REFUSAL    | kind = 2 | reason u8   | command u8 | orderId i64 |      11 bytes, on a NOP with the request's cookie
 *            0          1             2            10
 * LOGON      | kind = 3 | protocol u8 | owner i64  | inbound u32 |      14 bytes, on a NOP with request 0
 *                                                  14
 *            |                                     | number u32 |       18 bytes, of FIX on a cluster
 *            |                                     | terms = 1  |       15 bytes, of FIX elsewhere
 *            0
 * END        | kind = 4 |                                               1 byte, on a NOP with request 0
 *            0          1
 * CANCEL     | kind = 7 | reason u8   |                                  2 bytes, on a CANCEL with request 0
 *            0          1             5            13
 * DROP_COPY  | kind = 8 | session u32 | uid i64    | add u8 |           14 bytes, on a NOP with request 0
 *            0          1             5
 * RESET      | kind = 5 | forget u8   |                                  1 or 2 bytes, on a NOP with request 0
 * ROLL       | kind = 6 | all = 1     |                                  1 or 2 bytes, on a NOP
 * RESERVATION| kind = 9 | session u32 | end u32 |                        9 bytes, on a NOP with request 0
 *                                               9
 *            |                                  | heard i64 |           17 bytes, on a cluster
 * </pre>
 *
 * <p>{@code command} is the code of the {@link io.daybook.api.CommandType} that was refused, {@code reason} of a
 * refusal a {@link io.daybook.wire.GatewayCode}. A RESET with {@code forget} = 1 forgets the session's closed orders
 * too; without that byte it does not. A LOGON of TCP has no inbound number: 0, or, on a cluster, the epoch of its
 * sender, which a LOGON of FIX contains as {@code number}. After a LOGON with {@code terms}, the reports of its session
 * have the terms of orders; earlier reports have none. A ROLL applies to the session of the cookie; with {@code all} an
 * operator has sent it, and it applies to all sessions. {@code heard} is the first report that the client may not have
 * read yet. The session is in the cookie.
 */
public final class Tags {
    public static final int REFUSAL = 2;
    public static final int LOGON = 3;
    public static final int END = 4;
    /** FIX only. */
    public static final int RESET = 5;

    /** FIX only. */
    public static final int ROLL = 6;

    public static final int CANCEL = 7;
    public static final int DROP_COPY = 8;

    /** FIX only. */
    public static final int RESERVATION = 9;

    static final int REFUSAL_LENGTH = 11;
    public static final int LOGON_LENGTH = 14;
    static final int END_LENGTH = 1;
    static final int RESET_LENGTH = 2;
    static final int CANCEL_LENGTH = 2;
    public static final int DROP_COPY_LENGTH = 14;
    static final int RESERVATION_LENGTH = 9;
    private static final int LOGON_WITH_TERMS_LENGTH = 15;
    static final int LOGON_WITH_NUMBER_LENGTH = 18;
    static final int ROLL_OF_ALL_LENGTH = 2;
    static final int RESERVATION_WITH_HEARD_LENGTH = 17;

    /** A reason of a CANCEL: the session did not log in again within its grace. */
    public static final int CANCEL_ON_DISCONNECT = 1;

    /** A reason of a CANCEL: the day of the order has ended. */
    public static final int CANCEL_DAY = 2;

    private static final int REASON_OFFSET = 1;
    private static final int COMMAND_OFFSET = 2;
    private static final int ORDER_ID_OFFSET = 3;
    private static final int PROTOCOL_OFFSET = 1;
    private static final int OWNER_OFFSET = 2;
    private static final int INBOUND_OFFSET = 10;
    private static final int NUMBER_OFFSET = 14;
    private static final int HEARD_OFFSET = 9;
    private static final int SESSION_OFFSET = 1;
    private static final int UID_OFFSET = 5;
    private static final int ADD_OFFSET = 13;

    private Tags() {}

    /**
     * Encodes a RESET.
     *
     * @param forgets whether the closed orders of the session, and their ClOrdIDs, are forgotten
     */
    public static int encodeReset(final byte[] tag, final boolean forgets) {
        tag[0] = RESET;
        tag[1] = (byte) (forgets ? 1 : 0);
        return forgets ? RESET_LENGTH : 1;
    }

    /** Returns whether a RESET also forgets closed orders. */
    public static boolean resetForgets(final byte[] tag, final int length) {
        return length >= RESET_LENGTH && tag[1] == 1;
    }

    /** Returns whether a tag is of a kind, and is long enough for that kind. */
    public static boolean is(final int kind, final byte[] tag, final int length) {
        return length > 0 && tag[0] == kind && length >= lengthOf(kind);
    }

    private static int lengthOf(final int kind) {
        return switch (kind) {
            case REFUSAL -> REFUSAL_LENGTH;
            case LOGON -> LOGON_LENGTH;
            case END -> END_LENGTH;
            case CANCEL -> CANCEL_LENGTH;
            case DROP_COPY -> DROP_COPY_LENGTH;
            case RESET, ROLL -> END_LENGTH;
            case RESERVATION -> RESERVATION_LENGTH;
            default -> throw new IllegalArgumentException("kind must be one of all protocols: kind=" + kind);
        };
    }

    static int encodeRefusal(final byte[] tag, final int reason, final int command, final long orderId) {
        tag[0] = REFUSAL;
        tag[REASON_OFFSET] = (byte) reason;
        tag[COMMAND_OFFSET] = (byte) command;
        Bytes.putI64(tag, ORDER_ID_OFFSET, orderId);
        return REFUSAL_LENGTH;
    }

    public static int refusalReason(final byte[] tag) {
        return tag[REASON_OFFSET] & 0xFF;
    }

    public static int refusedCommand(final byte[] tag) {
        return tag[COMMAND_OFFSET] & 0xFF;
    }

    public static long refusedOrderId(final byte[] tag) {
        return Bytes.getI64(tag, ORDER_ID_OFFSET);
    }

    public static int encodeLogon(final byte[] tag, final int protocol, final long owner, final int inbound) {
        tag[0] = LOGON;
        tag[PROTOCOL_OFFSET] = (byte) protocol;
        Bytes.putI64(tag, OWNER_OFFSET, owner);
        Bytes.putI32(tag, INBOUND_OFFSET, inbound);
        return LOGON_LENGTH;
    }

    /**
     * Encodes a LOGON of FIX.
     *
     * @param number the number from {@link SessionLog#open}; 0 for none
     */
    static int encodeLogon(
            final byte[] tag, final int protocol, final long owner, final int inbound, final long number) {
        encodeLogon(tag, protocol, owner, inbound);
        if (number == 0) {
            tag[NUMBER_OFFSET] = 1;
            return LOGON_WITH_TERMS_LENGTH;
        }
        Bytes.putI32(tag, NUMBER_OFFSET, (int) number);
        return LOGON_WITH_NUMBER_LENGTH;
    }

    /** The number of a LOGON of FIX; 0 for none. */
    public static long logonNumber(final byte[] tag, final int length) {
        return length < LOGON_WITH_NUMBER_LENGTH ? 0 : Integer.toUnsignedLong(Bytes.getI32(tag, NUMBER_OFFSET));
    }

    /** Returns whether reports contain the terms of orders after a LOGON of FIX. */
    public static boolean tellsTerms(final byte[] tag, final int length) {
        return length == LOGON_WITH_TERMS_LENGTH && tag[NUMBER_OFFSET] == 1;
    }

    public static int logonProtocol(final byte[] tag) {
        return tag[PROTOCOL_OFFSET] & 0xFF;
    }

    public static int logonInbound(final byte[] tag) {
        return Bytes.getI32(tag, INBOUND_OFFSET);
    }

    public static long logonOwner(final byte[] tag) {
        return Bytes.getI64(tag, OWNER_OFFSET);
    }

    static int encodeEnd(final byte[] tag) {
        tag[0] = END;
        return END_LENGTH;
    }

    static int encodeCancel(final byte[] tag, final int reason) {
        tag[0] = CANCEL;
        tag[REASON_OFFSET] = (byte) reason;
        return CANCEL_LENGTH;
    }

    /** The reason of a CANCEL. */
    public static int cancelReason(final byte[] tag) {
        return tag[REASON_OFFSET] & 0xFF;
    }

    public static int encodeDropCopy(final byte[] tag, final int session, final long uid, final boolean add) {
        tag[0] = DROP_COPY;
        Bytes.putI32(tag, SESSION_OFFSET, session);
        Bytes.putI64(tag, UID_OFFSET, uid);
        tag[ADD_OFFSET] = (byte) (add ? 1 : 0);
        return DROP_COPY_LENGTH;
    }

    public static int dropCopySession(final byte[] tag) {
        return Bytes.getI32(tag, SESSION_OFFSET);
    }

    public static long dropCopyUid(final byte[] tag) {
        return Bytes.getI64(tag, UID_OFFSET);
    }

    /** Encodes a RESERVATION of a session's FIX numbers below {@code end}. */
    public static int encodeReservation(final byte[] tag, final int session, final int end) {
        tag[0] = RESERVATION;
        Bytes.putI32(tag, SESSION_OFFSET, session);
        Bytes.putI32(tag, UID_OFFSET, end);
        return RESERVATION_LENGTH;
    }

    /** Encodes a RESERVATION which also notes that the client has read each report before {@code heard}. */
    public static int encodeReservation(final byte[] tag, final int session, final int end, final long heard) {
        encodeReservation(tag, session, end);
        Bytes.putI64(tag, HEARD_OFFSET, heard);
        return RESERVATION_WITH_HEARD_LENGTH;
    }

    /** Returns the first report that the client of a RESERVATION may not have read; 0 if the tag does not say. */
    public static long heard(final byte[] tag, final int length) {
        return length < RESERVATION_WITH_HEARD_LENGTH ? 0 : Bytes.getI64(tag, HEARD_OFFSET);
    }

    /** Returns the tag of a ROLL that ends the day of all sessions. */
    public static byte[] rollOfAll() {
        return new byte[] {ROLL, 1};
    }

    /** Returns whether a ROLL applies to all sessions. */
    public static boolean rollsAll(final byte[] tag, final int length) {
        return length >= ROLL_OF_ALL_LENGTH && tag[1] == 1;
    }

    /** The session whose numbers are reserved. */
    public static int reservedSession(final byte[] tag) {
        return Bytes.getI32(tag, SESSION_OFFSET);
    }

    /** The first number that is not reserved. */
    public static int reservedEnd(final byte[] tag) {
        return Bytes.getI32(tag, UID_OFFSET);
    }

    public static boolean dropCopyAdds(final byte[] tag) {
        return tag[ADD_OFFSET] != 0;
    }
}
