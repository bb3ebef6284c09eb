package io.daybook.kernel.state;

/**
 * The layout of a {@link StateRecordType#ORDER} or {@link StateRecordType#DORMANT} record: symbol, side, price, rank in
 * the level, order id, uid, type, reserve price, size, remaining.
 */
public final class OrderRecord {
    private static final int SYMBOL = 0;
    private static final int SIDE = 1;
    private static final int PRICE = 2;
    private static final int RANK = 3;
    private static final int ORDER_ID = 4;
    private static final int UID = 5;
    private static final int TYPE = 6;
    private static final int RESERVE = 7;
    private static final int SIZE = 8;
    private static final int REMAINING = 9;

    private OrderRecord() {}

    /**
     * Writes a complete {@link StateRecordType#ORDER} record. The other method of this name describes the parameters.
     */
    public static void write(
            final StateWriter writer,
            final int symbol,
            final int side,
            final long price,
            final long rank,
            final long orderId,
            final long uid,
            final int type,
            final long reserve,
            final long size,
            final long remaining) {
        write(writer, StateRecordType.ORDER, symbol, side, price, rank, orderId, uid, type, reserve, size, remaining);
    }

    /**
     * Writes a complete record.
     *
     * @param kind ORDER or DORMANT
     * @param side number of the {@link io.daybook.api.Side}
     * @param rank in the level, from 0
     * @param type number of the {@link io.daybook.api.OrderType}
     */
    public static void write(
            final StateWriter writer,
            final StateRecordType kind,
            final int symbol,
            final int side,
            final long price,
            final long rank,
            final long orderId,
            final long uid,
            final int type,
            final long reserve,
            final long size,
            final long remaining) {
        writer.begin(kind);
        writer.put(symbol);
        writer.put(side);
        writer.put(price);
        writer.put(rank);
        writer.put(orderId);
        writer.put(uid);
        writer.put(type);
        writer.put(reserve);
        writer.put(size);
        writer.put(remaining);
        writer.end();
    }

    /** The symbol. It and all other fields are unchecked, so they may be any numbers. */
    public static long symbol(final StateReader reader) {
        return reader.get(SYMBOL);
    }

    /** Number of the {@link io.daybook.api.Side}. */
    public static long side(final StateReader reader) {
        return reader.get(SIDE);
    }

    /** The price in ticks. */
    public static long price(final StateReader reader) {
        return reader.get(PRICE);
    }

    /** Rank in its level, from 0. */
    public static long rank(final StateReader reader) {
        return reader.get(RANK);
    }

    /** The id of the order. */
    public static long orderId(final StateReader reader) {
        return reader.get(ORDER_ID);
    }

    /** The owner of the order. */
    public static long uid(final StateReader reader) {
        return reader.get(UID);
    }

    /** Number of the {@link io.daybook.api.OrderType}. */
    public static long type(final StateReader reader) {
        return reader.get(TYPE);
    }

    /** The reserve price in ticks; 0 for asks and futures. */
    public static long reserve(final StateReader reader) {
        return reader.get(RESERVE);
    }

    /** Lots with which the order was placed. */
    public static long size(final StateReader reader) {
        return reader.get(SIZE);
    }

    /** The lots that are left. */
    public static long remaining(final StateReader reader) {
        return reader.get(REMAINING);
    }
}
