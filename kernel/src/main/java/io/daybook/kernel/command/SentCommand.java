package io.daybook.kernel.command;

import io.daybook.api.Limits;
import io.daybook.api.Term;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a {@link CommandSlot} that a producer writes, before the slot is published and never afterwards, so
 * that journal and engine may read them in parallel. Except for rarely used parts they lie before everything that the
 * engine writes, so that cache lines that come from the producer's core return to it unchanged.
 */
public abstract class SentCommand {

    /** The type of a slot that was given up: it takes no number and has no result. */
    public static final int VOID = 0;

    private static final int TERMS = Term.values().length;

    private int type;
    private long cookie;
    private long uid;
    private long orderId;
    private long price;
    private long timestampNs;
    private long size;
    private long sentReservePrice;
    private int symbol;
    private byte sentSide;
    private byte sentOrderType;
    private byte tagLength;

    /** The terms that are set: a bit for each {@link io.daybook.api.Term}. */
    private int termsMask;

    /** Whether a payload, its bytes or a completion was set since these were last cleared. */
    private boolean hasObjects;

    /** Whether a number of an adjustment was set since these were last cleared. */
    private boolean hasAdjustment;

    /**
     * The input that few commands of the fast doors have; created when this slot first carries it, and kept. It is a
     * separate object so that the slots of a ring take fewer cache lines (docs/notes/performance.md).
     */
    private @Nullable RareInput rareInput;

    SentCommand() {}

    /** Clears the command: void, every number 0, every reference null. */
    public final void clearCommand() {
        type = VOID;
        cookie = 0;
        uid = 0;
        orderId = 0;
        price = 0;
        timestampNs = 0;
        size = 0;
        sentReservePrice = 0;
        symbol = 0;
        sentSide = 0;
        sentOrderType = 0;
        tagLength = 0;
        termsMask = 0;
        forgetAdjustment();
        forgetObjects();
    }

    /**
     * Writes a whole command on an order, without reserve price, terms, tag and objects: {@link #clearCommand} and the
     * setters would write most fields twice.
     */
    public final void sent(
            final int newType,
            final int newSymbol,
            final long newUid,
            final long newOrderId,
            final long newPrice,
            final long newSize,
            final int sideCode,
            final int orderTypeCode,
            final long newCookie,
            final long stampNs) {
        type = newType;
        cookie = newCookie;
        uid = newUid;
        orderId = newOrderId;
        price = newPrice;
        timestampNs = stampNs;
        size = newSize;
        sentReservePrice = 0;
        symbol = newSymbol;
        sentSide = (byte) sideCode;
        sentOrderType = (byte) orderTypeCode;
        tagLength = 0;
        termsMask = 0;
        forgetAdjustment();
        forgetObjects();
    }

    /** The rare part of the input; it exists if one of its flags, the mask or the length of the tag is not 0. */
    private RareInput rareInput() {
        return Objects.requireNonNull(rareInput);
    }

    /** Returns the rare part for writing; creates it if the slot does not have it yet. */
    private RareInput makeRareInput() {
        RareInput own = rareInput;
        if (own == null) {
            own = new RareInput();
            rareInput = own;
        }
        return own;
    }

    private void forgetAdjustment() {
        if (hasAdjustment) {
            hasAdjustment = false;
            final RareInput own = rareInput();
            own.currency = 0;
            own.amount = 0;
            own.transactionId = 0;
        }
    }

    /** Whether there may be a payload or a completion to clear. */
    final boolean hasObjects() {
        return hasObjects;
    }

    final void forgetObjects() {
        if (hasObjects) {
            hasObjects = false;
            final RareInput own = rareInput();
            own.payload = null;
            own.encodedPayload = null;
            own.completion = null;
        }
    }

    /** 0 (void) or the number of a {@link io.daybook.api.CommandType}. */
    public final int type() {
        return type;
    }

    public final void type(final int value) {
        this.type = value;
    }

    /** The symbol that the command names. */
    public final int symbol() {
        return symbol;
    }

    public final void symbol(final int value) {
        this.symbol = value;
    }

    /** The user whom the command names. */
    public final long uid() {
        return uid;
    }

    public final void uid(final long value) {
        this.uid = value;
    }

    /** The order that the command names. */
    public final long orderId() {
        return orderId;
    }

    public final void orderId(final long value) {
        this.orderId = value;
    }

    /** The side as sent; the engine uses {@link CommandSlot#side()}. */
    public final int sentSide() {
        return sentSide;
    }

    /** Sets {@link #sentSide()}; kept as a byte. */
    public final void sentSide(final int code) {
        this.sentSide = (byte) code;
    }

    /** The order type as sent; the engine uses {@link CommandSlot#orderType()}. */
    public final int sentOrderType() {
        return sentOrderType;
    }

    /** Sets {@link #sentOrderType()}; kept as a byte. */
    public final void sentOrderType(final int code) {
        this.sentOrderType = (byte) code;
    }

    /** The price in ticks, or for budget types a total in ticks times lots. */
    public final long price() {
        return price;
    }

    public final void price(final long value) {
        this.price = value;
    }

    /** The reserve price as sent; the engine uses {@link CommandSlot#reservePrice()}. */
    public final long sentReservePrice() {
        return sentReservePrice;
    }

    public final void sentReservePrice(final long ticks) {
        this.sentReservePrice = ticks;
    }

    /** The size in lots. */
    public final long size() {
        return size;
    }

    public final void size(final long value) {
        this.size = value;
    }

    /**
     * Writes side, type and reserve price as sent, for the journal, which reads them while the engine works on the
     * slot.
     */
    public final void sentOrder(final int sideCode, final int orderTypeCode, final long reserve) {
        sentSide = (byte) sideCode;
        sentOrderType = (byte) orderTypeCode;
        sentReservePrice = reserve;
    }

    /** The currency of an adjustment. */
    public final int currency() {
        return hasAdjustment ? rareInput().currency : 0;
    }

    /** Sets {@link #currency()}. Allocates when the slot carries a rare part for the first time. */
    public final void currency(final int value) {
        makeRareInput().currency = value;
        hasAdjustment = true;
    }

    /** The minor units of an adjustment. */
    public final long amount() {
        return hasAdjustment ? rareInput().amount : 0;
    }

    /** Sets {@link #amount()}; see {@link #currency(int)}. */
    public final void amount(final long value) {
        makeRareInput().amount = value;
        hasAdjustment = true;
    }

    /** The idempotency key of an adjustment. */
    public final long transactionId() {
        return hasAdjustment ? rareInput().transactionId : 0;
    }

    /** Sets {@link #transactionId()}; see {@link #currency(int)}. */
    public final void transactionId(final long value) {
        makeRareInput().transactionId = value;
        hasAdjustment = true;
    }

    /** A number that the sender chooses and the result repeats. */
    public final long cookie() {
        return cookie;
    }

    public final void cookie(final long value) {
        this.cookie = value;
    }

    /** The terms that the command has: a bit for each {@link io.daybook.api.Term}, 0 for a plain order. */
    public final int termsMask() {
        return termsMask;
    }

    /**
     * The number of a term; 0 if it is not set.
     *
     * @param code the code of the {@link io.daybook.api.Term}
     */
    public final long term(final int code) {
        return (termsMask >>> code & 1) == 0 ? 0 : rareInput().terms()[code];
    }

    /**
     * Sets a term. Allocates when the slot carries a rare part for the first time.
     *
     * @param code the code of the {@link io.daybook.api.Term}
     */
    public final void term(final int code, final long value) {
        makeRareInput().terms()[code] = value;
        termsMask |= 1 << code;
    }

    /** How many bytes the sender's tag has, 0 to {@link Limits#MAX_TAG_BYTES}; 0 for none. */
    public final int tagLength() {
        return tagLength;
    }

    /**
     * Copies a tag: opaque bytes that the sender chooses and the result repeats. Allocates when the slot carries a rare
     * part for the first time.
     *
     * @param length the length of the tag; 0 for none
     * @throws IllegalArgumentException if it has more than {@link Limits#MAX_TAG_BYTES} bytes
     * @throws IndexOutOfBoundsException if the array does not have them
     */
    public final void tag(final byte[] bytes, final int offset, final int length) {
        requireTagLength(length);
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (length > 0) {
            System.arraycopy(bytes, offset, makeRareInput().tag(), 0, length);
        }
        tagLength = (byte) length;
    }

    /** Copies the tag, all {@link #tagLength()} bytes of it. */
    public final void copyTag(final byte[] target, final int offset) {
        Objects.checkFromIndexSize(offset, tagLength, target.length);
        if (tagLength > 0) {
            System.arraycopy(rareInput().tag(), 0, target, offset, tagLength);
        }
    }

    /** Refuses a tag that is too long. */
    public static void requireTagLength(final int length) {
        if (length > Limits.MAX_TAG_BYTES) {
            throw new IllegalArgumentException(
                    "a tag must have at most " + Limits.MAX_TAG_BYTES + " bytes: length=" + length);
        }
    }

    /** The producer's stamp; the command's time is the larger of it and the time of the command before. */
    public final long timestampNs() {
        return timestampNs;
    }

    public final void timestampNs(final long value) {
        this.timestampNs = value;
    }

    /** The object of a command that numbers cannot express (specifications, opening balances, a query); immutable. */
    public final @Nullable Object payload() {
        return hasObjects ? rareInput().payload : null;
    }

    public final void payload(final @Nullable Object value) {
        if (value != null || hasObjects) {
            makeRareInput().payload = value;
            hasObjects = true;
        }
    }

    /** The payload as the journal writes it; encoded at the door, so that the journal's thread has less to do. */
    public final byte @Nullable [] encodedPayload() {
        return hasObjects ? rareInput().encodedPayload : null;
    }

    public final void encodedPayload(final byte @Nullable [] value) {
        if (value != null || hasObjects) {
            makeRareInput().encodedPayload = value;
            hasObjects = true;
        }
    }

    /** The object that waits for the result; the engine never reads it. */
    public final @Nullable Object completion() {
        return hasObjects ? rareInput().completion : null;
    }

    public final void completion(final @Nullable Object value) {
        if (value != null || hasObjects) {
            makeRareInput().completion = value;
            hasObjects = true;
        }
    }

    /**
     * Terms and tag are valid only as far as the slot's mask and length show; the rest is left from earlier commands.
     */
    private static final class RareInput {
        private int currency;
        private long amount;
        private long transactionId;
        private @Nullable Object payload;
        private byte @Nullable [] encodedPayload;
        private @Nullable Object completion;
        private long @Nullable [] terms;
        private byte @Nullable [] tag;

        /** Numbers of terms, by code. */
        long[] terms() {
            long[] own = terms;
            if (own == null) {
                own = new long[TERMS];
                terms = own;
            }
            return own;
        }

        /** Room for the longest tag. */
        byte[] tag() {
            byte[] own = tag;
            if (own == null) {
                own = new byte[Limits.MAX_TAG_BYTES];
                tag = own;
            }
            return own;
        }
    }
}
