package io.daybook.engine.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.StringJoiner;

/**
 * One encoded command, little-endian: a control word of 5 bytes, then those fields that its length codes name, each with as many
 * bytes as its code says, then (bulk commands) a payload.
 *
 * <pre>
 *  bit 0      6      8         12          15       18       21    24        27      30     33        36           37..39
 *  | type | side | orderType | timestamp | cookie | symbol | uid | orderId | price | size | reserve | hasReserve | zero |
 *
 *  length code  0 1 2 3 4 5 6 7
 *  bytes        0 1 2 3 4 5 6 8
 * </pre>
 *
 * <p>Fields are differences to the command before in the same frame, so that each frame decodes alone (the first command
 * differs from zeros, its time from the first timestamp of the frame):
 *
 * <ul>
 *   <li>timestamp: time − time before, never negative
 *   <li>cookie, symbol, orderId, price: difference, zigzag
 *   <li>uid, size: the value itself
 *   <li>reserve, only where hasReserve is set: difference to the last reserve price that was set, zigzag; else it is 0
 * </ul>
 *
 * <p>An adjustment has its currency in symbol, its amount in price and its transaction id in orderId. A bulk command has the length
 * of its payload in size. Bit 37 is for the terms of orders, bit 38 for tags; this version knows neither, and a
 * decoder refuses the bits 37 to 39 by name.
 *
 * <p>The idea of lengths up front, so that fields can be moved eight bytes at a time without a branch per byte, is that of
 * group varint (Dean, 2009).
 */
final class CommandDescriptor {
    /** The version of this encoding, kept in segment headers. */
    static final int CODEC_VERSION = 1;

    static final int CONTROL_LENGTH = 5;

    /** Control word and eight fields of eight bytes: no command without payload is longer. */
    static final int MAX_FIXED_LENGTH = CONTROL_LENGTH + 8 * Long.BYTES;

    static final int SIDE_SHIFT = 6;
    static final int ORDER_TYPE_SHIFT = 8;
    static final int TIMESTAMP_SHIFT = 12;
    static final int COOKIE_SHIFT = 15;
    static final int SYMBOL_SHIFT = 18;
    static final int UID_SHIFT = 21;
    static final int ORDER_ID_SHIFT = 24;
    static final int PRICE_SHIFT = 27;
    static final int SIZE_SHIFT = 30;
    static final int RESERVE_SHIFT = 33;
    static final int HAS_RESERVE_SHIFT = 36;

    static final long CONTROL_MASK = (1L << (CONTROL_LENGTH * Byte.SIZE)) - 1;
    static final long UNKNOWN_BITS = 0b111L << 37;
    private static final int FIRST_UNKNOWN_BIT = 37;
    private static final String[] UNKNOWN_BIT_NAMES = {"terms", "tag", "unnamed"};
    static final int TYPE_MASK = 0x3f;
    static final int SIDE_MASK = 0x3;
    static final int ORDER_TYPE_MASK = 0xf;
    static final int LENGTH_MASK = 0x7;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private CommandDescriptor() {}

    /** Names the bits of a control word that this version gives no meaning to. */
    static String unknownBits(final long control) {
        final StringJoiner names = new StringJoiner(", ");
        for (int bit = FIRST_UNKNOWN_BIT; bit < CONTROL_LENGTH * Byte.SIZE; bit++) {
            if ((control >>> bit & 1) != 0) {
                names.add("bit " + bit + " (" + UNKNOWN_BIT_NAMES[bit - FIRST_UNKNOWN_BIT] + ")");
            }
        }
        return names.toString();
    }

    /** The length code of a value taken as unsigned. */
    static int lengthCode(final long value) {
        final int bytes = (Long.SIZE + 7 - Long.numberOfLeadingZeros(value)) >>> 3;
        return Math.min(bytes, 7);
    }

    /** The bytes that a length code stands for. */
    static int fieldLength(final int code) {
        return code + ((code + 1) >>> 3);
    }

    static long zigzag(final long difference) {
        return (difference << 1) ^ (difference >> 63);
    }

    static long unzigzag(final long value) {
        return (value >>> 1) ^ -(value & 1);
    }

    /** Eight bytes at any index; the caller keeps eight bytes of slack behind the last field. */
    static long getLong(final byte[] buffer, final int index) {
        return (long) LONG.get(buffer, index);
    }

    static void putLong(final byte[] buffer, final int index, final long value) {
        LONG.set(buffer, index, value);
    }

    /** The low bytes of a word, as many as a length code says. */
    static long low(final long word, final int code) {
        return word & LOW_MASKS[code];
    }

    private static final long[] LOW_MASKS = {
        0L, 0xffL, 0xffffL, 0xffffffL, 0xffffffffL, 0xffffffffffL, 0xffffffffffffL, -1L
    };
}
