package io.daybook.server.orders;

import io.daybook.api.Side;
import io.daybook.kernel.slab.RecordRing;
import java.util.AbstractList;
import java.util.RandomAccess;

/**
 * The last fills of a user, the oldest first. They are numbers in an array, because most are never queried. Guarded by
 * the book, except for copies.
 */
final class Fills extends AbstractList<Fill> implements RandomAccess {
    private static final int STRIDE = 9;
    private static final int EVENT_SHIFT = 32;
    private static final long SYMBOL_MASK = 0xFFFF_FFFFL;
    private static final int MAKER = 1 << 8;
    private static final int CODE_MASK = 0xFF;

    /** The columns of a fill: seq, event and symbol, time, order, trade, side and role, price, size, fee. */
    private final RecordRing ring;

    /** Makes an empty list that keeps the last {@code most} fills. */
    Fills(final int most) {
        ring = new RecordRing(STRIDE, most);
    }

    /** Makes a copy, which gets no later fills. */
    Fills(final Fills source) {
        ring = new RecordRing(source.ring);
    }

    /** Adds the last fill; drops the oldest if there are too many. */
    void add(
            final long seq,
            final int event,
            final long timeNs,
            final int symbol,
            final long orderId,
            final long tradeId,
            final int sideCode,
            final boolean isMaker,
            final long price,
            final long lots,
            final long fee) {
        int field = ring.append();
        final long[] array = ring.array();
        array[field++] = seq;
        array[field++] = (long) event << EVENT_SHIFT | symbol & SYMBOL_MASK;
        array[field++] = timeNs;
        array[field++] = orderId;
        array[field++] = tradeId;
        array[field++] = isMaker ? sideCode | MAKER : sideCode;
        array[field++] = price;
        array[field++] = lots;
        array[field] = fee;
    }

    void put(final Fill fill) {
        add(
                fill.seq(),
                fill.event(),
                fill.timeNs(),
                fill.symbol(),
                fill.orderId(),
                fill.tradeId(),
                fill.side().code(),
                fill.isMaker(),
                fill.price(),
                fill.size(),
                fill.fee());
    }

    @Override
    public Fill get(final int place) {
        int field = ring.base(place);
        final long[] array = ring.array();
        final long seq = array[field++];
        final long eventAndSymbol = array[field++];
        final long timeNs = array[field++];
        final long orderId = array[field++];
        final long tradeId = array[field++];
        final int sideAndRole = (int) array[field++];
        final long price = array[field++];
        final long lots = array[field++];
        return new Fill(
                seq,
                (int) (eventAndSymbol >> EVENT_SHIFT),
                timeNs,
                (int) eventAndSymbol,
                orderId,
                tradeId,
                Side.of(sideAndRole & CODE_MASK),
                (sideAndRole & MAKER) != 0,
                price,
                lots,
                array[field]);
    }

    @Override
    public int size() {
        return ring.size();
    }
}
