package io.daybook.engine.codec;

import static io.daybook.engine.codec.CommandDescriptor.CONTROL_LENGTH;
import static io.daybook.engine.codec.CommandDescriptor.COOKIE_SHIFT;
import static io.daybook.engine.codec.CommandDescriptor.HAS_RESERVE_SHIFT;
import static io.daybook.engine.codec.CommandDescriptor.HAS_TAG;
import static io.daybook.engine.codec.CommandDescriptor.HAS_TERMS;
import static io.daybook.engine.codec.CommandDescriptor.MAX_FIXED_LENGTH;
import static io.daybook.engine.codec.CommandDescriptor.MAX_TAG_FIELD_LENGTH;
import static io.daybook.engine.codec.CommandDescriptor.MAX_TERMS_FIELD_LENGTH;
import static io.daybook.engine.codec.CommandDescriptor.ORDER_ID_SHIFT;
import static io.daybook.engine.codec.CommandDescriptor.ORDER_TYPE_MASK;
import static io.daybook.engine.codec.CommandDescriptor.ORDER_TYPE_SHIFT;
import static io.daybook.engine.codec.CommandDescriptor.PRICE_SHIFT;
import static io.daybook.engine.codec.CommandDescriptor.RESERVE_SHIFT;
import static io.daybook.engine.codec.CommandDescriptor.SIDE_MASK;
import static io.daybook.engine.codec.CommandDescriptor.SIDE_SHIFT;
import static io.daybook.engine.codec.CommandDescriptor.SIZE_SHIFT;
import static io.daybook.engine.codec.CommandDescriptor.SYMBOL_SHIFT;
import static io.daybook.engine.codec.CommandDescriptor.TIMESTAMP_SHIFT;
import static io.daybook.engine.codec.CommandDescriptor.TYPE_MASK;
import static io.daybook.engine.codec.CommandDescriptor.UID_SHIFT;
import static io.daybook.engine.codec.CommandDescriptor.fieldLength;
import static io.daybook.engine.codec.CommandDescriptor.lengthCode;
import static io.daybook.engine.codec.CommandDescriptor.putInt;
import static io.daybook.engine.codec.CommandDescriptor.putLong;
import static io.daybook.engine.codec.CommandDescriptor.zigzag;

import io.daybook.api.CommandType;
import io.daybook.api.Limits;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.CommandTraits;

/**
 * Packs commands into blocks, one block per journal frame; see {@link CommandDescriptor} for the layout. A block is the
 * bytes from 0 to {@link #length()} of {@link #buffer()}. Allocates nothing after construction. Used by one thread.
 */
public final class CommandBlockEncoder {

    /** The version of the encoding that this class writes. */
    public static final int CODEC_VERSION = CommandDescriptor.CODEC_VERSION;

    private final byte[] buffer;
    private final int blockBytes;

    private int length;
    private int count;
    private long firstTimeNs;
    private long lastTimeNs;
    private long lastCookie;
    private long lastSymbol;
    private long lastOrderId;
    private long lastPrice;
    private long lastReserve;

    /**
     * Allocates the buffer.
     *
     * @param blockBytes the size at which a block {@link #isFull() is full}; its last command may end beyond that
     */
    public CommandBlockEncoder(final int blockBytes) {
        this.blockBytes = blockBytes;
        this.buffer = new byte
                [blockBytes
                        + Limits.MAX_COMMAND_BYTES
                        + MAX_FIXED_LENGTH
                        + MAX_TERMS_FIELD_LENGTH
                        + MAX_TAG_FIELD_LENGTH
                        + Long.BYTES];
    }

    /** Starts the next block. */
    public void reset() {
        length = 0;
        count = 0;
        lastCookie = 0;
        lastSymbol = 0;
        lastOrderId = 0;
        lastPrice = 0;
        lastReserve = 0;
    }

    /** The encoded bytes; valid until the next {@link #append}. */
    public byte[] buffer() {
        return buffer;
    }

    /** The number of encoded bytes. */
    public int length() {
        return length;
    }

    /** The number of encoded commands. */
    public int count() {
        return count;
    }

    /** The time of the first command of the block, ns since the epoch. */
    public long firstTimeNs() {
        return firstTimeNs;
    }

    /** Whether the block must be written before anything is added. */
    public boolean isFull() {
        return length >= blockBytes;
    }

    /**
     * Adds a command, as it was sent.
     *
     * @param slot the command; never a query or a void slot
     * @param timeNs its time, not before that of the command before
     */
    public void append(final CommandSlot slot, final long timeNs) {
        if (count++ == 0) {
            firstTimeNs = timeNs;
            lastTimeNs = timeNs;
        }
        final int type = slot.type();
        if (CommandTraits.trades(type)) { // nearly all commands
            appendFields(slot, timeNs, slot.symbol(), slot.orderId(), slot.price(), slot.size());
        } else if (CommandPayload.isBulk(type)) {
            appendBulk(slot, timeNs);
        } else if (type == CommandType.ADJUST_BALANCE.code()) {
            appendFields(slot, timeNs, slot.currency(), slot.transactionId(), slot.amount(), 0);
        } else {
            appendFields(slot, timeNs, slot.symbol(), slot.orderId(), slot.price(), slot.size());
        }
    }

    private void appendBulk(final CommandSlot slot, final long timeNs) {
        final byte[] payload = CommandPayload.encodedPayload(slot);
        appendFields(slot, timeNs, lastSymbol, lastOrderId, lastPrice, payload.length);
        System.arraycopy(payload, 0, buffer, length, payload.length);
        length += payload.length;
    }

    private void appendFields(
            final CommandSlot slot,
            final long timeNs,
            final long symbol,
            final long orderId,
            final long price,
            final long size) {
        final long elapsed = timeNs - lastTimeNs;
        final long cookieField = zigzag(slot.cookie() - lastCookie);
        final long symbolField = zigzag(symbol - lastSymbol);
        final long orderIdField = zigzag(orderId - lastOrderId);
        final long priceField = zigzag(price - lastPrice);
        final long head = (slot.type() & TYPE_MASK)
                | (long) (slot.sentSide() & SIDE_MASK) << SIDE_SHIFT
                | (long) (slot.sentOrderType() & ORDER_TYPE_MASK) << ORDER_TYPE_SHIFT;
        final boolean isPlain = (slot.sentReservePrice() | slot.termsMask() | slot.tagLength()) == 0;
        if (!isPlain || !putWord(head, elapsed, cookieField, symbolField, slot.uid(), orderIdField, priceField, size)) {
            putFields(slot, head, elapsed, cookieField, symbolField, orderIdField, priceField, size);
        }
        lastTimeNs = timeNs;
        lastCookie = slot.cookie();
        lastSymbol = symbol;
        lastOrderId = orderId;
        lastPrice = price;
    }

    /**
     * Puts a command without reserve price, terms and tag whose fields fit in eight bytes together, like nearly all
     * commands. The fields are put side by side in a register and stored at once, which takes a third fewer
     * instructions than storing one by one (docs/performance.md).
     *
     * @return whether the fields fit; if not, nothing has changed
     */
    private boolean putWord(
            final long head,
            final long elapsed,
            final long cookieField,
            final long symbolField,
            final long uid,
            final long orderIdField,
            final long priceField,
            final long size) {
        final long repeated = elapsed | cookieField | symbolField;
        if ((repeated | uid | orderIdField | priceField | size) >>> Long.SIZE - 2 * Byte.SIZE != 0) {
            return false; // length code 7 stands for eight bytes, so fields of more than six bytes take the other path
        }
        long control = head;
        long word = 0;
        int bits = 0;
        if (repeated != 0) {
            final int timeBits = byteBits(elapsed);
            final int cookieBits = byteBits(cookieField);
            final int symbolBits = byteBits(symbolField);
            control |= codes(timeBits, TIMESTAMP_SHIFT)
                    | codes(cookieBits, COOKIE_SHIFT)
                    | codes(symbolBits, SYMBOL_SHIFT);
            word = elapsed | cookieField << timeBits | symbolField << timeBits + cookieBits;
            bits = timeBits + cookieBits + symbolBits;
        }
        final int uidBits = byteBits(uid);
        final int orderIdBits = byteBits(orderIdField);
        final int priceBits = byteBits(priceField);
        final int sizeBits = byteBits(size);
        control |= codes(uidBits, UID_SHIFT)
                | codes(orderIdBits, ORDER_ID_SHIFT)
                | codes(priceBits, PRICE_SHIFT)
                | codes(sizeBits, SIZE_SHIFT);
        word |= uid << bits;
        bits += uidBits;
        word |= orderIdField << bits;
        bits += orderIdBits;
        word |= priceField << bits;
        bits += priceBits;
        word |= size << bits;
        bits += sizeBits;
        if (bits > Long.SIZE) {
            return false;
        }
        putLong(buffer, length, control);
        putLong(buffer, length + CONTROL_LENGTH, word);
        length += CONTROL_LENGTH + (bits >>> 3);
        return true;
    }

    /** The number of bits in the bytes of a value, taken as unsigned. */
    private static int byteBits(final long value) {
        return Long.SIZE + 7 - Long.numberOfLeadingZeros(value) & -Byte.SIZE;
    }

    /** The length code of a field of at most six bytes, shifted to its bits in the control word. */
    private static long codes(final int byteBits, final int shift) {
        return (long) byteBits << shift - 3;
    }

    private void putFields(
            final CommandSlot slot,
            final long head,
            final long elapsed,
            final long cookieField,
            final long symbolField,
            final long orderIdField,
            final long priceField,
            final long size) {
        final int timeCode = lengthCode(elapsed);
        final int cookieCode = lengthCode(cookieField);
        final int symbolCode = lengthCode(symbolField);
        final int uidCode = lengthCode(slot.uid());
        final int orderIdCode = lengthCode(orderIdField);
        final int priceCode = lengthCode(priceField);
        final int sizeCode = lengthCode(size);
        long control = head
                | (long) timeCode << TIMESTAMP_SHIFT
                | (long) cookieCode << COOKIE_SHIFT
                | (long) symbolCode << SYMBOL_SHIFT
                | (long) uidCode << UID_SHIFT
                | (long) orderIdCode << ORDER_ID_SHIFT
                | (long) priceCode << PRICE_SHIFT
                | (long) sizeCode << SIZE_SHIFT;
        final int start = length;
        int at = start + CONTROL_LENGTH;
        at = put(at, elapsed, timeCode);
        at = put(at, cookieField, cookieCode);
        at = put(at, symbolField, symbolCode);
        at = put(at, slot.uid(), uidCode);
        at = put(at, orderIdField, orderIdCode);
        at = put(at, priceField, priceCode);
        at = put(at, size, sizeCode);
        final long reserve = slot.sentReservePrice();
        if (reserve != 0) {
            final long reserveField = zigzag(reserve - lastReserve);
            final int reserveCode = lengthCode(reserveField);
            lastReserve = reserve;
            control |= 1L << HAS_RESERVE_SHIFT | (long) reserveCode << RESERVE_SHIFT;
            at = put(at, reserveField, reserveCode);
        }
        if (slot.termsMask() != 0) {
            control |= HAS_TERMS;
            at = putTerms(at, slot);
        }
        if (slot.tagLength() != 0) {
            control |= HAS_TAG;
            at = putTag(at, slot);
        }
        putControl(start, control);
        length = at;
    }

    private int putTerms(final int start, final CommandSlot slot) {
        final int mask = slot.termsMask();
        int at = StopBitWriter.put(buffer, start, mask);
        for (int left = mask; left != 0; left &= left - 1) {
            at = StopBitWriter.put(buffer, at, slot.term(Integer.numberOfTrailingZeros(left)));
        }
        return at;
    }

    private int putTag(final int at, final CommandSlot slot) {
        buffer[at] = (byte) slot.tagLength();
        slot.copyTag(buffer, at + 1);
        return at + 1 + slot.tagLength();
    }

    /** Always writes eight bytes; the next field overwrites the surplus. */
    private int put(final int at, final long value, final int lengthCode) {
        putLong(buffer, at, value);
        return at + fieldLength(lengthCode);
    }

    private void putControl(final int at, final long control) {
        putInt(buffer, at, (int) control);
        buffer[at + Integer.BYTES] = (byte) (control >>> Integer.SIZE);
    }
}
