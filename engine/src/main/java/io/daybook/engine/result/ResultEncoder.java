package io.daybook.engine.result;

import io.daybook.api.CommandType;
import io.daybook.api.EventKind;
import io.daybook.api.EventView;
import io.daybook.api.ResultView;
import io.daybook.api.SymbolSpec;
import java.util.List;
import java.util.Objects;

/**
 * Writes results as bytes; {@link ResultDescriptor} draws them, {@link ResultDecoder} reads them. Allocates nothing.
 * Used by any thread.
 */
public final class ResultEncoder {

    /** The newest version of the encoding that this class writes; results that do not need it have an older version. */
    public static final int VERSION = ResultDescriptor.VERSION;

    private static final int ADD_SYMBOL = CommandType.ADD_SYMBOL.code();
    private static final int ADD_SYMBOLS = CommandType.ADD_SYMBOLS.code();
    private static final int ACT = EventKind.ACT.code();
    private static final int CANCEL = EventKind.CANCEL.code();
    private static final int LAST_KIND_OF_FIRST_VERSION = ACT;

    private ResultEncoder() {}

    /**
     * The number of bytes that {@link #encode} writes.
     *
     * @throws IllegalArgumentException when the result has more events than an array of bytes holds
     */
    public static int encodedLength(final ResultView result) {
        if (result.eventCount() > ResultDescriptor.MAX_EVENTS) {
            throw new IllegalArgumentException("a result must have at most " + ResultDescriptor.MAX_EVENTS
                    + " events to be encoded: eventCount=" + result.eventCount());
        }
        return ResultDescriptor.length(result.tagLength(), result.eventCount()) + tailLength(result);
    }

    private static int tailLength(final ResultView result) {
        final boolean adds = isAdding(result.typeCode()) && result.isSuccess();
        final int symbols = adds ? result.addedSymbols().size() : 0;
        if (symbols == 0 && result.shown() == result.remaining()) {
            return 0;
        }
        return ResultDescriptor.TAIL_LENGTH + symbols * ResultDescriptor.SYMBOL_LENGTH;
    }

    private static boolean isAdding(final int type) {
        return type == ADD_SYMBOL || type == ADD_SYMBOLS;
    }

    /**
     * Writes a result.
     *
     * @param offset its offset in the target
     * @return its length, {@link #encodedLength}
     * @throws IndexOutOfBoundsException if the target has no room for it; nothing was written
     */
    public static int encode(final ResultView result, final byte[] target, final int offset) {
        final int length = encodedLength(result);
        Objects.checkFromIndexSize(offset, length, target.length);
        final int tagLength = result.tagLength();
        final int eventCount = result.eventCount();
        target[offset + ResultDescriptor.TYPE_OFFSET] = (byte) result.typeCode();
        target[offset + ResultDescriptor.CODE_OFFSET] = (byte) result.resultCode();
        target[offset + ResultDescriptor.TAG_LENGTH_OFFSET] = (byte) tagLength;
        ResultDescriptor.putInt(target, offset + ResultDescriptor.LENGTH_OFFSET, length);
        ResultDescriptor.putShort(target, offset + ResultDescriptor.SIDE_OFFSET, result.sideCode());
        ResultDescriptor.putShort(target, offset + ResultDescriptor.ORDER_TYPE_OFFSET, result.orderTypeCode());
        ResultDescriptor.putInt(target, offset + ResultDescriptor.EVENT_COUNT_OFFSET, eventCount);
        ResultDescriptor.putLong(target, offset + ResultDescriptor.SEQ_OFFSET, result.seq());
        ResultDescriptor.putLong(target, offset + ResultDescriptor.TIMESTAMP_OFFSET, result.timestampNs());
        ResultDescriptor.putLong(target, offset + ResultDescriptor.COOKIE_OFFSET, result.cookie());
        ResultDescriptor.putLong(target, offset + ResultDescriptor.UID_OFFSET, result.uid());
        ResultDescriptor.putLong(target, offset + ResultDescriptor.ORDER_ID_OFFSET, result.orderId());
        ResultDescriptor.putLong(target, offset + ResultDescriptor.PRICE_OFFSET, result.price());
        ResultDescriptor.putLong(target, offset + ResultDescriptor.RESERVE_PRICE_OFFSET, result.reservePrice());
        ResultDescriptor.putLong(target, offset + ResultDescriptor.SIZE_OFFSET, result.size());
        ResultDescriptor.putLong(target, offset + ResultDescriptor.REMAINING_OFFSET, result.remaining());
        ResultDescriptor.putLong(target, offset + ResultDescriptor.AMOUNT_OFFSET, result.amount());
        ResultDescriptor.putLong(target, offset + ResultDescriptor.TRANSACTION_ID_OFFSET, result.transactionId());
        ResultDescriptor.putInt(target, offset + ResultDescriptor.SYMBOL_OFFSET, result.symbol());
        ResultDescriptor.putInt(target, offset + ResultDescriptor.CURRENCY_OFFSET, result.currency());
        result.copyTag(target, offset + ResultDescriptor.HEAD_LENGTH);
        int at = offset + ResultDescriptor.HEAD_LENGTH + tagLength;
        final boolean hasTail = at + eventCount * ResultDescriptor.EVENT_LENGTH < offset + length;
        int version = ResultDescriptor.FIRST_VERSION;
        for (int i = 0; i < eventCount; i++) {
            final EventView event = result.event(i);
            encode(event, target, at);
            if (event.kindCode() > LAST_KIND_OF_FIRST_VERSION) {
                version = Math.max(version, ResultDescriptor.SECOND_VERSION);
                encodeChange(event, target, at);
            }
            if (encodeNewest(event, result.symbol(), target, at)) {
                version = VERSION;
            }
            at += ResultDescriptor.EVENT_LENGTH;
        }
        if (hasTail) {
            version = VERSION;
            encodeTail(result, target, at);
        } else if (result.more()) {
            version = Math.max(version, ResultDescriptor.SECOND_VERSION);
        }
        target[offset + ResultDescriptor.VERSION_OFFSET] = (byte) version;
        if (version != ResultDescriptor.FIRST_VERSION) {
            target[offset + ResultDescriptor.FLAGS_OFFSET] = (byte)
                    ((result.more() ? ResultDescriptor.FLAG_MORE : 0) | (hasTail ? ResultDescriptor.FLAG_TAIL : 0));
        }
        return length;
    }

    private static void encodeTail(final ResultView result, final byte[] target, final int at) {
        final List<SymbolSpec> symbols = result.addedSymbols();
        ResultDescriptor.putLong(
                target, at + ResultDescriptor.TAIL_CONCEALED_OFFSET, result.remaining() - result.shown());
        ResultDescriptor.putLong(target, at + ResultDescriptor.TAIL_SYMBOL_COUNT_OFFSET, symbols.size());
        for (int i = 0; i < symbols.size(); i++) {
            final int place = at + ResultDescriptor.TAIL_LENGTH + i * ResultDescriptor.SYMBOL_LENGTH;
            SymbolBytes.encode(symbols.get(i), target, place);
        }
    }

    /** Encodes the fields that events have from version 3 on; false if this event has none. */
    private static boolean encodeNewest(final EventView event, final int symbol, final byte[] target, final int at) {
        if (event.kindCode() == ACT && event.shown() != event.takerRemaining()) {
            ResultDescriptor.putLong(
                    target, at + ResultDescriptor.EVENT_CONCEALED_OFFSET, event.takerRemaining() - event.shown());
            return true;
        }
        if (event.kindCode() == CANCEL && event.symbol() != symbol) {
            ResultDescriptor.putLong(target, at + ResultDescriptor.EVENT_SYMBOL_OFFSET, event.symbol());
            return true;
        }
        return false;
    }

    /** Encodes the further fields of events whose kind has a code above that of ACT. */
    private static void encodeChange(final EventView event, final byte[] target, final int at) {
        target[at + ResultDescriptor.EVENT_ORDER_SIDE_OFFSET] = (byte) event.orderSideCode();
        target[at + ResultDescriptor.EVENT_KEPT_OFFSET] = (byte) (event.isKept() ? 1 : 0);
        ResultDescriptor.putLong(target, at + ResultDescriptor.EVENT_NEW_ORDER_ID_OFFSET, event.newOrderId());
    }

    private static void encode(final EventView event, final byte[] target, final int at) {
        ResultDescriptor.putLong(target, at, 0);
        target[at + ResultDescriptor.EVENT_KIND_OFFSET] = (byte) event.kindCode();
        target[at + ResultDescriptor.EVENT_TAKER_SIDE_OFFSET] = (byte) event.takerSideCode();
        target[at + ResultDescriptor.EVENT_CAUSE_OFFSET] = (byte) event.causeCode();
        target[at + ResultDescriptor.EVENT_ORDER_TYPE_OFFSET] = (byte) event.orderTypeCode();
        ResultDescriptor.putLong(target, at + ResultDescriptor.EVENT_TRADE_ID_OFFSET, event.tradeId());
        ResultDescriptor.putLong(target, at + ResultDescriptor.EVENT_TAKER_ORDER_ID_OFFSET, event.takerOrderId());
        ResultDescriptor.putLong(target, at + ResultDescriptor.EVENT_TAKER_UID_OFFSET, event.takerUid());
        ResultDescriptor.putLong(target, at + ResultDescriptor.EVENT_MAKER_ORDER_ID_OFFSET, event.makerOrderId());
        ResultDescriptor.putLong(target, at + ResultDescriptor.EVENT_MAKER_UID_OFFSET, event.makerUid());
        ResultDescriptor.putLong(target, at + ResultDescriptor.EVENT_PRICE_OFFSET, event.price());
        ResultDescriptor.putLong(target, at + ResultDescriptor.EVENT_SIZE_OFFSET, event.size());
        ResultDescriptor.putLong(target, at + ResultDescriptor.EVENT_MAKER_REMAINING_OFFSET, event.makerRemaining());
        ResultDescriptor.putLong(target, at + ResultDescriptor.EVENT_TAKER_REMAINING_OFFSET, event.takerRemaining());
        ResultDescriptor.putLong(target, at + ResultDescriptor.EVENT_TAKER_FEE_OFFSET, event.takerFee());
        ResultDescriptor.putLong(target, at + ResultDescriptor.EVENT_MAKER_FEE_OFFSET, event.makerFee());
    }
}
