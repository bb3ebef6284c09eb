package io.daybook.kernel.command;

import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.StpMode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One command on its way through the engine. A producer fills the slot; hold, match and settle work on it while the
 * journal reads it; delivery reports it. No field has two meanings. The object is reused in every lap of the ring;
 * {@link #clear()} resets it.
 *
 * <p>The slot carries neither seq nor time: each stage derives them by the rule of {@link Numbering}, so no stage is
 * the sequencer.
 *
 * <p>The writers of the fields: the producer writes {@link SentCommand}; hold writes {@code resultCode},
 * {@code userIndex}, {@code symbolIndex}, {@code reservePrice} and {@code heldAmount}; match writes {@code resultCode},
 * the events, {@code initialRemaining}, {@code remaining} and, for moves, reductions and cancels, the order's own
 * {@code side}, {@code orderType} and {@code reservePrice}; settle writes the fees inside the events.
 */
public final class CommandSlot extends SentCommand {

    private static final int SUCCESS = ResultCode.SUCCESS.code();
    private static final int STP_NONE = StpMode.NONE.code();
    private static final int BID = Side.BID.code();
    private static final int SIDE_MASK = 3;
    private static final int TYPE_SHIFT = 2;
    private static final int TYPE_MASK = 0x3FFF;
    private static final int OTHER_SIDES_SHIFT = 16;
    private static final int ALL_OF_SIDE = -1 << OTHER_SIDES_SHIFT | SIDE_MASK;
    private static final int KNOWN_KINDS = 0x3F;
    private static final long LOW = 0xFFFF_FFFFL;
    private static final long UNKNOWN_INDEXES = -1;

    /** The index of an unknown user or symbol. */
    public static final int UNKNOWN_INDEX = -1;

    /** Side and type of the order, as {@link #kindOf} encodes them. */
    private int kind;

    private long reservePrice;
    private int resultCode;

    /** {@link #userIndex()} in the upper half, {@link #symbolIndex()} in the lower. */
    private long indexes;

    private long initialRemaining;
    private long remaining;
    private long heldAmount;
    private @Nullable EventRing eventRing;
    private long eventPosition;
    private int eventCount;

    private long commandTimeNs;

    /** Whether a number of {@link #rareOutcome} was set since its numbers were last cleared. */
    private boolean hasRareNumbers;

    /** Whether a report or spilled events were set since these were last cleared. */
    private boolean hasAnswer;

    /** The outcome that few commands have; created when this slot carries the first of them, and kept. */
    private @Nullable RareOutcome rareOutcome;

    /** Clears the slot: void, every number 0, every reference null. */
    public void clear() {
        clearCommand();
        kind = 0;
        reservePrice = 0;
        forgetAnswer();
        clearOutcome();
    }

    /** Clears the outcome of an earlier pass through the engine; the command stays. */
    public void clearOutcome() {
        resultCode = SUCCESS;
        indexes = UNKNOWN_INDEXES;
        initialRemaining = 0;
        remaining = 0;
        heldAmount = 0;
        eventCount = 0;
        clearRareNumbers();
    }

    /** Clears the numbers of orders with terms and of users with settings. */
    private void clearRareNumbers() {
        if (hasRareNumbers) {
            hasRareNumbers = false;
            final RareOutcome own = rareOutcome();
            own.orderFlags = 0;
            own.stpMode = 0;
            own.stpGroup = 0;
            own.more = false;
            own.concealed = 0;
        }
    }

    /** The rare part of the outcome; it exists if one of its flags is set. */
    private RareOutcome rareOutcome() {
        return Objects.requireNonNull(rareOutcome);
    }

    /** Returns the rare part for writing; creates it if the slot does not have it yet. */
    private RareOutcome makeRareOutcome() {
        RareOutcome own = rareOutcome;
        if (own == null) {
            own = new RareOutcome();
            rareOutcome = own;
        }
        return own;
    }

    private RareOutcome makeRareNumbers() {
        hasRareNumbers = true;
        return makeRareOutcome();
    }

    /**
     * Starts the engine's work on a command that came through a door or a journal: clears the last outcome, and copies
     * side, type and reserve price as sent.
     */
    public void startWork() {
        clearOutcome();
        kind = kindOf(sentSide(), sentOrderType());
        reservePrice = sentReservePrice();
    }

    /**
     * Encodes side and type of an order, as slots and records of orders keep them: in six bits for all known ones. The
     * higher bits of an invalid side go above the type.
     */
    public static int kindOf(final int side, final int type) {
        return side >> TYPE_SHIFT << OTHER_SIDES_SHIFT | (type & TYPE_MASK) << TYPE_SHIFT | side & SIDE_MASK;
    }

    /**
     * Sets the whole outcome, except events, of a command on a resting order, to what {@link #startWork}, hold and
     * match together would leave.
     *
     * @param newIndexes index of the user in the upper half, of the symbol in the lower
     * @param newKind has the value of {@link #kindOf} in its lower six bits
     * @param lots before the command
     * @param left lots after it
     */
    public void changed(
            final long newIndexes, final long newKind, final long reserve, final long lots, final long left) {
        resultCode = SUCCESS;
        indexes = newIndexes;
        kind = (int) newKind & KNOWN_KINDS;
        reservePrice = reserve;
        initialRemaining = lots;
        remaining = left;
        heldAmount = 0;
        eventCount = 0;
        clearRareNumbers();
    }

    /**
     * Sets the whole outcome of the hold of a new order of a known side and type, to what {@link #startWork} and hold
     * together would leave.
     *
     * @param held the reserved amount, in minor units
     */
    public void held(final int newUserIndex, final int newSymbolIndex, final long reserve, final long held) {
        resultCode = SUCCESS;
        indexes = (long) newUserIndex << 32 | newSymbolIndex;
        kind = sentOrderType() << TYPE_SHIFT | sentSide();
        reservePrice = reserve;
        initialRemaining = size();
        remaining = 0;
        heldAmount = held;
        eventCount = 0;
        clearRareNumbers();
    }

    /** Whether the order has terms, or its owner has settings that apply to it; this is true of few orders. */
    public boolean isSpecial() {
        return termsMask() != 0 || stpMode() > STP_NONE || stpGroup() != 0;
    }

    /** The {@link OrderFlags} of the order of the command; 0 for none. */
    public int orderFlags() {
        return hasRareNumbers ? rareOutcome().orderFlags : 0;
    }

    public void orderFlags(final int value) {
        if (value != 0 || hasRareNumbers) {
            makeRareNumbers().orderFlags = value;
        }
    }

    /** Number of the {@link io.daybook.api.StpMode} of the order, from its terms or its owner; 0 for none. */
    public int stpMode() {
        return hasRareNumbers ? rareOutcome().stpMode : 0;
    }

    /** The group of its owner for self-trade prevention; 0 for none. */
    public long stpGroup() {
        return hasRareNumbers ? rareOutcome().stpGroup : 0;
    }

    /** Sets {@link #stpMode()} and {@link #stpGroup()}. */
    public void stp(final int mode, final long group) {
        final RareOutcome own = makeRareNumbers();
        own.stpMode = mode;
        own.stpGroup = group;
    }

    /** The command's time, ns since the epoch; only for commands that are carried out in steps. */
    public long commandTimeNs() {
        return commandTimeNs;
    }

    public void commandTimeNs(final long value) {
        commandTimeNs = value;
    }

    /** Whether the command has work left; it continues when the same command is sent again, or at a TICK. */
    public boolean more() {
        return hasRareNumbers && rareOutcome().more;
    }

    public void more(final boolean value) {
        if (value || hasRareNumbers) {
            makeRareNumbers().more = value;
        }
    }

    /** Lots of {@link #remaining()} that no level shows: those of an iceberg, a hidden order or a dormant order. */
    public long concealed() {
        return hasRareNumbers ? rareOutcome().concealed : 0;
    }

    public void concealed(final long value) {
        if (value != 0) {
            makeRareNumbers().concealed = value;
        }
    }

    /** Whether the command and its outcome are numbers only: no event, and nothing for {@link #clearReferences()}. */
    public boolean isBare() {
        return eventCount == 0 && !hasObjects() && !hasAnswer;
    }

    /** Like {@link #isBare()}, but for commands on orders only: these have no report, and no spill without events. */
    public boolean hasNumbersOnly() {
        return eventCount == 0 && !hasObjects();
    }

    /** Clears payload, completion, report and spilled events, so that the ring keeps no garbage alive. */
    public void clearReferences() {
        forgetObjects();
        forgetAnswer();
    }

    private void forgetAnswer() {
        if (hasAnswer) {
            hasAnswer = false;
            final RareOutcome own = rareOutcome();
            own.report = null;
            own.eventSpill = null;
        }
    }

    /** Whether the command has not been refused so far. */
    public boolean isSuccess() {
        return resultCode == SUCCESS;
    }

    /** Refuses the command. */
    public void refuse(final ResultCode code) {
        resultCode = code.code();
    }

    /** Whether the order is a bid. */
    public boolean isBid() {
        return (kind & ALL_OF_SIDE) == BID;
    }

    /** The answer to a query. */
    public @Nullable Object report() {
        return hasAnswer ? rareOutcome().report : null;
    }

    public void report(final @Nullable Object value) {
        makeRareOutcome().report = value;
        hasAnswer = true;
    }

    /** The ring that holds the events; the slot must have events, or must have had some. */
    public EventRing eventRing() {
        if (eventRing == null) {
            throw new IllegalStateException("events must be in a ring: count=" + eventCount);
        }
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
        return hasAnswer ? rareOutcome().eventSpill : null;
    }

    /** Sets the place of the events; {@link EventRing#end} calls it. */
    void events(final EventRing ring, final long position, final int count, final long @Nullable [] spill) {
        if (eventRing != ring) {
            eventRing = ring;
        }
        eventPosition = position;
        eventCount = count;
        if (spill != null || hasAnswer) { // a slot that was not freed still has the last spill
            makeRareOutcome().eventSpill = spill;
            hasAnswer = true;
        }
    }

    /** Side and type together, as {@link #kindOf} encodes them. */
    public int kind() {
        return kind;
    }

    /** Number of the {@link io.daybook.api.Side} that the engine uses; it may be invalid. */
    public int side() {
        return kind >> OTHER_SIDES_SHIFT << TYPE_SHIFT | kind & SIDE_MASK;
    }

    public void side(final int value) {
        kind = kindOf(value, orderType());
    }

    /** Number of the {@link io.daybook.api.OrderType} that the engine uses; it may be invalid. */
    public int orderType() {
        return (short) kind >> TYPE_SHIFT;
    }

    public void orderType(final int value) {
        kind = kindOf(side(), value);
    }

    /**
     * The reserve price; the hold step replaces the price that was sent with that of the actual hold (0 for asks and
     * futures).
     */
    public long reservePrice() {
        return reservePrice;
    }

    public void reservePrice(final long value) {
        this.reservePrice = value;
    }

    /** Number of a {@link io.daybook.api.ResultCode}. */
    public int resultCode() {
        return resultCode;
    }

    public void resultCode(final int value) {
        this.resultCode = value;
    }

    /** Index of the user in risk; set by hold if the user is known. */
    public int userIndex() {
        return (int) (indexes >>> 32);
    }

    public void userIndex(final int value) {
        indexes = (long) value << 32 | indexes & LOW;
    }

    /** Dense index of the symbol, in the order in which symbols were added; set by hold if it is known. */
    public int symbolIndex() {
        return (int) indexes;
    }

    public void symbolIndex(final int value) {
        indexes = indexes & ~LOW | value & LOW;
    }

    /** Lots of the order before this command: the size of a new order, else the lots that were live. */
    public long initialRemaining() {
        return initialRemaining;
    }

    public void initialRemaining(final long value) {
        this.initialRemaining = value;
    }

    /**
     * Lots of the order that rest on the book after its own part in this command. Later acts of the command may trade
     * with them; the events of those trades have the lots that are left then.
     */
    public long remaining() {
        return remaining;
    }

    public void remaining(final long value) {
        this.remaining = value;
    }

    /**
     * The amount reserved for a new order, in minor units of quote, or of base for the ask of a pair; the settle step
     * releases it.
     */
    public long heldAmount() {
        return heldAmount;
    }

    public void heldAmount(final long value) {
        this.heldAmount = value;
    }

    /** The part of the outcome that few commands have. */
    private static final class RareOutcome {
        /** The match step's facts about the order of the command besides its lots; see {@link OrderFlags}. */
        private int orderFlags;

        private int stpMode;
        private long stpGroup;
        private boolean more;
        private long concealed;
        private long @Nullable [] eventSpill;
        private @Nullable Object report;
    }
}
