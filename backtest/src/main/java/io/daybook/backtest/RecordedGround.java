package io.daybook.backtest;

import io.daybook.api.CommandType;
import io.daybook.api.ResultCode;
import io.daybook.api.ResultView;
import io.daybook.flow.market.RecordedMarket;

/** A recorded day as the ground of a simulated market. */
record RecordedGround(RecordedMarket market) implements Ground {
    private static final int PLACE_ORDER = CommandType.PLACE_ORDER.code();
    private static final int REPLACE_ORDER = CommandType.REPLACE_ORDER.code();
    private static final int CANCEL_ORDER = CommandType.CANCEL_ORDER.code();

    /** Returns false for the outsider's deposits, because the market itself sends them. */
    @Override
    public boolean isRequest(final ResultView result) {
        final int type = result.typeCode();
        return result.uid() == RecordedMarket.OUTSIDER
                && (type == PLACE_ORDER || type == REPLACE_ORDER || type == CANCEL_ORDER);
    }

    @Override
    public boolean isOwn(final long orderId) {
        return RecordedMarket.isOutsiders(orderId);
    }

    @Override
    public long idOf(final long order, final long request) {
        return RecordedMarket.FIRST_OUTSIDER_ID + order - 1;
    }

    @Override
    public long timeNs() {
        return market.timeNs();
    }

    @Override
    public boolean endAggressor() {
        final boolean isUnderWay = market.isUnderWay();
        if (isUnderWay) {
            market.end();
        }
        return isUnderWay;
    }

    @Override
    public boolean carryOut(final OrderMessage request, final long atNs) {
        switch (request.kind) {
            case PLACE -> {
                final long id =
                        market.place(request.symbol, atNs, request.side(), request.type(), request.price, request.size);
                if (id != request.orderId) {
                    throw new IllegalStateException(
                            "orders must arrive in the sequence in which they were sent: orderId=" + request.orderId);
                }
            }
            case REPLACE -> market.replace(request.symbol, atNs, request.orderId, request.price, request.size);
            case CANCEL -> market.cancel(request.symbol, atNs, request.orderId);
        }
        return market.outcome() == ResultCode.SUCCESS;
    }
}
