package io.daybook.backtest;

import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.client.book.OrderLevels;
import io.daybook.trading.RequestKind;
import io.daybook.wire.Bytes;

/**
 * A request on its way to the exchange, little-endian:
 *
 * <pre>
 * 0      4        8         16     20     24      32     40
 * | kind | symbol | orderId | side | type | price | size |
 * </pre>
 */
final class OrderMessage {
    static final int LENGTH = 40;

    private static final int PLACE = 1;
    private static final int REPLACE = 2;
    private static final int CANCEL = 3;
    private static final int SYMBOL = 4;
    private static final int ORDER_ID = 8;
    private static final int SIDE = 16;
    private static final int TYPE = 20;
    private static final int PRICE = 24;
    private static final int SIZE = 32;

    RequestKind kind = RequestKind.PLACE;
    int symbol;
    long orderId;
    long price;
    long size;
    private int side;
    private int type;

    /** The number of a kind. */
    static int code(final RequestKind kind) {
        return switch (kind) {
            case PLACE -> PLACE;
            case REPLACE -> REPLACE;
            case CANCEL -> CANCEL;
        };
    }

    /** The kind with a number. */
    static RequestKind kind(final int code) {
        return code == PLACE ? RequestKind.PLACE : code == REPLACE ? RequestKind.REPLACE : RequestKind.CANCEL;
    }

    static void request(
            final byte[] bytes, final int at, final RequestKind kind, final long orderId, final int symbol) {
        Bytes.putI32(bytes, at, code(kind));
        Bytes.putI32(bytes, at + SYMBOL, symbol);
        Bytes.putI64(bytes, at + ORDER_ID, orderId);
    }

    static void terms(
            final byte[] bytes, final int at, final int side, final int type, final long price, final long size) {
        Bytes.putI32(bytes, at + SIDE, side);
        Bytes.putI32(bytes, at + TYPE, type);
        Bytes.putI64(bytes, at + PRICE, price);
        Bytes.putI64(bytes, at + SIZE, size);
    }

    /** Reads a message; side, type, price and size of a cancel have no meaning. */
    void read(final byte[] bytes, final int at) {
        kind = kind(Bytes.getI32(bytes, at));
        symbol = Bytes.getI32(bytes, at + SYMBOL);
        orderId = Bytes.getI64(bytes, at + ORDER_ID);
        side = Bytes.getI32(bytes, at + SIDE);
        type = Bytes.getI32(bytes, at + TYPE);
        price = Bytes.getI64(bytes, at + PRICE);
        size = Bytes.getI64(bytes, at + SIZE);
    }

    Side side() {
        return side == OrderLevels.BID ? Side.BID : Side.ASK;
    }

    OrderType type() {
        return OrderType.of(type);
    }
}
