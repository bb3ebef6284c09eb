package io.daybook.kernel.command;

import io.daybook.api.OrderType;

/**
 * The traits of an order type: a table with a row for each type, so that no check lists types itself. How a type
 * behaves in the book is written in one switch of the matching engine.
 */
public final class OrderTraits {
    private static final int HAS_BUDGET = 1; // the price of the type is a budget
    private static final int RESTS = 2;
    private static final int IS_BID = 4;
    private static final int IS_OF_PAIR = 8;

    /** A bit for each type below this number. */
    private static final int TYPES = Long.SIZE;

    private static final long WITH_BUDGET = typesWith(HAS_BUDGET);
    private static final long RESTING = typesWith(RESTS);
    private static final long BIDS_ONLY = typesWith(IS_BID);
    private static final long PAIRS_ONLY = typesWith(IS_OF_PAIR);

    private OrderTraits() {}

    /** Whether the price of orders of a type is a total in ticks times lots, and not a price per lot. */
    public static boolean isBudget(final int type) {
        return isIn(WITH_BUDGET, type);
    }

    /** Whether orders of a type can stay in the book. */
    public static boolean rests(final int type) {
        return isIn(RESTING, type);
    }

    /** Whether only bids have the type. */
    public static boolean isBidsOnly(final int type) {
        return isIn(BIDS_ONLY, type);
    }

    /** Whether only exchange pairs have the type. */
    public static boolean isPairsOnly(final int type) {
        return isIn(PAIRS_ONLY, type);
    }

    private static boolean isIn(final long types, final int type) {
        return ((types >>> type) & 1) != 0 && (type & -TYPES) == 0;
    }

    private static long typesWith(final int trait) {
        long types = 0;
        for (final OrderType type : OrderType.values()) {
            if (((traits(type) | (type.isBudget() ? HAS_BUDGET : 0)) & trait) != 0) {
                types |= 1L << type.code();
            }
        }
        return types;
    }

    private static int traits(final OrderType type) {
        return switch (type) {
            case GTC, POST_ONLY -> RESTS;
            case IOC, FOK -> 0;
            case FOK_BUDGET -> IS_OF_PAIR;
            case IOC_BUDGET -> IS_OF_PAIR | IS_BID;
        };
    }
}
