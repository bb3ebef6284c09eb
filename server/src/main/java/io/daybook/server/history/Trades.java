package io.daybook.server.history;

import io.daybook.api.Side;

/** The last trades of a symbol, each with seq, event, time, trade id, price, size and taker's side. */
final class Trades extends Row<Trade> {
    private static final int STRIDE = 7;

    private final int symbol;

    Trades(final int symbol, final int most) {
        super(STRIDE, most);
        this.symbol = symbol;
    }

    void add(
            final long seq,
            final int event,
            final long timeNs,
            final long tradeId,
            final long price,
            final long size,
            final int takerSideCode) {
        int field = ring().append();
        final long[] array = ring().array();
        array[field++] = seq;
        array[field++] = event;
        array[field++] = timeNs;
        array[field++] = tradeId;
        array[field++] = price;
        array[field++] = size;
        array[field] = takerSideCode;
    }

    void add(final Trade trade) {
        add(
                trade.seq(),
                trade.event(),
                trade.timeNs(),
                trade.tradeId(),
                trade.price(),
                trade.size(),
                trade.takerSide().code());
    }

    @Override
    Trade read(final long[] array, final int base) {
        int field = base;
        final long seq = array[field++];
        final int event = (int) array[field++];
        final long timeNs = array[field++];
        final long tradeId = array[field++];
        final long price = array[field++];
        final long size = array[field++];
        return new Trade(seq, event, timeNs, symbol, tradeId, price, size, Side.of((int) array[field]));
    }
}
