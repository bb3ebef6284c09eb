package io.daybook.gateway.fix.book;

import io.daybook.api.Limits;
import io.daybook.sessions.Tags;

/**
 * The tags that the FIX door adds to requests, so that the journal alone holds the contents of reports. A text is its
 * length u8 and its characters.
 *
 * <pre>
 *          0          1             5        6        7             15
 * REQUEST  | kind = 1 | inbound u32 | 40 u8  | 59 u8  | 99 ticks i64 | ClOrdID | OrigClOrdID |    on the request
 *          | of D: flags u8 | 111 lots i64 (2) | 110 lots i64 (4) | 126 or 432, ns i64 (8) |
 *          0          1           2              3             7      8
 * REFUSAL  | kind = 2 | reason u8 | MsgType u8   | inbound u32 | 54 u8 | field u32 | ClOrdID | OrigClOrdID |
 *          | of D: 55, else: order id i64 | value … to the end |          on a NOP with the request's cookie
 * </pre>
 *
 * <p>For a mass cancel 40 is {@code q}, and 59 is {@code L} on its last command. {@code field} is the number of the
 * refused field, 0 for none, and {@code value} its content, cut at the end of the tag. In the flags of a D, 1 is 18=6;
 * the others mark which of the three numbers follow. Tags of earlier builds have no flags.
 */
public final class RequestTag {
    /** The kind of a request's tag. */
    public static final int REQUEST = 1;

    /** A value of 40: one of the cancels of a mass cancel. */
    public static final char OF_MASS_CANCEL = 'q';

    /** A value of 59: the last of these cancels. */
    public static final char LAST = 'L';

    /** The longest ClOrdID. */
    public static final int MAX_ID_LENGTH = 36;

    private static final int MAX_SYMBOL_LENGTH = 32;

    private final byte[] array = new byte[Limits.MAX_TAG_BYTES];
    private int length;

    int inbound;
    char ordType;
    char timeInForce;
    long stop;
    FixTerms terms = FixTerms.unknown('\0', '\0');
    String clOrdId = "";
    String origClOrdId = "";
    int reason;
    char msgType;
    int side;
    int field;
    String symbol = "";
    long orderId;
    String value = "";

    /** The {@link #length} bytes that were encoded last. */
    public byte[] array() {
        return array;
    }

    /** The number of bytes in {@link #array}. */
    public int length() {
        return length;
    }

    /** Encodes the tag of a new order. */
    public RequestTag place(final int inboundNumber, final FixTerms ofOrder, final long stopTicks, final String id) {
        final ByteCursor bytes = put(inboundNumber, ofOrder.ordType(), ofOrder.timeInForce(), stopTicks, id, "");
        ofOrder.put(bytes);
        return take(bytes);
    }

    /** Encodes the tag of another request. */
    public RequestTag request(
            final int inboundNumber,
            final char type,
            final char tif,
            final long stopTicks,
            final String id,
            final String origId) {
        return take(put(inboundNumber, type, tif, stopTicks, id, origId));
    }

    private static ByteCursor put(
            final int inboundNumber,
            final char type,
            final char tif,
            final long stopTicks,
            final String id,
            final String origId) {
        final ByteCursor bytes = new ByteCursor(Limits.MAX_TAG_BYTES);
        bytes.putU8(REQUEST);
        bytes.putI32(inboundNumber);
        bytes.putU8(type);
        bytes.putU8(tif);
        bytes.putI64(stopTicks);
        bytes.putText(id);
        bytes.putText(origId);
        return bytes;
    }

    /**
     * Encodes the tag of a refusal.
     *
     * @param origId OrigClOrdID as the client wrote it; cut to the length of a ClOrdID, because a longer one names no
     *     order
     * @param symbolText Symbol of a D as the client wrote it; at most 32 characters are kept
     * @param order the order id of other messages, 0 if it is not known
     * @param fieldNumber the number of the field at fault, or 0
     * @param fieldValue its value
     */
    public RequestTag refusal(
            final Refusal refusal,
            final char type,
            final int inboundNumber,
            final int sideCode,
            final String id,
            final String origId,
            final String symbolText,
            final long order,
            final int fieldNumber,
            final String fieldValue) {
        final ByteCursor bytes = new ByteCursor(Limits.MAX_TAG_BYTES);
        bytes.putU8(Tags.REFUSAL);
        bytes.putU8(refusal.code());
        bytes.putU8(type);
        bytes.putI32(inboundNumber);
        bytes.putU8(sideCode);
        bytes.putI32(fieldNumber);
        bytes.putText(id);
        bytes.putText(cut(origId, MAX_ID_LENGTH));
        if (type == 'D') {
            bytes.putText(cut(symbolText, MAX_SYMBOL_LENGTH));
        } else {
            bytes.putI64(order);
        }
        final int room = Limits.MAX_TAG_BYTES - bytes.position() - 1;
        bytes.putText(cut(fieldValue, Math.max(room, 0)));
        return take(bytes);
    }

    private static String cut(final String text, final int most) {
        return text.length() > most ? text.substring(0, most) : text;
    }

    private RequestTag take(final ByteCursor bytes) {
        if (bytes.position() > array.length) {
            throw new IllegalStateException("the fields of a request must fit in its tag: " + bytes.position());
        }
        length = bytes.position();
        System.arraycopy(bytes.array(), 0, array, 0, length);
        return this;
    }

    /**
     * Reads a tag of either kind. Earlier builds cut the tag after 96 bytes if an OrigClOrdID was long: missing fields
     * are empty, or 0.
     */
    static RequestTag decode(final byte[] tag, final int tagLength) {
        final RequestTag own = new RequestTag();
        final ByteCursor bytes = new ByteCursor(tag, 0, tagLength);
        if (bytes.getU8() == REQUEST) {
            own.inbound = bytes.getI32();
            own.ordType = (char) bytes.getU8();
            own.timeInForce = (char) bytes.getU8();
            own.stop = bytes.getI64();
            own.clOrdId = bytes.getText();
            own.origClOrdId = bytes.getText();
            own.terms = FixTerms.get(bytes, own.ordType, own.timeInForce);
        } else {
            own.reason = bytes.getU8();
            own.msgType = (char) bytes.getU8();
            own.inbound = bytes.getI32();
            own.side = bytes.getU8();
            own.field = bytes.getI32();
            own.clOrdId = bytes.getCutText();
            own.origClOrdId = bytes.getCutText();
            if (own.msgType == 'D') {
                own.symbol = bytes.getCutText();
            } else if (bytes.remaining() >= Long.BYTES) {
                own.orderId = bytes.getI64();
            }
            own.value = bytes.getCutText();
        }
        return own;
    }
}
