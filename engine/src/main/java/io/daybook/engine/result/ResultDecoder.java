package io.daybook.engine.result;

import io.daybook.api.ActCause;
import io.daybook.api.CancelReason;
import io.daybook.api.CommandResult;
import io.daybook.api.CommandType;
import io.daybook.api.EventKind;
import io.daybook.api.EventView;
import io.daybook.api.Limits;
import io.daybook.api.OrderType;
import io.daybook.api.ResultCode;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.engine.SlotResultView;
import io.daybook.engine.codec.CodecException;
import io.daybook.kernel.command.Numbering;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Presents the bytes of {@link ResultEncoder} as a result that equals the encoded one in every field, so that listeners
 * cannot distinguish the two. For any bytes, it presents a result or throws {@link CodecException}. A flyweight that
 * allocates only in {@link #toResult()}. Used by one thread.
 */
public final class ResultDecoder implements ResultView {
    private static final int ACT = EventKind.ACT.code();
    private static final int CANCEL = EventKind.CANCEL.code();
    private static final int REPLACE = EventKind.REPLACE.code();

    private final DecodedEvent event = new DecodedEvent();

    private byte[] bytes = new byte[ResultDescriptor.HEAD_LENGTH];
    private int offset;

    /**
     * Moves on to other bytes, which must not change while this view shows them.
     *
     * @param at the offset of the result
     * @param available the number of bytes from that offset on; the result need not take all
     * @return the length of the result
     * @throws CodecException if the bytes are not a result, or are one of another version
     * @throws IndexOutOfBoundsException if the array does not have that many
     */
    public int wrap(final byte[] encoded, final int at, final int available) {
        Objects.checkFromIndexSize(at, available, encoded.length);
        if (available < ResultDescriptor.HEAD_LENGTH) {
            throw damaged("the head needs " + ResultDescriptor.HEAD_LENGTH + " bytes: available=" + available);
        }
        final int version = ResultDescriptor.getByte(encoded, at + ResultDescriptor.VERSION_OFFSET);
        if (version < ResultDescriptor.FIRST_VERSION || version > ResultDescriptor.VERSION) {
            throw damaged("the version is " + version + ", but this program reads " + ResultDescriptor.FIRST_VERSION
                    + " to " + ResultDescriptor.VERSION);
        }
        final int type = ResultDescriptor.getByte(encoded, at + ResultDescriptor.TYPE_OFFSET);
        final int code = ResultDescriptor.getByte(encoded, at + ResultDescriptor.CODE_OFFSET);
        final int tagLength = ResultDescriptor.getByte(encoded, at + ResultDescriptor.TAG_LENGTH_OFFSET);
        final int length = ResultDescriptor.getInt(encoded, at + ResultDescriptor.LENGTH_OFFSET);
        final int events = ResultDescriptor.getInt(encoded, at + ResultDescriptor.EVENT_COUNT_OFFSET);
        require(CommandType.isKnown(type) && Numbering.isCommand(type), "invalid type of a command", type);
        require(ResultCode.isKnown(code), "invalid code of a result", code);
        require(
                tagLength <= Limits.MAX_TAG_BYTES,
                "a tag must have at most " + Limits.MAX_TAG_BYTES + " bytes, but has",
                tagLength);
        require(
                events >= 0 && events <= ResultDescriptor.MAX_EVENTS,
                "a result must have 0 to " + ResultDescriptor.MAX_EVENTS + " events, but has",
                events);
        require(length <= available, "fewer bytes are available than the length of the result", length);
        final int eventsEnd = ResultDescriptor.length(tagLength, events);
        final int tail = version == ResultDescriptor.VERSION ? requireTail(encoded, at, eventsEnd, available) : 0;
        require(
                length == eventsEnd + tail,
                "the length of a result must be that of its head, tag, events and tail, but is",
                length);
        if (version == ResultDescriptor.SECOND_VERSION) {
            requireFlag("more", ResultDescriptor.getByte(encoded, at + ResultDescriptor.MORE_OFFSET));
        }
        for (int i = 0; i < events; i++) {
            requireEvent(encoded, at + ResultDescriptor.length(tagLength, i), version);
        }
        bytes = encoded;
        offset = at;
        return length;
    }

    /** Checks the tail, and returns its length; 0 if there is none. */
    private static int requireTail(final byte[] encoded, final int at, final int eventsEnd, final int available) {
        final int flags = ResultDescriptor.getByte(encoded, at + ResultDescriptor.FLAGS_OFFSET);
        require(flags <= (ResultDescriptor.FLAG_MORE | ResultDescriptor.FLAG_TAIL), "invalid flags of a result", flags);
        if ((flags & ResultDescriptor.FLAG_TAIL) == 0) {
            return 0;
        }
        require(
                eventsEnd <= available - ResultDescriptor.TAIL_LENGTH,
                "the tail of a result is missing; available bytes",
                available);
        final int tail = at + eventsEnd;
        final long concealed = ResultDescriptor.getLong(encoded, tail + ResultDescriptor.TAIL_CONCEALED_OFFSET);
        requireConcealed(concealed, ResultDescriptor.getLong(encoded, at + ResultDescriptor.REMAINING_OFFSET));
        final long symbols = ResultDescriptor.getLong(encoded, tail + ResultDescriptor.TAIL_SYMBOL_COUNT_OFFSET);
        final boolean isCount = symbols >= 0 && symbols <= ResultDescriptor.MAX_SYMBOLS;
        require(isCount, "a command must add 0 to " + ResultDescriptor.MAX_SYMBOLS + " symbols, but adds", symbols);
        final int length = ResultDescriptor.TAIL_LENGTH + (int) symbols * ResultDescriptor.SYMBOL_LENGTH;
        require(eventsEnd <= available - length, "symbols of a result are missing; available bytes", available);
        for (int place = ResultDescriptor.TAIL_LENGTH; place < length; place += ResultDescriptor.SYMBOL_LENGTH) {
            SymbolBytes.require(encoded, tail + place);
        }
        return length;
    }

    private static void requireConcealed(final long concealed, final long remaining) {
        require(
                concealed == 0 || (concealed > 0 && concealed <= remaining),
                "lots that are not shown must be among those that remain",
                concealed);
    }

    private static void requireEvent(final byte[] encoded, final int at, final int version) {
        final int kind = ResultDescriptor.getByte(encoded, at + ResultDescriptor.EVENT_KIND_OFFSET);
        final int side = ResultDescriptor.getByte(encoded, at + ResultDescriptor.EVENT_TAKER_SIDE_OFFSET);
        require(
                EventKind.isKnown(kind) && (kind <= ACT || version > ResultDescriptor.FIRST_VERSION),
                "invalid kind of an event of this version",
                kind);
        final boolean isChange = kind > ACT;
        final boolean hasNoTakerSide = isChange || side == 0 && kind == EventKind.REJECT.code();
        require(hasNoTakerSide ? side == 0 : Side.isKnown(side), "the taker side must fit the kind of event", side);
        if (kind == ACT && version == ResultDescriptor.VERSION) {
            requireConcealed(
                    ResultDescriptor.getLong(encoded, at + ResultDescriptor.EVENT_CONCEALED_OFFSET),
                    ResultDescriptor.getLong(encoded, at + ResultDescriptor.EVENT_TAKER_REMAINING_OFFSET));
        }
        requireCause(kind, ResultDescriptor.getByte(encoded, at + ResultDescriptor.EVENT_CAUSE_OFFSET));
        final int orderType = ResultDescriptor.getByte(encoded, at + ResultDescriptor.EVENT_ORDER_TYPE_OFFSET);
        require(
                kind == ACT ? OrderType.isKnown(orderType) : orderType == 0,
                "invalid order type of an event of this kind",
                orderType);
        final long zeros = ResultDescriptor.getLong(encoded, at) >>> (isChange ? 6 : 4) * Byte.SIZE;
        require(zeros == 0, "reserved bytes of an event must be 0, but are", zeros);
        if (isChange) {
            final int orderSide = ResultDescriptor.getByte(encoded, at + ResultDescriptor.EVENT_ORDER_SIDE_OFFSET);
            require(Side.isKnown(orderSide), "invalid side of an order", orderSide);
            final int kept = ResultDescriptor.getByte(encoded, at + ResultDescriptor.EVENT_KEPT_OFFSET);
            requireFlag("kept", kept);
            require(kept == 0 || kind == REPLACE, "only a REPLACE can be kept, but kept is", kept);
        }
    }

    private static void requireCause(final int kind, final int cause) {
        final boolean isKnown =
                kind == ACT ? ActCause.isKnown(cause) : kind == CANCEL ? CancelReason.isKnown(cause) : cause == 0;
        require(isKnown, "invalid cause of an event of this kind", cause);
    }

    private static void requireFlag(final String name, final int value) {
        require(value == 0 || value == 1, "a flag must be 0 or 1, but " + name + " is", value);
    }

    private static void require(final boolean holds, final String otherwise, final long value) {
        if (!holds) {
            throw damaged(otherwise + ": " + value);
        }
    }

    private static CodecException damaged(final String what) {
        return new CodecException("the bytes are not a result: " + what);
    }

    private int intAt(final int field) {
        return ResultDescriptor.getInt(bytes, offset + field);
    }

    private long longAt(final int field) {
        return ResultDescriptor.getLong(bytes, offset + field);
    }

    @Override
    public long seq() {
        return longAt(ResultDescriptor.SEQ_OFFSET);
    }

    @Override
    public long timestampNs() {
        return longAt(ResultDescriptor.TIMESTAMP_OFFSET);
    }

    @Override
    public int typeCode() {
        return ResultDescriptor.getByte(bytes, offset + ResultDescriptor.TYPE_OFFSET);
    }

    @Override
    public int resultCode() {
        return ResultDescriptor.getByte(bytes, offset + ResultDescriptor.CODE_OFFSET);
    }

    @Override
    public long cookie() {
        return longAt(ResultDescriptor.COOKIE_OFFSET);
    }

    @Override
    public int tagLength() {
        return ResultDescriptor.getByte(bytes, offset + ResultDescriptor.TAG_LENGTH_OFFSET);
    }

    @Override
    public void copyTag(final byte[] target, final int targetOffset) {
        System.arraycopy(bytes, offset + ResultDescriptor.HEAD_LENGTH, target, targetOffset, tagLength());
    }

    @Override
    public long uid() {
        return longAt(ResultDescriptor.UID_OFFSET);
    }

    @Override
    public int symbol() {
        return intAt(ResultDescriptor.SYMBOL_OFFSET);
    }

    @Override
    public long orderId() {
        return longAt(ResultDescriptor.ORDER_ID_OFFSET);
    }

    @Override
    public int sideCode() {
        final int side = ResultDescriptor.getShort(bytes, offset + ResultDescriptor.SIDE_OFFSET);
        return isOfFirstVersion() ? side : (byte) side;
    }

    @Override
    public boolean more() {
        return !isOfFirstVersion() && (bytes[offset + ResultDescriptor.MORE_OFFSET] & ResultDescriptor.FLAG_MORE) != 0;
    }

    private boolean isOfNewestVersion() {
        return bytes[offset + ResultDescriptor.VERSION_OFFSET] == ResultDescriptor.VERSION;
    }

    private boolean hasTail() {
        return isOfNewestVersion() && (bytes[offset + ResultDescriptor.FLAGS_OFFSET] & ResultDescriptor.FLAG_TAIL) != 0;
    }

    private int tail() {
        return offset + ResultDescriptor.length(tagLength(), eventCount());
    }

    /** {@inheritDoc} Bytes of an older version do not have the shown lots; all remaining lots then count as shown. */
    @Override
    public long shown() {
        return hasTail()
                ? remaining() - ResultDescriptor.getLong(bytes, tail() + ResultDescriptor.TAIL_CONCEALED_OFFSET)
                : remaining();
    }

    /** {@inheritDoc} Bytes of an older version do not have the added symbols; the list is then empty. */
    @Override
    public List<SymbolSpec> addedSymbols() {
        if (!hasTail()) {
            return List.of();
        }
        final int first = tail() + ResultDescriptor.TAIL_LENGTH;
        final int count = ResultDescriptor.getInt(bytes, tail() + ResultDescriptor.TAIL_SYMBOL_COUNT_OFFSET);
        final List<SymbolSpec> symbols = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            symbols.add(SymbolBytes.decode(bytes, first + i * ResultDescriptor.SYMBOL_LENGTH));
        }
        return symbols;
    }

    private boolean isOfFirstVersion() {
        return bytes[offset + ResultDescriptor.VERSION_OFFSET] <= ResultDescriptor.FIRST_VERSION;
    }

    @Override
    public int orderTypeCode() {
        return ResultDescriptor.getShort(bytes, offset + ResultDescriptor.ORDER_TYPE_OFFSET);
    }

    @Override
    public long price() {
        return longAt(ResultDescriptor.PRICE_OFFSET);
    }

    @Override
    public long reservePrice() {
        return longAt(ResultDescriptor.RESERVE_PRICE_OFFSET);
    }

    @Override
    public long size() {
        return longAt(ResultDescriptor.SIZE_OFFSET);
    }

    @Override
    public long remaining() {
        return longAt(ResultDescriptor.REMAINING_OFFSET);
    }

    @Override
    public int currency() {
        return intAt(ResultDescriptor.CURRENCY_OFFSET);
    }

    @Override
    public long amount() {
        return longAt(ResultDescriptor.AMOUNT_OFFSET);
    }

    @Override
    public long transactionId() {
        return longAt(ResultDescriptor.TRANSACTION_ID_OFFSET);
    }

    @Override
    public int eventCount() {
        return intAt(ResultDescriptor.EVENT_COUNT_OFFSET);
    }

    @Override
    public EventView event(final int index) {
        Objects.checkIndex(index, eventCount());
        event.at = offset + ResultDescriptor.length(tagLength(), index);
        return event;
    }

    @Override
    public CommandResult toResult() {
        return SlotResultView.copyOf(this);
    }

    /** One event of the bytes. */
    private final class DecodedEvent implements EventView {
        private int at;

        private long longAt(final int field) {
            return ResultDescriptor.getLong(bytes, at + field);
        }

        @Override
        public int kindCode() {
            return ResultDescriptor.getByte(bytes, at + ResultDescriptor.EVENT_KIND_OFFSET);
        }

        @Override
        public long tradeId() {
            return kindCode() < ACT ? longAt(ResultDescriptor.EVENT_TRADE_ID_OFFSET) : 0; // otherwise another field
        }

        @Override
        public int symbol() {
            final int ofCommand = ResultDecoder.this.symbol();
            return ofCommand == 0 && kindCode() == CANCEL && isOfNewestVersion()
                    ? ResultDescriptor.getInt(bytes, at + ResultDescriptor.EVENT_SYMBOL_OFFSET)
                    : ofCommand;
        }

        @Override
        public long shown() {
            if (kindCode() != ACT) {
                return 0;
            }
            return isOfNewestVersion()
                    ? takerRemaining() - longAt(ResultDescriptor.EVENT_CONCEALED_OFFSET)
                    : takerRemaining();
        }

        @Override
        public long newOrderId() {
            final boolean hasOne = kindCode() > ACT && kindCode() != CANCEL;
            return hasOne ? longAt(ResultDescriptor.EVENT_NEW_ORDER_ID_OFFSET) : 0;
        }

        @Override
        public int orderSideCode() {
            return ResultDescriptor.getByte(bytes, at + ResultDescriptor.EVENT_ORDER_SIDE_OFFSET);
        }

        @Override
        public boolean isKept() {
            return bytes[at + ResultDescriptor.EVENT_KEPT_OFFSET] != 0;
        }

        @Override
        public long takerOrderId() {
            return longAt(ResultDescriptor.EVENT_TAKER_ORDER_ID_OFFSET);
        }

        @Override
        public long takerUid() {
            return longAt(ResultDescriptor.EVENT_TAKER_UID_OFFSET);
        }

        @Override
        public int takerSideCode() {
            return ResultDescriptor.getByte(bytes, at + ResultDescriptor.EVENT_TAKER_SIDE_OFFSET);
        }

        @Override
        public long makerOrderId() {
            return longAt(ResultDescriptor.EVENT_MAKER_ORDER_ID_OFFSET);
        }

        @Override
        public long makerUid() {
            return longAt(ResultDescriptor.EVENT_MAKER_UID_OFFSET);
        }

        @Override
        public long price() {
            return longAt(ResultDescriptor.EVENT_PRICE_OFFSET);
        }

        @Override
        public long size() {
            return longAt(ResultDescriptor.EVENT_SIZE_OFFSET);
        }

        @Override
        public long makerRemaining() {
            return longAt(ResultDescriptor.EVENT_MAKER_REMAINING_OFFSET);
        }

        @Override
        public long takerRemaining() {
            return longAt(ResultDescriptor.EVENT_TAKER_REMAINING_OFFSET);
        }

        @Override
        public long takerFee() {
            return longAt(ResultDescriptor.EVENT_TAKER_FEE_OFFSET);
        }

        @Override
        public long makerFee() {
            return longAt(ResultDescriptor.EVENT_MAKER_FEE_OFFSET);
        }

        @Override
        public int causeCode() {
            return ResultDescriptor.getByte(bytes, at + ResultDescriptor.EVENT_CAUSE_OFFSET);
        }

        @Override
        public int orderTypeCode() {
            return ResultDescriptor.getByte(bytes, at + ResultDescriptor.EVENT_ORDER_TYPE_OFFSET);
        }
    }
}
