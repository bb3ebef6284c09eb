package io.daybook.engine.codec;

import static io.daybook.engine.codec.CommandDescriptor.CONTROL_LENGTH;
import static io.daybook.engine.codec.CommandDescriptor.CONTROL_MASK;
import static io.daybook.engine.codec.CommandDescriptor.COOKIE_SHIFT;
import static io.daybook.engine.codec.CommandDescriptor.HAS_RESERVE_SHIFT;
import static io.daybook.engine.codec.CommandDescriptor.HAS_TAG;
import static io.daybook.engine.codec.CommandDescriptor.HAS_TERMS;
import static io.daybook.engine.codec.CommandDescriptor.LENGTH_MASK;
import static io.daybook.engine.codec.CommandDescriptor.MAX_FIXED_LENGTH;
import static io.daybook.engine.codec.CommandDescriptor.ORDER_ID_SHIFT;
import static io.daybook.engine.codec.CommandDescriptor.ORDER_TYPE_MASK;
import static io.daybook.engine.codec.CommandDescriptor.ORDER_TYPE_SHIFT;
import static io.daybook.engine.codec.CommandDescriptor.PRICE_SHIFT;
import static io.daybook.engine.codec.CommandDescriptor.REPEATED_CODES;
import static io.daybook.engine.codec.CommandDescriptor.RESERVE_BITS;
import static io.daybook.engine.codec.CommandDescriptor.RESERVE_SHIFT;
import static io.daybook.engine.codec.CommandDescriptor.SIDE_MASK;
import static io.daybook.engine.codec.CommandDescriptor.SIDE_SHIFT;
import static io.daybook.engine.codec.CommandDescriptor.SIZE_SHIFT;
import static io.daybook.engine.codec.CommandDescriptor.SYMBOL_SHIFT;
import static io.daybook.engine.codec.CommandDescriptor.TIMESTAMP_SHIFT;
import static io.daybook.engine.codec.CommandDescriptor.TYPE_MASK;
import static io.daybook.engine.codec.CommandDescriptor.UID_SHIFT;
import static io.daybook.engine.codec.CommandDescriptor.fieldLength;
import static io.daybook.engine.codec.CommandDescriptor.getLong;
import static io.daybook.engine.codec.CommandDescriptor.low;
import static io.daybook.engine.codec.CommandDescriptor.unzigzag;

import io.daybook.api.CommandType;
import io.daybook.api.Limits;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.CommandTraits;
import io.daybook.kernel.command.Numbering;
import java.util.Arrays;

/**
 * Unpacks the commands of a block; see {@link CommandDescriptor} for the layout. For any bytes, it returns commands or
 * throws {@link CodecException}. Allocates only for bulk commands. Used by one thread.
 */
public final class CommandBlockDecoder {
    private static final byte[] EMPTY = {};
    private static final int CODE_BITS = 3;
    private static final int THREE_CODES = (1 << 3 * CODE_BITS) - 1;
    private static final int FOUR_CODES = (1 << 4 * CODE_BITS) - 1;

    /** The bytes of up to four fields by their length codes. */
    private static final byte[] LENGTHS = lengths();

    private final Numbering numbering = new Numbering(0, 0);
    private final StopBitReader terms = new StopBitReader(EMPTY);

    private byte[] buffer = EMPTY;
    private byte[] tail = EMPTY;
    private int position;
    private int end;
    private int blockStart;
    private long unknownBits;
    private long cookie;
    private long symbol;
    private long orderId;
    private long price;
    private long reserve;

    /**
     * Starts on a block. The bytes must not change while it is decoded.
     *
     * @param firstSeq the number of its first command, from its frame
     * @param firstTimeNs the first timestamp of its frame
     * @param codecVersion the version of the encoding, from its segment
     * @throws CodecException if this program does not support that version
     */
    public void wrap(
            final byte[] bytes,
            final int offset,
            final int length,
            final long firstSeq,
            final long firstTimeNs,
            final int codecVersion) {
        if (codecVersion < 1 || codecVersion > CommandDescriptor.CODEC_VERSION) {
            throw new CodecException("codec version " + codecVersion + ", but this program reads 1 to "
                    + CommandDescriptor.CODEC_VERSION);
        }
        unknownBits = CommandDescriptor.unknownBits(codecVersion);
        buffer = bytes;
        position = offset;
        blockStart = offset;
        end = offset + length;
        numbering.moveTo(firstSeq - 1, firstTimeNs);
        cookie = 0;
        symbol = 0;
        orderId = 0;
        price = 0;
        reserve = 0;
    }

    /**
     * The number of the command that was decoded last; at the start of a block, one less than the number of its first
     * command.
     */
    public long seq() {
        return numbering.seq();
    }

    /** The time of the command that was decoded last, ns since the epoch. */
    public long timeNs() {
        return numbering.timeNs();
    }

    /**
     * Decodes the next command into a slot, as the command's producer sent it; its stamp is the command's time.
     *
     * @return false at the end of the block
     * @throws CodecException if the bytes are not a command
     */
    public boolean next(final CommandSlot slot) {
        if (position == end) {
            return false;
        }
        if (end - position < CONTROL_LENGTH) {
            throw damaged("a control word needs " + CONTROL_LENGTH + " bytes");
        }
        if (buffer.length - position < MAX_FIXED_LENGTH + Long.BYTES) {
            moveToTail();
        }
        final byte[] bytes = buffer;
        final long control = getLong(bytes, position) & CONTROL_MASK;
        if (nextWord(slot, bytes, control)) {
            return true;
        }
        if ((control & unknownBits) != 0) {
            throw damaged("the control word has " + CommandDescriptor.names(control & unknownBits)
                    + ", which only a newer version writes");
        }
        final int type = (int) control & TYPE_MASK;
        int at = position + CONTROL_LENGTH;

        long elapsed = 0;
        if ((control & REPEATED_CODES) != 0) {
            final int timeCode = code(control, TIMESTAMP_SHIFT);
            elapsed = low(getLong(bytes, at), timeCode);
            at += fieldLength(timeCode);
            final int cookieCode = code(control, COOKIE_SHIFT);
            cookie += unzigzag(low(getLong(bytes, at), cookieCode));
            at += fieldLength(cookieCode);
            final int symbolCode = code(control, SYMBOL_SHIFT);
            symbol += unzigzag(low(getLong(bytes, at), symbolCode));
            at += fieldLength(symbolCode);
        }
        final int uidCode = code(control, UID_SHIFT);
        final long uid = low(getLong(bytes, at), uidCode);
        at += fieldLength(uidCode);
        final int orderIdCode = code(control, ORDER_ID_SHIFT);
        orderId += unzigzag(low(getLong(bytes, at), orderIdCode));
        at += fieldLength(orderIdCode);
        final int priceCode = code(control, PRICE_SHIFT);
        price += unzigzag(low(getLong(bytes, at), priceCode));
        at += fieldLength(priceCode);
        final int sizeCode = code(control, SIZE_SHIFT);
        final long size = low(getLong(bytes, at), sizeCode);
        at += fieldLength(sizeCode);
        long sentReserve = 0;
        if ((control & RESERVE_BITS) != 0) {
            if ((control >>> HAS_RESERVE_SHIFT & 1) == 0) {
                throw damaged("a reserve price needs its bit in the control word");
            }
            final int reserveCode = code(control, RESERVE_SHIFT);
            reserve += unzigzag(low(getLong(bytes, at), reserveCode));
            at += fieldLength(reserveCode);
            sentReserve = reserve;
        }
        if (at > end) {
            throw damaged("the command is longer than its block");
        }
        final long timeNs = numbering.timeNs() + elapsed;
        if (elapsed < 0 || timeNs < elapsed) {
            throw damaged("a command must not be earlier than the command before it");
        }
        position = at;

        slot.clearCommand();
        slot.type(type);
        slot.cookie(cookie);
        slot.timestampNs(timeNs);
        slot.uid(uid);
        slot.sentOrder(
                (int) (control >>> SIDE_SHIFT) & SIDE_MASK,
                (int) (control >>> ORDER_TYPE_SHIFT) & ORDER_TYPE_MASK,
                sentReserve);
        if ((control & (HAS_TERMS | HAS_TAG)) != 0) {
            nextTermsAndTag(slot, control);
        }
        if (CommandTraits.trades(type)) { // nearly all commands; all their types are known
            nextOrder(slot, size);
        } else {
            nextOther(slot, size);
        }
        numbering.next(timeNs);
        return true;
    }

    /**
     * Decodes a command on an order without reserve price, terms and tag whose fields have at most eight bytes
     * together, like nearly all commands. The fields are read at once and split in a register, which takes a fifth
     * fewer instructions than reading one by one (docs/performance.md).
     *
     * @return whether it is such a command; if not, nothing has changed
     */
    private boolean nextWord(final CommandSlot slot, final byte[] bytes, final long control) {
        final int type = (int) control & TYPE_MASK;
        final int fieldsLength = LENGTHS[(int) (control >>> UID_SHIFT) & FOUR_CODES]
                + LENGTHS[(int) (control >>> TIMESTAMP_SHIFT) & THREE_CODES];
        final int at = position + CONTROL_LENGTH;
        if (control >>> RESERVE_SHIFT != 0
                || fieldsLength > Long.BYTES
                || at + fieldsLength > end
                || !CommandTraits.trades(type)) {
            return false;
        }
        long word = getLong(bytes, at);
        long elapsed = 0;
        long newSymbol = symbol;
        long newCookie = cookie;
        if ((control & REPEATED_CODES) != 0) {
            final int timeCode = code(control, TIMESTAMP_SHIFT);
            elapsed = low(word, timeCode);
            word >>>= timeCode << 3;
            final int cookieCode = code(control, COOKIE_SHIFT);
            newCookie += unzigzag(low(word, cookieCode));
            word >>>= cookieCode << 3;
            final int symbolCode = code(control, SYMBOL_SHIFT);
            newSymbol += unzigzag(low(word, symbolCode));
            word >>>= symbolCode << 3;
        }
        final long timeNs = numbering.timeNs() + elapsed;
        if ((numbering.timeNs() | elapsed | timeNs) < 0 || newSymbol != (int) newSymbol) {
            return false;
        }
        symbol = newSymbol;
        cookie = newCookie;
        final int uidCode = code(control, UID_SHIFT);
        final long uid = low(word, uidCode);
        word >>>= uidCode << 3;
        final int orderIdCode = code(control, ORDER_ID_SHIFT);
        orderId += unzigzag(low(word, orderIdCode));
        word >>>= orderIdCode << 3;
        final int priceCode = code(control, PRICE_SHIFT);
        price += unzigzag(low(word, priceCode));
        word >>>= priceCode << 3;
        position = at + fieldsLength;
        slot.sent(
                type,
                (int) newSymbol,
                uid,
                orderId,
                price,
                low(word, code(control, SIZE_SHIFT)),
                (int) (control >>> SIDE_SHIFT) & SIDE_MASK,
                (int) (control >>> ORDER_TYPE_SHIFT) & ORDER_TYPE_MASK,
                newCookie,
                timeNs);
        numbering.next(timeNs);
        return true;
    }

    private static byte[] lengths() {
        final byte[] lengths = new byte[FOUR_CODES + 1];
        for (int codes = 0; codes < lengths.length; codes++) {
            for (int left = codes; left != 0; left >>>= CODE_BITS) {
                lengths[codes] += (byte) fieldLength(left & LENGTH_MASK);
            }
        }
        return lengths;
    }

    private void nextOrder(final CommandSlot slot, final long size) {
        slot.symbol(intField(symbol, "symbol"));
        slot.orderId(orderId);
        slot.price(price);
        slot.size(size);
    }

    private void nextOther(final CommandSlot slot, final long size) {
        final int type = slot.type();
        if (CommandPayload.isBulk(type)) {
            nextPayload(slot, size);
        } else if (type == CommandType.ADJUST_BALANCE.code()) {
            slot.currency(intField(symbol, "currency"));
            slot.transactionId(orderId);
            slot.amount(price);
        } else {
            nextOrder(slot, size);
        }
        if (!CommandType.isKnown(type) || CommandType.isQuery(type)) {
            throw damaged("unknown command type " + type);
        }
    }

    private void nextTermsAndTag(final CommandSlot slot, final long control) {
        if ((control & HAS_TERMS) != 0) {
            nextTerms(slot);
        }
        if ((control & HAS_TAG) != 0) {
            nextTag(slot);
        }
    }

    private void nextTerms(final CommandSlot slot) {
        terms.wrap(buffer, position, end);
        final long mask = nextTerm();
        if (mask == 0) {
            throw damaged("the mask of terms must not be 0");
        }
        final long unknown = mask & ~CommandDescriptor.termsOf(slot.type());
        if (unknown != 0) {
            throw damaged("a command of type " + slot.type() + " has unknown terms ("
                    + CommandDescriptor.termBits(unknown) + "); it was written by a newer version");
        }
        for (long left = mask; left != 0; left &= left - 1) {
            slot.term(Long.numberOfTrailingZeros(left), nextTerm());
        }
        position = terms.position();
    }

    private long nextTerm() {
        try {
            return terms.nextLong();
        } catch (final CodecException e) {
            throw new CodecException(
                    "the terms at byte " + (position - blockStart) + " of the block: " + e.getMessage(), e);
        }
    }

    private void nextTag(final CommandSlot slot) {
        final int length = position < end ? buffer[position] & 0xFF : 0;
        if (length < 1 || length > Math.min(Limits.MAX_TAG_BYTES, end - position - 1)) {
            throw damaged(
                    "a tag of " + length + " bytes is empty, or longer than its block or than " + Limits.MAX_TAG_BYTES);
        }
        slot.tag(buffer, position + 1, length);
        position += 1 + length;
    }

    private void nextPayload(final CommandSlot slot, final long payloadLength) {
        if (payloadLength < 0 || payloadLength > Math.min(Limits.MAX_COMMAND_BYTES, end - position)) {
            throw damaged("a payload of " + payloadLength + " bytes is longer than its block or than "
                    + Limits.MAX_COMMAND_BYTES);
        }
        final byte[] payload = Arrays.copyOfRange(buffer, position, position + (int) payloadLength);
        CommandPayload.decode(slot, payload);
        position += payload.length;
    }

    /**
     * Moves the last commands of a buffer to an array with slack after them, because fields are read eight bytes at a
     * time.
     */
    private void moveToTail() {
        final int left = end - position;
        if (tail.length < left + MAX_FIXED_LENGTH + Long.BYTES) {
            tail = new byte[left + 2 * MAX_FIXED_LENGTH];
        }
        System.arraycopy(buffer, position, tail, 0, left);
        blockStart -= position;
        buffer = tail;
        position = 0;
        end = left;
    }

    private int intField(final long value, final String name) {
        if (value != (int) value) {
            throw damaged(name + " does not fit 32 bits: " + value);
        }
        return (int) value;
    }

    private static int code(final long control, final int shift) {
        return (int) (control >>> shift) & LENGTH_MASK;
    }

    private CodecException damaged(final String what) {
        return new CodecException("byte " + (position - blockStart) + " of the block: " + what);
    }
}
