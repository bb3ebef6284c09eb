package io.daybook.kernel.command;

import io.daybook.api.EventKind;

/**
 * The layout of one event: {@value #STRIDE} longs at a base index of a {@code long[]}.
 *
 * <pre>
 *  0      1              2          3       4      5                6                 7
 *  | kind | makerOrderId | makerUid | price | size | makerRemaining | takerRemaining | takerFee |
 *  8          9         10             11
 *  | makerFee | tradeId | makerReserve | makerUserIndex |
 * </pre>
 *
 * <p>The taker of a trade, and the order of a reduce or reject, is the order of the last act before it; before the
 * first act, the order of the command, which is in the {@link CommandSlot}. {@link TakerCursor} finds it. An act:
 *
 * <pre>
 *  0             1         2     3       4      5                  6
 *  | cause, kind | orderId | uid | price | size | initialRemaining | remaining |
 *  7             8      9   10        11
 *  | type, side  | held | concealed | reserve | userIndex |
 * </pre>
 *
 * <p>Of two ints in a word the first is in the upper half. Order id, uid, price, reserve and user index have the same
 * offsets as the maker's in a trade.
 *
 * <p>A cancel, and the new values of an order after a replacement, a refresh or a change of price:
 *
 * <pre>
 *  0              1         2     3       4      5      6
 *  | reason, kind | orderId | uid | price | size | kept, or fresh lots | remaining |
 *  7             8                     9            10                              11
 *  | side        | symbol, symbolIndex | newOrderId | reserve, or lots of the entry | userIndex |
 * </pre>
 *
 * <p>The upper half of the first word has the {@link OrderFlags} in its upper 24 bits, next to cause or reason.
 *
 * <p>After its events, a command on a watched book has a record for each level that it changed; only market data reads
 * these:
 *
 * <pre>
 *  0      1      2        3       4      5     6         7             8         9             10
 *  | kind | side | orders | price | size | top | bestBid | bestBidSize | bestAsk | bestAskSize | ordinal |
 * </pre>
 *
 * <p>The ordinal counts the changes of the command from 1, so that the last record has their number.
 */
public final class EventDescriptor {
    /** Longs of one event. */
    public static final int STRIDE = 12;

    /** The kind of a level change: not a code of {@link EventKind}, and never on a disk or a wire. */
    public static final int LEVEL_CHANGE = 100;

    private static final int TRADE = EventKind.TRADE.code();
    private static final int REDUCE = EventKind.REDUCE.code();

    private static final int KIND_OFFSET = 0;
    private static final int MAKER_ORDER_ID_OFFSET = 1;
    private static final int MAKER_UID_OFFSET = 2;
    private static final int PRICE_OFFSET = 3;
    private static final int SIZE_OFFSET = 4;
    private static final int MAKER_REMAINING_OFFSET = 5;
    private static final int TAKER_REMAINING_OFFSET = 6;
    private static final int TAKER_FEE_OFFSET = 7;
    private static final int MAKER_FEE_OFFSET = 8;
    private static final int TRADE_ID_OFFSET = 9;
    private static final int MAKER_RESERVE_OFFSET = 10;
    private static final int MAKER_USER_INDEX_OFFSET = 11;

    private static final int ACT_ORDER_ID_OFFSET = 1;
    private static final int ACT_UID_OFFSET = 2;
    private static final int ACT_INITIAL_REMAINING_OFFSET = 5;
    private static final int ACT_REMAINING_OFFSET = 6;
    private static final int ACT_TYPE_AND_SIDE_OFFSET = 7;
    private static final int ACT_HELD_OFFSET = 8;
    private static final int ACT_CONCEALED_OFFSET = 9;
    private static final int ACT_RESERVE_OFFSET = 10;
    private static final int ACT_USER_INDEX_OFFSET = 11;

    private static final int CAUSE_MASK = 0xFF;
    private static final int FLAGS_SHIFT = 40;

    private static final int SIDE_OFFSET = 1;
    private static final int ORDERS_OFFSET = 2;
    private static final int TOP_OFFSET = 5;
    private static final int BEST_BID_OFFSET = 6;
    private static final int BEST_BID_SIZE_OFFSET = 7;
    private static final int BEST_ASK_OFFSET = 8;
    private static final int BEST_ASK_SIZE_OFFSET = 9;
    private static final int ORDINAL_OFFSET = 10;

    private EventDescriptor() {}

    /** Number of the {@link EventKind}. */
    public static int kind(final long[] array, final int base) {
        return (int) array[base + KIND_OFFSET];
    }

    /** Whether the event is a trade without {@link OrderFlags}. */
    public static boolean isPlainTrade(final long[] array, final int base) {
        return array[base + KIND_OFFSET] == TRADE;
    }

    /** The order that rested. */
    public static long makerOrderId(final long[] array, final int base) {
        return array[base + MAKER_ORDER_ID_OFFSET];
    }

    /** The owner of the order that rested. */
    public static long makerUid(final long[] array, final int base) {
        return array[base + MAKER_UID_OFFSET];
    }

    /** The price in ticks. */
    public static long price(final long[] array, final int base) {
        return array[base + PRICE_OFFSET];
    }

    /** Lots traded, taken off or rejected; for an act, the lots with which its order was placed. */
    public static long size(final long[] array, final int base) {
        return array[base + SIZE_OFFSET];
    }

    /** Lots that the maker still has. */
    public static long makerRemaining(final long[] array, final int base) {
        return array[base + MAKER_REMAINING_OFFSET];
    }

    /** Lots that the taker, or the reduced order, still has. */
    public static long takerRemaining(final long[] array, final int base) {
        return array[base + TAKER_REMAINING_OFFSET];
    }

    /** The taker's fee in quote minor units; settle writes it. */
    public static long takerFee(final long[] array, final int base) {
        return array[base + TAKER_FEE_OFFSET];
    }

    /** The maker's fee in quote minor units; settle writes it. */
    public static long makerFee(final long[] array, final int base) {
        return array[base + MAKER_FEE_OFFSET];
    }

    /** The number of the trade; the trades of a symbol count from 1. */
    public static long tradeId(final long[] array, final int base) {
        return array[base + TRADE_ID_OFFSET];
    }

    /** The maker's reserve price; internal to settle. */
    public static long makerReserve(final long[] array, final int base) {
        return array[base + MAKER_RESERVE_OFFSET];
    }

    /** The index, in the risk engine, of the user who owns the order that rested; internal to settle. */
    public static long makerUserIndex(final long[] array, final int base) {
        return array[base + MAKER_USER_INDEX_OFFSET];
    }

    /**
     * For an act, the code of the {@link io.daybook.api.ActCause} by which its order entered the book; for a cancel,
     * the code of its {@link io.daybook.api.CancelReason}.
     */
    public static int actCause(final long[] array, final int base) {
        return (int) (array[base + KIND_OFFSET] >>> 32) & CAUSE_MASK;
    }

    /** The {@link OrderFlags} of the event. */
    public static int flags(final long[] array, final int base) {
        return (int) (array[base + KIND_OFFSET] >>> FLAGS_SHIFT);
    }

    static void addFlags(final long[] array, final int base, final int flags) {
        array[base + KIND_OFFSET] |= (long) flags << FLAGS_SHIFT;
    }

    /** For a replacement, the new id. */
    public static long newOrderId(final long[] array, final int base) {
        return array[base + TRADE_ID_OFFSET];
    }

    /** For a replacement, whether the order keeps its place. */
    public static boolean isKept(final long[] array, final int base) {
        return array[base + ACT_INITIAL_REMAINING_OFFSET] != 0;
    }

    /** For a cancel, the index of the symbol in risk; internal to settle. */
    public static int cancelledSymbolIndex(final long[] array, final int base) {
        return (int) array[base + ACT_HELD_OFFSET];
    }

    /** For a cancel, the symbol of its order. */
    public static int cancelledSymbol(final long[] array, final int base) {
        return (int) (array[base + ACT_HELD_OFFSET] >>> 32);
    }

    static void cancelledSymbol(final long[] array, final int base, final int symbol, final int symbolIndex) {
        array[base + ACT_HELD_OFFSET] = (long) symbol << 32 | symbolIndex;
    }

    /** For the cancel of an exit, the lots that its entry traded for it in the same act; internal to settle. */
    public static long freshLots(final long[] array, final int base) {
        return array[base + ACT_INITIAL_REMAINING_OFFSET];
    }

    static void freshLots(final long[] array, final int base, final long lots) {
        array[base + ACT_INITIAL_REMAINING_OFFSET] = lots;
    }

    /**
     * For an event that ended an exit: the lots of its entry, in the field of the reserve price, which an exit does not
     * have; internal to settle.
     */
    public static long entryLots(final long[] array, final int base) {
        return array[base + ACT_RESERVE_OFFSET];
    }

    static void entryLots(final long[] array, final int base, final long lots) {
        array[base + ACT_RESERVE_OFFSET] = lots;
    }

    /** The order that acts. */
    public static long actOrderId(final long[] array, final int base) {
        return array[base + ACT_ORDER_ID_OFFSET];
    }

    /** The owner of the order that acts. */
    public static long actUid(final long[] array, final int base) {
        return array[base + ACT_UID_OFFSET];
    }

    /** The index, in the risk engine, of the user who owns the order that acts; internal to settle. */
    public static int actUserIndex(final long[] array, final int base) {
        return (int) array[base + ACT_USER_INDEX_OFFSET];
    }

    /** Number of the {@link io.daybook.api.Side} of the order that acts. */
    public static int actSide(final long[] array, final int base) {
        return (int) array[base + ACT_TYPE_AND_SIDE_OFFSET];
    }

    /** Number of the {@link io.daybook.api.OrderType} with which the order that acts enters the book. */
    public static int actOrderType(final long[] array, final int base) {
        return (int) (array[base + ACT_TYPE_AND_SIDE_OFFSET] >>> 32);
    }

    /** The reserve price of the order that acts; internal to settle. */
    public static long actReserve(final long[] array, final int base) {
        return array[base + ACT_RESERVE_OFFSET];
    }

    /** Lots of the order that acts when the act began. */
    public static long actInitialRemaining(final long[] array, final int base) {
        return array[base + ACT_INITIAL_REMAINING_OFFSET];
    }

    /** Lots of the order that acts after the act. */
    public static long actRemaining(final long[] array, final int base) {
        return array[base + ACT_REMAINING_OFFSET];
    }

    /** The part of {@link #actRemaining} that no level shows after the act. */
    public static long actConcealed(final long[] array, final int base) {
        return array[base + ACT_CONCEALED_OFFSET];
    }

    /**
     * The amount reserved for the order that acts; settle releases all of it if the order is a bid with a budget;
     * internal to settle.
     */
    public static long actHeld(final long[] array, final int base) {
        return array[base + ACT_HELD_OFFSET];
    }

    /** Side of a changed level: number of the {@link io.daybook.api.Side}. */
    public static int levelSide(final long[] array, final int base) {
        return (int) array[base + SIDE_OFFSET];
    }

    /** Orders at a changed level. */
    public static long levelOrders(final long[] array, final int base) {
        return array[base + ORDERS_OFFSET];
    }

    /** Whether a changed level is, or was, at least as good as the best level that is left. */
    public static boolean isTop(final long[] array, final int base) {
        return array[base + TOP_OFFSET] != 0;
    }

    /** The highest bid after a change, in ticks; 0 if there is none. */
    public static long bestBid(final long[] array, final int base) {
        return array[base + BEST_BID_OFFSET];
    }

    /** Lots at the highest bid. */
    public static long bestBidSize(final long[] array, final int base) {
        return array[base + BEST_BID_SIZE_OFFSET];
    }

    /** The lowest ask after a change, in ticks; 0 if there is none. */
    public static long bestAsk(final long[] array, final int base) {
        return array[base + BEST_ASK_OFFSET];
    }

    /** Lots at the lowest ask. */
    public static long bestAskSize(final long[] array, final int base) {
        return array[base + BEST_ASK_SIZE_OFFSET];
    }

    /** How many level changes the command has up to this one. */
    public static int levelOrdinal(final long[] array, final int base) {
        return (int) array[base + ORDINAL_OFFSET];
    }

    /** Writes the fees of both sides of a trade, in quote minor units; settle calls it. */
    public static void fees(final long[] array, final int base, final long takerFee, final long makerFee) {
        array[base + TAKER_FEE_OFFSET] = takerFee;
        array[base + MAKER_FEE_OFFSET] = makerFee;
    }

    static void trade(
            final long[] array,
            final int base,
            final long tradeId,
            final long makerOrderId,
            final long makerUid,
            final int makerUserIndex,
            final long makerReserve,
            final long price,
            final long size,
            final long makerRemaining,
            final long takerRemaining) {
        array[base + KIND_OFFSET] = TRADE;
        array[base + MAKER_ORDER_ID_OFFSET] = makerOrderId;
        array[base + MAKER_UID_OFFSET] = makerUid;
        array[base + PRICE_OFFSET] = price;
        array[base + SIZE_OFFSET] = size;
        array[base + MAKER_REMAINING_OFFSET] = makerRemaining;
        array[base + TAKER_REMAINING_OFFSET] = takerRemaining;
        array[base + TAKER_FEE_OFFSET] = 0;
        array[base + MAKER_FEE_OFFSET] = 0;
        array[base + TRADE_ID_OFFSET] = tradeId;
        array[base + MAKER_RESERVE_OFFSET] = makerReserve;
        array[base + MAKER_USER_INDEX_OFFSET] = makerUserIndex;
    }

    static void reduce(final long[] array, final int base, final long price, final long size, final long remaining) {
        array[base + KIND_OFFSET] = REDUCE;
        array[base + MAKER_ORDER_ID_OFFSET] = 0;
        array[base + MAKER_UID_OFFSET] = 0;
        array[base + PRICE_OFFSET] = price;
        array[base + SIZE_OFFSET] = size;
        array[base + MAKER_REMAINING_OFFSET] = 0;
        array[base + TAKER_REMAINING_OFFSET] = remaining;
        array[base + TAKER_FEE_OFFSET] = 0;
        array[base + MAKER_FEE_OFFSET] = 0;
        array[base + TRADE_ID_OFFSET] = 0;
        array[base + MAKER_RESERVE_OFFSET] = 0;
        array[base + MAKER_USER_INDEX_OFFSET] = 0;
    }

    static void reject(final long[] array, final int base, final long size) {
        clear(array, base);
        array[base + KIND_OFFSET] = EventKind.REJECT.code();
        array[base + SIZE_OFFSET] = size;
    }

    static void act(
            final long[] array,
            final int base,
            final int cause,
            final long orderId,
            final long uid,
            final int userIndex,
            final int side,
            final int type,
            final long price,
            final long reserve,
            final long size,
            final long held,
            final long initialRemaining) {
        clear(array, base);
        array[base + KIND_OFFSET] = (long) cause << 32 | EventKind.ACT.code();
        array[base + ACT_ORDER_ID_OFFSET] = orderId;
        array[base + ACT_UID_OFFSET] = uid;
        array[base + PRICE_OFFSET] = price;
        array[base + SIZE_OFFSET] = size;
        array[base + ACT_INITIAL_REMAINING_OFFSET] = initialRemaining;
        array[base + ACT_REMAINING_OFFSET] = initialRemaining;
        array[base + ACT_TYPE_AND_SIDE_OFFSET] = (long) type << 32 | side;
        array[base + ACT_HELD_OFFSET] = held;
        array[base + ACT_RESERVE_OFFSET] = reserve;
        array[base + ACT_USER_INDEX_OFFSET] = userIndex;
    }

    /** Writes a cancel, refresh, replacement or change of price; fields that a kind does not have are 0. */
    static void change(
            final long[] array,
            final int base,
            final EventKind kind,
            final int reason,
            final long orderId,
            final long uid,
            final int userIndex,
            final int side,
            final long price,
            final long reserve,
            final long size,
            final long remaining) {
        clear(array, base);
        array[base + KIND_OFFSET] = (long) reason << 32 | kind.code();
        array[base + ACT_ORDER_ID_OFFSET] = orderId;
        array[base + ACT_UID_OFFSET] = uid;
        array[base + PRICE_OFFSET] = price;
        array[base + SIZE_OFFSET] = size;
        array[base + ACT_REMAINING_OFFSET] = remaining;
        array[base + ACT_TYPE_AND_SIDE_OFFSET] = side;
        array[base + ACT_RESERVE_OFFSET] = reserve;
        array[base + ACT_USER_INDEX_OFFSET] = userIndex;
    }

    static void replaced(final long[] array, final int base, final long newOrderId, final boolean kept) {
        array[base + TRADE_ID_OFFSET] = newOrderId;
        array[base + ACT_INITIAL_REMAINING_OFFSET] = kept ? 1 : 0;
    }

    static void actLeft(final long[] array, final int base, final long remaining, final long concealed) {
        array[base + ACT_REMAINING_OFFSET] = remaining;
        array[base + ACT_CONCEALED_OFFSET] = concealed;
    }

    static void levelChange(
            final long[] array,
            final int base,
            final int ordinal,
            final int side,
            final long price,
            final long size,
            final long orders,
            final boolean top) {
        clear(array, base);
        array[base + KIND_OFFSET] = LEVEL_CHANGE;
        array[base + SIDE_OFFSET] = side;
        array[base + ORDERS_OFFSET] = orders;
        array[base + PRICE_OFFSET] = price;
        array[base + SIZE_OFFSET] = size;
        array[base + TOP_OFFSET] = top ? 1 : 0;
        array[base + ORDINAL_OFFSET] = ordinal;
    }

    static void bests(
            final long[] array,
            final int base,
            final long bestBid,
            final long bestBidSize,
            final long bestAsk,
            final long bestAskSize) {
        array[base + BEST_BID_OFFSET] = bestBid;
        array[base + BEST_BID_SIZE_OFFSET] = bestBidSize;
        array[base + BEST_ASK_OFFSET] = bestAsk;
        array[base + BEST_ASK_SIZE_OFFSET] = bestAskSize;
    }

    private static void clear(final long[] array, final int base) {
        for (int i = 0; i < STRIDE; i++) {
            array[base + i] = 0;
        }
    }
}
