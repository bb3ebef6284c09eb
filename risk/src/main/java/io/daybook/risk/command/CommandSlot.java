package io.daybook.risk.command;

import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import org.jspecify.annotations.Nullable;

/**
 * One command as it travels: filled by a producer, then carried through hold, match and settle, journaled beside them, and
 * delivered. Every meaning has a field of its own. The object is reused for ever; {@link #clear()} makes it new.
 *
 * <p>Neither seq nor time stand here: every consumer counts them for itself (see the architecture), so that nobody has to be
 * the sequencer.
 *
 * <p>Who writes what: the producer everything above "outcome"; hold {@code resultCode}, {@code userIndex}, {@code symbolIndex},
 * {@code reservePrice} and {@code heldAmount}; match {@code resultCode}, the events, {@code initialRemaining}, {@code remaining} and, for
 * moves, reductions and cancels, the order's own {@code side}, {@code orderType} and {@code reservePrice}; settle the fees inside the events.
 */
public final class CommandSlot {

    /** The type of a slot whose filling was given up: it takes no number and has no result. */
    public static final int VOID = 0;

    /** The index of a user or symbol that is not known. */
    public static final int UNKNOWN_INDEX = -1;

    private int type;
    private long uid;
    private int symbol;
    private long orderId;
    private int side;
    private int orderType;
    private long price;
    private long reservePrice;
    private long size;
    private int currency;
    private long amount;
    private long transactionId;
    private long cookie;
    private long timestampNs;
    private int sentSide;
    private int sentOrderType;
    private long sentReservePrice;
    private @Nullable Object payload;
    private byte @Nullable [] encodedPayload;
    private @Nullable Object completion;

    // outcome
    private int resultCode;
    private int userIndex;
    private int symbolIndex;
    private long initialRemaining;
    private long remaining;
    private long heldAmount;
    private @Nullable EventRing eventRing;
    private long eventPosition;
    private int eventCount;
    private long @Nullable [] eventSpill;
    private @Nullable Object report;

    /** Makes the slot new: void, every number 0, every reference null. */
    public void clear() {
        type = VOID;
        uid = 0;
        symbol = 0;
        orderId = 0;
        side = 0;
        orderType = 0;
        price = 0;
        reservePrice = 0;
        size = 0;
        currency = 0;
        amount = 0;
        transactionId = 0;
        cookie = 0;
        timestampNs = 0;
        sentSide = 0;
        sentOrderType = 0;
        sentReservePrice = 0;
        clearReferences();
        clearOutcome();
    }

    /** Forgets what an earlier pass through the engine left; the command itself stays. */
    public void clearOutcome() {
        resultCode = ResultCode.SUCCESS.code();
        userIndex = UNKNOWN_INDEX;
        symbolIndex = UNKNOWN_INDEX;
        initialRemaining = 0;
        remaining = 0;
        heldAmount = 0;
        eventCount = 0;
    }

    /**
     * Starts the engine's work on a command that came through a door or a journal: forgets the last outcome, and takes the side, the
     * type and the reserve price as they were sent.
     */
    public void startWork() {
        clearOutcome();
        side = sentSide;
        orderType = sentOrderType;
        reservePrice = sentReservePrice;
    }

    /** What the producer said of the order, for the journal, which reads it while the engine works on the slot. */
    public void sentOrder(final int sideCode, final int orderTypeCode, final long reserve) {
        sentSide = sideCode;
        sentOrderType = orderTypeCode;
        sentReservePrice = reserve;
    }

    /** The side as sent; {@link #side()} is the engine's. */
    public int sentSide() {
        return sentSide;
    }

    /** Sets {@link #sentSide()}. */
    public void sentSide(final int code) {
        this.sentSide = code;
    }

    /** The order type as sent; {@link #orderType()} is the engine's. */
    public int sentOrderType() {
        return sentOrderType;
    }

    /** Sets {@link #sentOrderType()}. */
    public void sentOrderType(final int code) {
        this.sentOrderType = code;
    }

    /** The reserve price as sent; {@link #reservePrice()} is the engine's. */
    public long sentReservePrice() {
        return sentReservePrice;
    }

    /** Sets {@link #sentReservePrice()}. */
    public void sentReservePrice(final long ticks) {
        this.sentReservePrice = ticks;
    }

    /** Lets go of payload, completion, report and spilled events, so that the ring keeps no garbage alive. */
    public void clearReferences() {
        if (payload != null || completion != null || encodedPayload != null) {
            payload = null;
            encodedPayload = null;
            completion = null;
        }
        if (report != null) {
            report = null;
        }
        if (eventSpill != null) {
            eventSpill = null;
        }
    }

    /** Whether nothing has been refused yet. */
    public boolean isSuccess() {
        return resultCode == ResultCode.SUCCESS.code();
    }

    /** Refuses the command. */
    public void refuse(final ResultCode code) {
        resultCode = code.code();
    }

    /** Whether the order is a bid. */
    public boolean isBid() {
        return side == Side.BID.code();
    }

    /** The parts of a command that has many (specifications, opening balances, the query itself); immutable. */
    public @Nullable Object payload() {
        return payload;
    }

    /** Sets {@link #payload()}. */
    public void payload(final @Nullable Object value) {
        this.payload = value;
    }

    /** The payload as the journal writes it; made at the door, so that the journal's thread has less to do. */
    public byte @Nullable [] encodedPayload() {
        return encodedPayload;
    }

    /** Sets {@link #encodedPayload()}. */
    public void encodedPayload(final byte @Nullable [] value) {
        this.encodedPayload = value;
    }

    /** Whoever waits for the result; the engine never looks at it. */
    public @Nullable Object completion() {
        return completion;
    }

    /** Sets {@link #completion()}. */
    public void completion(final @Nullable Object value) {
        this.completion = value;
    }

    /** The answer to a query. */
    public @Nullable Object report() {
        return report;
    }

    /** Sets {@link #report()}. */
    public void report(final @Nullable Object value) {
        this.report = value;
    }

    /** The ring that holds the events; null before the first command that had any. */
    public @Nullable EventRing eventRing() {
        return eventRing;
    }

    /** Position of the first event in its ring. */
    public long eventPosition() {
        return eventPosition;
    }

    /** How many events the command had. */
    public int eventCount() {
        return eventCount;
    }

    /** Events that did not fit into the ring, or null. */
    public long @Nullable [] eventSpill() {
        return eventSpill;
    }

    /** Where the events are; called by {@link EventRing#end}. */
    void events(final EventRing ring, final long position, final int count, final long @Nullable [] spill) {
        if (eventRing != ring) {
            eventRing = ring;
        }
        eventPosition = position;
        eventCount = count;
        if (spill != null) {
            eventSpill = spill;
        }
    }

    /** 0 (void) or the number of a {@link io.daybook.api.CommandType}. */
    public int type() {
        return type;
    }

    /** Sets {@link #type()}. */
    public void type(final int value) {
        this.type = value;
    }

    /** The user whom the command names. */
    public long uid() {
        return uid;
    }

    /** Sets {@link #uid()}. */
    public void uid(final long value) {
        this.uid = value;
    }

    /** The symbol that the command names. */
    public int symbol() {
        return symbol;
    }

    /** Sets {@link #symbol()}. */
    public void symbol(final int value) {
        this.symbol = value;
    }

    /** The order that the command names. */
    public long orderId() {
        return orderId;
    }

    /** Sets {@link #orderId()}. */
    public void orderId(final long value) {
        this.orderId = value;
    }

    /** Number of the {@link io.daybook.api.Side} that the engine works with; any number may come in. */
    public int side() {
        return side;
    }

    /** Sets {@link #side()}. */
    public void side(final int value) {
        this.side = value;
    }

    /** Number of the {@link io.daybook.api.OrderType} that the engine works with; any number may come in. */
    public int orderType() {
        return orderType;
    }

    /** Sets {@link #orderType()}. */
    public void orderType(final int value) {
        this.orderType = value;
    }

    /** Ticks, or for budget types a total in ticks times lots. */
    public long price() {
        return price;
    }

    /** Sets {@link #price()}. */
    public void price(final long value) {
        this.price = value;
    }

    /** The hold step replaces what was sent by what the order really reserves (0 for asks and futures). */
    public long reservePrice() {
        return reservePrice;
    }

    /** Sets {@link #reservePrice()}. */
    public void reservePrice(final long value) {
        this.reservePrice = value;
    }

    /** Lots. */
    public long size() {
        return size;
    }

    /** Sets {@link #size()}. */
    public void size(final long value) {
        this.size = value;
    }

    /** The currency of an adjustment. */
    public int currency() {
        return currency;
    }

    /** Sets {@link #currency()}. */
    public void currency(final int value) {
        this.currency = value;
    }

    /** The minor units of an adjustment. */
    public long amount() {
        return amount;
    }

    /** Sets {@link #amount()}. */
    public void amount(final long value) {
        this.amount = value;
    }

    /** The idempotency key of an adjustment. */
    public long transactionId() {
        return transactionId;
    }

    /** Sets {@link #transactionId()}. */
    public void transactionId(final long value) {
        this.transactionId = value;
    }

    /** The sender's own, echoed. */
    public long cookie() {
        return cookie;
    }

    /** Sets {@link #cookie()}. */
    public void cookie(final long value) {
        this.cookie = value;
    }

    /** The producer's stamp; the command's time is the larger of it and the time of the command before. */
    public long timestampNs() {
        return timestampNs;
    }

    /** Sets {@link #timestampNs()}. */
    public void timestampNs(final long value) {
        this.timestampNs = value;
    }

    /** Number of a {@link io.daybook.api.ResultCode}. */
    public int resultCode() {
        return resultCode;
    }

    /** Sets {@link #resultCode()}. */
    public void resultCode(final int value) {
        this.resultCode = value;
    }

    /** Where risk keeps the user; set by hold when the user is known. */
    public int userIndex() {
        return userIndex;
    }

    /** Sets {@link #userIndex()}. */
    public void userIndex(final int value) {
        this.userIndex = value;
    }

    /** Dense index of the symbol, in the order of their adding; set by hold when it is known. */
    public int symbolIndex() {
        return symbolIndex;
    }

    /** Sets {@link #symbolIndex()}. */
    public void symbolIndex(final int value) {
        this.symbolIndex = value;
    }

    /** Lots that the order had before this command: size for a new order, else what was live. */
    public long initialRemaining() {
        return initialRemaining;
    }

    /** Sets {@link #initialRemaining()}. */
    public void initialRemaining(final long value) {
        this.initialRemaining = value;
    }

    /** Lots of the order that rest on the book after this command. */
    public long remaining() {
        return remaining;
    }

    /** Sets {@link #remaining()}. */
    public void remaining(final long value) {
        this.remaining = value;
    }

    /** What hold reserved for a new order, in minor units: of quote, or of base for the ask of a pair; the settle step releases it. */
    public long heldAmount() {
        return heldAmount;
    }

    /** Sets {@link #heldAmount()}. */
    public void heldAmount(final long value) {
        this.heldAmount = value;
    }
}
