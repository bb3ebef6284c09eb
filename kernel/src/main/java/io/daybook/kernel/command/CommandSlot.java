package io.daybook.kernel.command;

import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.StpMode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One command as it travels: filled by a producer, then carried through hold, match and settle, journaled beside them,
 * and delivered. Every meaning has a field of its own. The object is reused in every lap of the ring; {@link #clear()}
 * makes it new.
 *
 * <p>The slot carries neither seq nor time: each stage derives them by the one rule of {@link Numbering}, so none has
 * to be the sequencer.
 *
 * <p>Who writes what: the producer what {@link SentCommand} has; hold {@code resultCode}, {@code userIndex},
 * {@code symbolIndex}, {@code reservePrice} and {@code heldAmount}; match {@code resultCode}, the events,
 * {@code initialRemaining}, {@code remaining} and, for moves, reductions and cancels, the order's own {@code side},
 * {@code orderType} and {@code reservePrice}; settle the fees inside the events.
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

    /** The index of a user or symbol that is not known. */
    public static final int UNKNOWN_INDEX = -1;

    /** Side and type of the order: what {@link #kindOf} makes. */
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

    /** Whether a number of {@link #rareOutcome} was set since they were forgotten. */
    private boolean hasRareNumbers;

    /** Whether a report or spilled events were set since they were forgotten. */
    private boolean hasAnswer;

    /** What the engine says of few commands; made when this slot carries the first of them, and kept. */
    private @Nullable RareOutcome rareOutcome;

    /** Makes the slot new: void, every number 0, every reference null. */
    public void clear() {
        clearCommand();
        kind = 0;
        reservePrice = 0;
        forgetAnswer();
        clearOutcome();
    }

    /** Forgets what an earlier pass through the engine left; the command itself stays. */
    public void clearOutcome() {
        resultCode = SUCCESS;
        indexes = UNKNOWN_INDEXES;
        initialRemaining = 0;
        remaining = 0;
        heldAmount = 0;
        eventCount = 0;
        clearRareNumbers();
    }

    /** What only orders with terms, and users with settings, have. */
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

    /** To be read: where a flag says that there is something. */
    private RareOutcome rareOutcome() {
        return Objects.requireNonNull(rareOutcome);
    }

    /** To be written. */
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
     * Starts the engine's work on a command that came through a door or a journal: forgets the last outcome, and takes
     * the side, the type and the reserve price as they were sent.
     */
    public void startWork() {
        clearOutcome();
        kind = kindOf(sentSide(), sentOrderType());
        reservePrice = sentReservePrice();
    }

    /**
     * Side and type of an order, as a slot keeps them, and records of orders: within six bits for all that are known.
     * Of a side that none is, what is above its lowest bits stands beyond the type.
     */
    public static int kindOf(final int side, final int type) {
        return side >> TYPE_SHIFT << OTHER_SIDES_SHIFT | (type & TYPE_MASK) << TYPE_SHIFT | side & SIDE_MASK;
    }

    /**
     * The whole outcome, but for events, of a command on an order that rests: what {@link #startWork}, hold and match
     * leave together.
     *
     * @param newIndexes of user and symbol: the first in the upper half
     * @param newKind has in its lower six bits what {@link #kindOf} makes
     * @param lots that the order had
     * @param left what it has now
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
     * The whole outcome of the hold of a new order of a known side and type, as {@link #startWork} and hold leave it
     * together.
     *
     * @param held what it reserved, in minor units
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

    /** Whether the order has terms, or its owner settings that go with it: few have. */
    public boolean isSpecial() {
        return termsMask() != 0 || stpMode() > STP_NONE || stpGroup() != 0;
    }

    /** See {@link OrderFlags}. */
    public int orderFlags() {
        return hasRareNumbers ? rareOutcome().orderFlags : 0;
    }

    /** Sets {@link #orderFlags()}. */
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

    /** The command's time, ns since the epoch; of commands that are carried out in steps. */
    public long commandTimeNs() {
        return commandTimeNs;
    }

    /** Sets {@link #commandTimeNs()}. */
    public void commandTimeNs(final long value) {
        commandTimeNs = value;
    }

    /** Whether something is left that the same command again, or a TICK, goes on with. */
    public boolean more() {
        return hasRareNumbers && rareOutcome().more;
    }

    /** Sets {@link #more()}. */
    public void more(final boolean value) {
        if (value || hasRareNumbers) {
            makeRareNumbers().more = value;
        }
    }

    /** Lots of {@link #remaining()} that no level shows: of an iceberg, of a hidden or a dormant order. */
    public long concealed() {
        return hasRareNumbers ? rareOutcome().concealed : 0;
    }

    /** Sets {@link #concealed()}. */
    public void concealed(final long value) {
        if (value != 0) {
            makeRareNumbers().concealed = value;
        }
    }

    /** Whether the command and its outcome are numbers only: no event, and nothing for {@link #clearReferences()}. */
    public boolean isBare() {
        return eventCount == 0 && !hasObjects() && !hasAnswer;
    }

    /** {@link #isBare()} of a command on orders, which has no report, and spills only where it has events. */
    public boolean hasNumbersOnly() {
        return eventCount == 0 && !hasObjects();
    }

    /** Lets go of payload, completion, report and spilled events, so that the ring keeps no garbage alive. */
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

    /** Whether nothing has been refused yet. */
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

    /** Sets {@link #report()}. */
    public void report(final @Nullable Object value) {
        makeRareOutcome().report = value;
        hasAnswer = true;
    }

    /** The ring that holds the events; only where the slot has, or had, some. */
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

    /** Where the events are; called by {@link EventRing#end}. */
    void events(final EventRing ring, final long position, final int count, final long @Nullable [] spill) {
        if (eventRing != ring) {
            eventRing = ring;
        }
        eventPosition = position;
        eventCount = count;
        if (spill != null || hasAnswer) { // where a slot is not freed between two commands, it has that of the first
            makeRareOutcome().eventSpill = spill;
            hasAnswer = true;
        }
    }

    /** Side and type together: what {@link #kindOf} makes. */
    public int kind() {
        return kind;
    }

    /** Number of the {@link io.daybook.api.Side} that the engine works with; any number may come in. */
    public int side() {
        return kind >> OTHER_SIDES_SHIFT << TYPE_SHIFT | kind & SIDE_MASK;
    }

    /** Sets {@link #side()}. */
    public void side(final int value) {
        kind = kindOf(value, orderType());
    }

    /** Number of the {@link io.daybook.api.OrderType} that the engine works with; any number may come in. */
    public int orderType() {
        return (short) kind >> TYPE_SHIFT;
    }

    /** Sets {@link #orderType()}. */
    public void orderType(final int value) {
        kind = kindOf(side(), value);
    }

    /** The hold step replaces what was sent by what the order really reserves (0 for asks and futures). */
    public long reservePrice() {
        return reservePrice;
    }

    /** Sets {@link #reservePrice()}. */
    public void reservePrice(final long value) {
        this.reservePrice = value;
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
        return (int) (indexes >>> 32);
    }

    /** Sets {@link #userIndex()}. */
    public void userIndex(final int value) {
        indexes = (long) value << 32 | indexes & LOW;
    }

    /** Dense index of the symbol, in the order of their adding; set by hold when it is known. */
    public int symbolIndex() {
        return (int) indexes;
    }

    /** Sets {@link #symbolIndex()}. */
    public void symbolIndex(final int value) {
        indexes = indexes & ~LOW | value & LOW;
    }

    /** Lots that the order had before this command: size for a new order, else what was live. */
    public long initialRemaining() {
        return initialRemaining;
    }

    /** Sets {@link #initialRemaining()}. */
    public void initialRemaining(final long value) {
        this.initialRemaining = value;
    }

    /**
     * Lots of the order that rest on the book after its own part in this command; what later acts trade with it is in
     * their events.
     */
    public long remaining() {
        return remaining;
    }

    /** Sets {@link #remaining()}. */
    public void remaining(final long value) {
        this.remaining = value;
    }

    /**
     * What hold reserved for a new order, in minor units: of quote, or of base for the ask of a pair; the settle step
     * releases it.
     */
    public long heldAmount() {
        return heldAmount;
    }

    /** Sets {@link #heldAmount()}. */
    public void heldAmount(final long value) {
        this.heldAmount = value;
    }

    /** What the engine says of few commands. */
    private static final class RareOutcome {
        /** What the match step says of the order of the command beside its lots; see {@link OrderFlags}. */
        private int orderFlags;

        private int stpMode;
        private long stpGroup;
        private boolean more;
        private long concealed;
        private long @Nullable [] eventSpill;
        private @Nullable Object report;
    }
}
