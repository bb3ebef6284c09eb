package io.daybook.kernel.command;

import io.daybook.api.Limits;
import io.daybook.api.Term;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a producer writes into a {@link CommandSlot}: before the slot is published, and never afterwards, so that
 * journal and engine may read it side by side. It lies before everything that the engine writes, what few commands have
 * aside: the cache lines of a command that come from the producer's core go back to it unchanged.
 */
public abstract class SentCommand {

    /** The type of a slot whose filling was given up: it takes no number and has no result. */
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

    /** The terms that are said: a bit for each {@link io.daybook.api.Term}. */
    private int termsMask;

    /** Whether a payload, its bytes or a completion was set since they were forgotten. */
    private boolean hasObjects;

    /** Whether a number of an adjustment was set since they were forgotten. */
    private boolean hasAdjustment;

    /**
     * What few commands of the fast doors have; made when this slot carries its first of it, and kept. It stands beside
     * the slot so that the slots of a ring take fewer cache lines (docs/notes/performance.md).
     */
    private @Nullable RareInput rareInput;

    SentCommand() {}

    /** Makes the command new: void, every number 0, every reference null. */
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
     * A whole command on an order, without reserve price, terms, tag and objects: {@link #clearCommand} and all setters
     * in one, which write most fields twice.
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

    /** To be read: where a flag, the mask or the length of the tag says that there is something. */
    private RareInput rareInput() {
        return Objects.requireNonNull(rareInput);
    }

    /** To be written. */
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

    /** Whether there may be a payload or a completion to forget. */
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

    /** Sets {@link #type()}. */
    public final void type(final int value) {
        this.type = value;
    }

    /** The symbol that the command names. */
    public final int symbol() {
        return symbol;
    }

    /** Sets {@link #symbol()}. */
    public final void symbol(final int value) {
        this.symbol = value;
    }

    /** The user whom the command names. */
    public final long uid() {
        return uid;
    }

    /** Sets {@link #uid()}. */
    public final void uid(final long value) {
        this.uid = value;
    }

    /** The order that the command names. */
    public final long orderId() {
        return orderId;
    }

    /** Sets {@link #orderId()}. */
    public final void orderId(final long value) {
        this.orderId = value;
    }

    /** The side as sent; {@link CommandSlot#side()} is the engine's. */
    public final int sentSide() {
        return sentSide;
    }

    /** Sets {@link #sentSide()}; kept as a byte. */
    public final void sentSide(final int code) {
        this.sentSide = (byte) code;
    }

    /** The order type as sent; {@link CommandSlot#orderType()} is the engine's. */
    public final int sentOrderType() {
        return sentOrderType;
    }

    /** Sets {@link #sentOrderType()}; kept as a byte. */
    public final void sentOrderType(final int code) {
        this.sentOrderType = (byte) code;
    }

    /** Ticks, or for budget types a total in ticks times lots. */
    public final long price() {
        return price;
    }

    /** Sets {@link #price()}. */
    public final void price(final long value) {
        this.price = value;
    }

    /** The reserve price as sent; {@link CommandSlot#reservePrice()} is the engine's. */
    public final long sentReservePrice() {
        return sentReservePrice;
    }

    /** Sets {@link #sentReservePrice()}. */
    public final void sentReservePrice(final long ticks) {
        this.sentReservePrice = ticks;
    }

    /** Lots. */
    public final long size() {
        return size;
    }

    /** Sets {@link #size()}. */
    public final void size(final long value) {
        this.size = value;
    }

    /** What the producer said of the order, for the journal, which reads it while the engine works on the slot. */
    public final void sentOrder(final int sideCode, final int orderTypeCode, final long reserve) {
        sentSide = (byte) sideCode;
        sentOrderType = (byte) orderTypeCode;
        sentReservePrice = reserve;
    }

    /** The currency of an adjustment. */
    public final int currency() {
        return hasAdjustment ? rareInput().currency : 0;
    }

    /** Sets {@link #currency()}. Allocates where the slot has had nothing yet of what few commands have. */
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

    /** The sender's own, echoed. */
    public final long cookie() {
        return cookie;
    }

    /** Sets {@link #cookie()}. */
    public final void cookie(final long value) {
        this.cookie = value;
    }

    /** The terms that the command says: a bit for each {@link io.daybook.api.Term}, 0 for a plain order. */
    public final int termsMask() {
        return termsMask;
    }

    /**
     * The number of a term; 0 where it is not said.
     *
     * @param code of the {@link io.daybook.api.Term}
     */
    public final long term(final int code) {
        return (termsMask >>> code & 1) == 0 ? 0 : rareInput().terms()[code];
    }

    /**
     * Says a term. Allocates where the slot has never had one.
     *
     * @param code of the {@link io.daybook.api.Term}
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
     * Takes a tag: opaque bytes of the sender's own, echoed, which are copied. Allocates where the slot has never had
     * one.
     *
     * @param length of the tag; 0 for none
     * @throws IllegalArgumentException when it has more than {@link Limits#MAX_TAG_BYTES} bytes
     * @throws IndexOutOfBoundsException when the array does not have them
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

    /** Sets {@link #timestampNs()}. */
    public final void timestampNs(final long value) {
        this.timestampNs = value;
    }

    /** The parts of a command that has many (specifications, opening balances, the query itself); immutable. */
    public final @Nullable Object payload() {
        return hasObjects ? rareInput().payload : null;
    }

    /** Sets {@link #payload()}. */
    public final void payload(final @Nullable Object value) {
        if (value != null || hasObjects) {
            makeRareInput().payload = value;
            hasObjects = true;
        }
    }

    /** The payload as the journal writes it; made at the door, so that the journal's thread has less to do. */
    public final byte @Nullable [] encodedPayload() {
        return hasObjects ? rareInput().encodedPayload : null;
    }

    /** Sets {@link #encodedPayload()}. */
    public final void encodedPayload(final byte @Nullable [] value) {
        if (value != null || hasObjects) {
            makeRareInput().encodedPayload = value;
            hasObjects = true;
        }
    }

    /** What waits for the result; the engine never looks at it. */
    public final @Nullable Object completion() {
        return hasObjects ? rareInput().completion : null;
    }

    /** Sets {@link #completion()}. */
    public final void completion(final @Nullable Object value) {
        if (value != null || hasObjects) {
            makeRareInput().completion = value;
            hasObjects = true;
        }
    }

    /** Terms and tag count as far as the slot says that there are some; the rest is forgotten with the command. */
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
