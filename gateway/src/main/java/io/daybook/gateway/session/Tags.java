package io.daybook.gateway.session;

import io.daybook.client.wire.Bytes;

/**
 * What a gateway writes into the tags of its commands, so that the journal alone says who was answered what.
 * Little-endian; the first byte is the kind, and who meets a kind that he does not know skips it.
 *
 * <pre>
 *            0          1             2            3
 * REFUSAL    | kind = 2 | reason u8   | command u8 | orderId i64 |      11 bytes, on a NOP with the request's cookie
 *            0          1             2            10
 * LOGON      | kind = 3 | protocol u8 | owner i64  | inbound u32 |      14 bytes, on a NOP with request 0
 *            0
 * END        | kind = 4 |                                               1 byte, on a NOP with request 0
 *            0          1
 * CANCEL     | kind = 7 | reason u8   |                                  2 bytes, on a CANCEL with request 0
 *            0          1             5            13
 * DROP_COPY  | kind = 8 | session u32 | uid i64    | add u8 |           14 bytes, on a NOP with request 0
 * </pre>
 *
 * <p>{@code command} is the code of the {@link io.daybook.api.CommandType} that was refused, {@code reason} of a
 * refusal a {@link io.daybook.client.wire.GatewayCode}. A LOGON of TCP has no inbound number: 0. The cookie says the
 * session.
 */
final class Tags {
    static final int REFUSAL = 2;
    static final int LOGON = 3;
    static final int END = 4;
    static final int CANCEL = 7;
    static final int DROP_COPY = 8;

    static final int REFUSAL_LENGTH = 11;
    static final int LOGON_LENGTH = 14;
    static final int END_LENGTH = 1;
    static final int CANCEL_LENGTH = 2;
    static final int DROP_COPY_LENGTH = 14;

    /** The longest of these. */
    static final int MAX_LENGTH = 14;

    /** Of a CANCEL: the session did not come back within its grace. */
    static final int CANCEL_ON_DISCONNECT = 1;

    private static final int REASON_OFFSET = 1;
    private static final int COMMAND_OFFSET = 2;
    private static final int ORDER_ID_OFFSET = 3;
    private static final int PROTOCOL_OFFSET = 1;
    private static final int OWNER_OFFSET = 2;
    private static final int INBOUND_OFFSET = 10;
    private static final int SESSION_OFFSET = 1;
    private static final int UID_OFFSET = 5;
    private static final int ADD_OFFSET = 13;

    private Tags() {}

    /** Whether a tag is of a kind, and has all that belongs to it. */
    static boolean is(final int kind, final byte[] tag, final int length) {
        return length > 0 && tag[0] == kind && length >= lengthOf(kind);
    }

    private static int lengthOf(final int kind) {
        return switch (kind) {
            case REFUSAL -> REFUSAL_LENGTH;
            case LOGON -> LOGON_LENGTH;
            case END -> END_LENGTH;
            case CANCEL -> CANCEL_LENGTH;
            case DROP_COPY -> DROP_COPY_LENGTH;
            default -> throw new IllegalArgumentException("kind must be one of TCP: kind=" + kind);
        };
    }

    static int encodeRefusal(final byte[] tag, final int reason, final int command, final long orderId) {
        tag[0] = REFUSAL;
        tag[REASON_OFFSET] = (byte) reason;
        tag[COMMAND_OFFSET] = (byte) command;
        Bytes.putI64(tag, ORDER_ID_OFFSET, orderId);
        return REFUSAL_LENGTH;
    }

    static int refusalReason(final byte[] tag) {
        return tag[REASON_OFFSET] & 0xFF;
    }

    static int refusedCommand(final byte[] tag) {
        return tag[COMMAND_OFFSET] & 0xFF;
    }

    static long refusedOrderId(final byte[] tag) {
        return Bytes.getI64(tag, ORDER_ID_OFFSET);
    }

    static int encodeLogon(final byte[] tag, final int protocol, final long owner) {
        tag[0] = LOGON;
        tag[PROTOCOL_OFFSET] = (byte) protocol;
        Bytes.putI64(tag, OWNER_OFFSET, owner);
        Bytes.putI32(tag, INBOUND_OFFSET, 0);
        return LOGON_LENGTH;
    }

    static int logonProtocol(final byte[] tag) {
        return tag[PROTOCOL_OFFSET] & 0xFF;
    }

    static long logonOwner(final byte[] tag) {
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

    static int encodeDropCopy(final byte[] tag, final int session, final long uid, final boolean add) {
        tag[0] = DROP_COPY;
        Bytes.putI32(tag, SESSION_OFFSET, session);
        Bytes.putI64(tag, UID_OFFSET, uid);
        tag[ADD_OFFSET] = (byte) (add ? 1 : 0);
        return DROP_COPY_LENGTH;
    }

    static int dropCopySession(final byte[] tag) {
        return Bytes.getI32(tag, SESSION_OFFSET);
    }

    static long dropCopyUid(final byte[] tag) {
        return Bytes.getI64(tag, UID_OFFSET);
    }

    static boolean dropCopyAdds(final byte[] tag) {
        return tag[ADD_OFFSET] != 0;
    }
}
