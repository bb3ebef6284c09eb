package io.daybook.risk.command;

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
 * <p>The taker of a trade, and the order of a reduce or reject, is the order of the command: its id, owner and side stand in the
 * {@link CommandSlot}.
 */
public final class EventDescriptor {
    /** Longs of one event. */
    public static final int STRIDE = 12;

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

    private EventDescriptor() {}

    /** Number of the {@link EventKind}. */
    public static int kind(final long[] array, final int base) {
        return (int) array[base + KIND_OFFSET];
    }

    /** The order that rested. */
    public static long makerOrderId(final long[] array, final int base) {
        return array[base + MAKER_ORDER_ID_OFFSET];
    }

    /** Its owner. */
    public static long makerUid(final long[] array, final int base) {
        return array[base + MAKER_UID_OFFSET];
    }

    /** Ticks. */
    public static long price(final long[] array, final int base) {
        return array[base + PRICE_OFFSET];
    }

    /** Lots traded, taken off or rejected. */
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

    /** Quote minor units; written by settle. */
    public static long takerFee(final long[] array, final int base) {
        return array[base + TAKER_FEE_OFFSET];
    }

    /** Quote minor units; written by settle. */
    public static long makerFee(final long[] array, final int base) {
        return array[base + MAKER_FEE_OFFSET];
    }

    /** Counts trades of the symbol from 1. */
    public static long tradeId(final long[] array, final int base) {
        return array[base + TRADE_ID_OFFSET];
    }

    /** The maker's reserve price; internal to settle. */
    public static long makerReserve(final long[] array, final int base) {
        return array[base + MAKER_RESERVE_OFFSET];
    }

    /** Where risk keeps the maker's owner; internal to settle. */
    public static long makerUserIndex(final long[] array, final int base) {
        return array[base + MAKER_USER_INDEX_OFFSET];
    }

    /** Settle's share of a trade: the fees of both sides, in quote minor units. */
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
        array[base + KIND_OFFSET] = EventKind.TRADE.code();
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
        clear(array, base);
        array[base + KIND_OFFSET] = EventKind.REDUCE.code();
        array[base + PRICE_OFFSET] = price;
        array[base + SIZE_OFFSET] = size;
        array[base + TAKER_REMAINING_OFFSET] = remaining;
    }

    static void reject(final long[] array, final int base, final long size) {
        clear(array, base);
        array[base + KIND_OFFSET] = EventKind.REJECT.code();
        array[base + SIZE_OFFSET] = size;
    }

    private static void clear(final long[] array, final int base) {
        for (int i = 0; i < STRIDE; i++) {
            array[base + i] = 0;
        }
    }
}
