package io.daybook.backtest;

import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.client.book.OrderLevels;
import io.daybook.sessions.order.OrderReader;
import io.daybook.trading.Execution;
import io.daybook.trading.OrderAnswers;
import io.daybook.trading.RequestKind;
import io.daybook.wire.Bytes;

/**
 * An answer or a fill on its way to the trader, little-endian:
 *
 * <pre>
 * 0      4      8         16          24       32         36       40    48
 * | what | kind | orderId | remaining | traded | code     | unused        |    an answer to a request
 * | what | side | orderId | price     | size   | isMaker  | symbol | fee  |    a fill
 * | what | 0    | orderId | remaining | size   | unused                   |    lots that were taken off
 * </pre>
 */
final class AnswerMessage {
    static final int LENGTH = 48;

    private static final int ANSWER = 0;
    private static final int FILL = 1;
    private static final int OFF = 2;
    private static final int KIND = 4;
    private static final int ORDER_ID = 8;
    private static final int FIRST = 16;
    private static final int SECOND = 24;
    private static final int THIRD = 32;
    private static final int FOURTH = 36;
    private static final int FEE = 40;
    private static final int BID = Side.BID.code();

    private AnswerMessage() {}

    static void answer(
            final byte[] bytes, final int at, final ResultView result, final RequestKind kind, final long traded) {
        put(bytes, at, ANSWER, OrderMessage.code(kind), result.orderId());
        Bytes.putI64(bytes, at + FIRST, result.remaining());
        Bytes.putI64(bytes, at + SECOND, traded);
        Bytes.putI32(bytes, at + THIRD, result.resultCode());
    }

    static void fill(final byte[] bytes, final int at, final OrderReader trade) {
        put(bytes, at, FILL, trade.sideCode() == BID ? OrderLevels.BID : OrderLevels.ASK, trade.orderId());
        Bytes.putI64(bytes, at + FIRST, trade.price());
        Bytes.putI64(bytes, at + SECOND, trade.size());
        Bytes.putI32(bytes, at + THIRD, trade.isMaker() ? 1 : 0);
        Bytes.putI32(bytes, at + FOURTH, trade.symbol());
        Bytes.putI64(bytes, at + FEE, trade.fee());
    }

    static void off(final byte[] bytes, final int at, final long orderId, final long size, final long remaining) {
        put(bytes, at, OFF, 0, orderId);
        Bytes.putI64(bytes, at + FIRST, remaining);
        Bytes.putI64(bytes, at + SECOND, size);
    }

    private static void put(final byte[] bytes, final int at, final int what, final int kind, final long orderId) {
        Bytes.putI32(bytes, at, what);
        Bytes.putI32(bytes, at + KIND, kind);
        Bytes.putI64(bytes, at + ORDER_ID, orderId);
    }

    /** Passes a message to the trader; the fee of a fill is that of the exchange plus that of {@code fees}. */
    static void give(final byte[] bytes, final int at, final OrderAnswers to, final Fees fees, final Execution fill) {
        final long orderId = Bytes.getI64(bytes, at + ORDER_ID);
        final int kind = Bytes.getI32(bytes, at + KIND);
        final long first = Bytes.getI64(bytes, at + FIRST);
        final long second = Bytes.getI64(bytes, at + SECOND);
        final int third = Bytes.getI32(bytes, at + THIRD);
        switch (Bytes.getI32(bytes, at)) {
            case ANSWER -> to.onAnswer(orderId, OrderMessage.kind(kind), third, first, second);
            case FILL -> {
                final boolean isMaker = third == 1;
                final long fee = Math.addExact(Bytes.getI64(bytes, at + FEE), fees.of(isMaker, second));
                fill.of(orderId, Bytes.getI32(bytes, at + FOURTH), kind).at(first, second, fee, isMaker);
                to.onFill(fill);
            }
            case OFF -> to.onOff(orderId, second, first);
            default -> throw new AssertionError("no such message");
        }
    }
}
