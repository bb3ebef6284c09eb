package io.daybook.cli.export;

import io.daybook.api.ActCause;
import io.daybook.api.CancelReason;
import io.daybook.api.CommandType;
import io.daybook.api.EventView;
import io.daybook.api.OrderType;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;

/** Turns a result into the rows of its events, with the columns of {@link EventColumn}. Used by one thread. */
final class EventRows {
    private static final Set<CommandType> OF_AN_ORDER = EnumSet.of(
            CommandType.PLACE_ORDER,
            CommandType.MOVE_ORDER,
            CommandType.REDUCE_ORDER,
            CommandType.REPLACE_ORDER,
            CommandType.CANCEL_ORDER);
    private static final HexFormat HEX = HexFormat.of();

    private final RowBytes rows;
    private long count;

    EventRows(final RowBytes rows) {
        this.rows = rows;
    }

    /** The number of rows. */
    long count() {
        return count;
    }

    void add(final ResultView result) {
        final String tag = tag(result);
        final int events = result.eventCount();
        for (int event = 0; event < Math.max(events, 1); event++) {
            rows.begin();
            command(result, event, tag);
            if (event < events) {
                event(result.event(event));
            }
            rows.end();
            count++;
        }
    }

    private static String tag(final ResultView result) {
        if (result.tagLength() == 0) {
            return "";
        }
        final byte[] tag = new byte[result.tagLength()];
        result.copyTag(tag, 0);
        return HEX.formatHex(tag);
    }

    private void command(final ResultView result, final int event, final String tag) {
        final CommandType type = result.type();
        rows.put(EventColumn.SEQ, result.seq())
                .put(EventColumn.EVENT, event)
                .put(EventColumn.TIME, result.timestampNs())
                .put(EventColumn.COMMAND, type.name())
                .put(EventColumn.RESULT, result.code().name());
        said(EventColumn.COOKIE, result.cookie());
        rows.put(EventColumn.TAG, tag);
        said(EventColumn.UID, result.uid());
        said(EventColumn.SYMBOL, result.symbol());
        said(EventColumn.ORDER_ID, result.orderId());
        final Side side = result.side();
        final OrderType orderType = result.orderType();
        if (OF_AN_ORDER.contains(type)) {
            rows.put(EventColumn.SIDE, side == null ? "" : side.name())
                    .put(EventColumn.TYPE, orderType == null ? "" : orderType.name());
        }
        said(EventColumn.PRICE, result.price());
        said(EventColumn.SIZE, result.size());
        if (OF_AN_ORDER.contains(type) && result.isSuccess()) {
            rows.put(EventColumn.REMAINING, result.remaining());
        }
        if (type == CommandType.ADJUST_BALANCE) {
            rows.put(EventColumn.CURRENCY, result.currency())
                    .put(EventColumn.AMOUNT, result.amount())
                    .put(EventColumn.TRANSACTION_ID, result.transactionId());
        }
    }

    private void said(final EventColumn column, final long value) {
        if (value != 0) {
            rows.put(column, value);
        }
    }

    private void event(final EventView event) {
        rows.put(EventColumn.KIND, event.kind().name()).put(EventColumn.EVENT_SYMBOL, event.symbol());
        switch (event.kind()) {
            case TRADE -> trade(event);
            case REDUCE, REJECT -> {
                taker(event);
                rows.put(EventColumn.EVENT_REMAINING, event.takerRemaining());
            }
            case ACT -> {
                taker(event);
                rows.put(EventColumn.EVENT_REMAINING, event.takerRemaining())
                        .put(EventColumn.CAUSE, ActCause.of(event.causeCode()).name());
            }
            case CANCEL -> {
                maker(event);
                rows.put(EventColumn.EVENT_REMAINING, event.makerRemaining())
                        .put(
                                EventColumn.CAUSE,
                                CancelReason.of(event.causeCode()).name());
            }
            case REPLACE -> {
                maker(event);
                rows.put(EventColumn.EVENT_REMAINING, event.makerRemaining())
                        .put(EventColumn.NEW_ORDER_ID, event.newOrderId())
                        .put(EventColumn.KEPT, event.isKept() ? 1 : 0);
            }
            case REFRESH, REPRICE -> maker(event);
        }
    }

    private void trade(final EventView event) {
        rows.put(EventColumn.TRADE_ID, event.tradeId());
        taker(event);
        rows.put(EventColumn.EVENT_REMAINING, event.takerRemaining())
                .put(EventColumn.EVENT_FEE, event.takerFee())
                .put(EventColumn.MAKER_ORDER_ID, event.makerOrderId())
                .put(EventColumn.MAKER_UID, event.makerUid())
                .put(EventColumn.MAKER_REMAINING, event.makerRemaining())
                .put(EventColumn.MAKER_FEE, event.makerFee());
    }

    private void taker(final EventView event) {
        order(event, event.takerOrderId(), event.takerUid(), event.takerSideCode());
    }

    private void maker(final EventView event) {
        order(event, event.makerOrderId(), event.makerUid(), event.orderSideCode());
    }

    private void order(final EventView event, final long orderId, final long uid, final int sideCode) {
        rows.put(EventColumn.EVENT_ORDER_ID, orderId);
        said(EventColumn.EVENT_UID, uid);
        final OrderType type = event.orderType();
        rows.put(
                        EventColumn.EVENT_SIDE,
                        Side.isKnown(sideCode) ? Side.of(sideCode).name() : "")
                .put(EventColumn.EVENT_TYPE, type == null ? "" : type.name());
        said(EventColumn.EVENT_PRICE, event.price());
        said(EventColumn.EVENT_SIZE, event.size());
    }
}
