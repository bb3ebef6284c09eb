package io.daybook.engine.codec;

import io.daybook.api.CommandType;
import io.daybook.api.Limits;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.Term;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.StringJoiner;

/**
 * One encoded command, little-endian: a control word of 5 bytes, then those fields that its length codes name, each
 * with the bytes of its code, then the parts that bits 37 to 39 name, in their order, then (bulk commands) a payload.
 *
 * <pre>
 *  bit 0      6      8         12          15       18       21    24        27      30     33
 *  | type | side | orderType | timestamp | cookie | symbol | uid | orderId | price | size | reserve |
 *
 *  bit 36       37      38    39
 *  | hasReserve | terms | tag | zero |
 *
 *  length code  0 1 2 3 4 5 6 7
 *  bytes        0 1 2 3 4 5 6 8
 * </pre>
 *
 * <p>Fields are differences to the previous command in the same frame, so that each frame decodes alone (the first
 * command differs from zeros, its time from the first timestamp of the frame):
 *
 * <ul>
 *   <li>timestamp: time − time before, never negative
 *   <li>cookie, symbol, orderId, price: difference, zigzag
 *   <li>uid, size: the value itself
 *   <li>reserve, only if hasReserve is set: difference to the last reserve price that was set, zigzag; else it is 0
 * </ul>
 *
 * <p>An adjustment has its currency in symbol, its amount in price and its transaction id in orderId. A bulk command
 * has the length of its payload in size.
 *
 * <pre>
 *  terms   mask | value of the lowest bit set | ... | value of the highest      stop-bit numbers (StopBitWriter)
 *  tag     length, 1 to 96 (1 byte) | bytes
 * </pre>
 *
 * <p>The mask has a bit for each {@link Term} that is set, at least one. Orders, replacements and mass cancels have
 * terms, each type its own terms.
 *
 * <p>Version 1 has none of the parts of bits 37 to 39: these bits are 0, so a command without such parts has the same
 * bytes in both versions. Version 2 has terms and tags, and reserves bit 39 for a third part. A decoder refuses bits
 * that its version does not support, and names them.
 *
 * <p>Lengths come first so that fields can be moved eight bytes at a time without a branch per byte; the idea is that
 * of group varint (Dean, 2009).
 */
final class CommandDescriptor {
    /** The version of this encoding, kept in segment headers. */
    static final int CODEC_VERSION = 2;

    static final int CONTROL_LENGTH = 5;

    /**
     * The length of a control word and eight fields of eight bytes: no command without payload, terms and tag is
     * longer.
     */
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

    /** The bytes that the longest tag takes, its length included. */
    static final int MAX_TAG_FIELD_LENGTH = 1 + Limits.MAX_TAG_BYTES;

    /** The bits that a mask of terms of an order may have. */
    static final int ORDER_TERMS = orderTerms();

    private static final int REPLACE_TERMS = Term.NEW_ORDER_ID.mask() | Term.TRIGGER.mask() | Term.STOP_PRICE.mask();
    private static final int MASS_CANCEL_TERMS = Term.FLAGGED.mask() | Term.SUSPEND.mask();

    /** The bytes that mask and values take if all terms are set. */
    static final int MAX_TERMS_FIELD_LENGTH = (1 + Term.values().length) * StopBitWriter.MAX_LENGTH;

    static final long CONTROL_MASK = (1L << (CONTROL_LENGTH * Byte.SIZE)) - 1;
    static final long HAS_TERMS = 1L << 37;
    static final long HAS_TAG = 1L << 38;
    static final long HAS_THIRD = 1L << 39;
    /**
     * The mask of the length codes of time, cookie and symbol: these are 0 if a command repeats all three, as most do.
     */
    static final long REPEATED_CODES = 0x1ffL << TIMESTAMP_SHIFT;

    /** The mask of the length code of the reserve price, and of the bit that marks its presence. */
    static final long RESERVE_BITS = 0xfL << RESERVE_SHIFT;

    static final int TYPE_MASK = 0x3f;
    static final int SIDE_MASK = 0x3;
    static final int ORDER_TYPE_MASK = 0xf;
    static final int LENGTH_MASK = 0x7;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    static {
        for (final OrderType type : OrderType.values()) {
            requireFits("order type", type.code(), ORDER_TYPE_MASK);
        }
        for (final Side side : Side.values()) {
            requireFits("side", side.code(), SIDE_MASK);
        }
        for (final CommandType type : CommandType.values()) {
            if (!type.isQuery()) {
                requireFits("command", type.code(), TYPE_MASK);
            }
        }
    }

    private CommandDescriptor() {}

    private static int orderTerms() {
        int all = 0;
        for (final Term term : Term.values()) {
            all |= term.isOfOrder() ? term.mask() : 0;
        }
        return all;
    }

    /** The terms that commands of a type can have, as a mask. */
    static int termsOf(final int type) {
        if (type == CommandType.PLACE_ORDER.code()) {
            return ORDER_TERMS;
        }
        if (type == CommandType.REPLACE_ORDER.code()) {
            return REPLACE_TERMS;
        }
        return type == CommandType.MASS_CANCEL.code() ? MASS_CANCEL_TERMS : 0;
    }

    /** The numbers of the bits in a mask, for messages. */
    static String termBits(final long mask) {
        final StringJoiner names = new StringJoiner(", ");
        for (long left = mask; left != 0; left &= left - 1) {
            names.add("bit " + Long.numberOfTrailingZeros(left));
        }
        return names.toString();
    }

    /** Throws if a number does not fit its bits, because it would be journaled as another number. */
    private static void requireFits(final String what, final int code, final int mask) {
        if ((code & mask) != code) {
            throw new ExceptionInInitializerError("the control word has no room for the " + what + ": code=" + code);
        }
    }

    /**
     * The bits of a control word to which a version of the encoding gives no meaning, or a meaning that is not
     * implemented yet.
     */
    static long unknownBits(final int codecVersion) {
        return codecVersion == 1 ? HAS_TERMS | HAS_TAG | HAS_THIRD : HAS_THIRD;
    }

    /** The names of refused bits, for messages. */
    static String names(final long unknownBits) {
        final StringJoiner names = new StringJoiner(", ");
        if ((unknownBits & HAS_TERMS) != 0) {
            names.add("bit 37 (terms)");
        }
        if ((unknownBits & HAS_TAG) != 0) {
            names.add("bit 38 (tag)");
        }
        if ((unknownBits & HAS_THIRD) != 0) {
            names.add("bit 39 (unnamed)");
        }
        return names.toString();
    }

    /** The length code of a value taken as unsigned. */
    static int lengthCode(final long value) {
        final int bytes = (Long.SIZE + 7 - Long.numberOfLeadingZeros(value)) >>> 3;
        return Math.min(bytes, 7);
    }

    /** The number of bytes of a length code. */
    static int fieldLength(final int code) {
        return code + ((code + 1) >>> 3);
    }

    static long zigzag(final long difference) {
        return (difference << 1) ^ (difference >> 63);
    }

    static long unzigzag(final long value) {
        return (value >>> 1) ^ -(value & 1);
    }

    /** Eight bytes at any index; the caller keeps eight bytes of slack after the last field. */
    static long getLong(final byte[] buffer, final int index) {
        return (long) LONG.get(buffer, index);
    }

    static void putInt(final byte[] buffer, final int index, final int value) {
        INT.set(buffer, index, value);
    }

    static void putLong(final byte[] buffer, final int index, final long value) {
        LONG.set(buffer, index, value);
    }

    /** The low bytes of a word, by a length code. */
    static long low(final long word, final int code) {
        return word & LOW_MASKS[code];
    }

    private static final long[] LOW_MASKS = {
        0L, 0xffL, 0xffffL, 0xffffffL, 0xffffffffL, 0xffffffffffL, 0xffffffffffffL, -1L
    };
}
