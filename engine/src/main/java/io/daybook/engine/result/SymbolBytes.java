package io.daybook.engine.result;

import io.daybook.api.FeeType;
import io.daybook.api.SymbolSpec;
import io.daybook.api.SymbolType;
import io.daybook.engine.codec.CodecException;

/** A symbol in the tail of an encoded result; {@link ResultDescriptor} draws it. */
final class SymbolBytes {
    private static final int NUMBERS = 8;

    private SymbolBytes() {}

    static void encode(final SymbolSpec spec, final byte[] target, final int at) {
        ResultDescriptor.putInt(target, at + ResultDescriptor.SYMBOL_ID_OFFSET, spec.symbol());
        target[at + ResultDescriptor.SYMBOL_TYPE_OFFSET] = (byte) spec.type().code();
        target[at + ResultDescriptor.SYMBOL_FEE_TYPE_OFFSET] =
                (byte) spec.feeType().code();
        ResultDescriptor.putShort(target, at + ResultDescriptor.SYMBOL_ZERO_OFFSET, 0);
        ResultDescriptor.putInt(target, at + ResultDescriptor.SYMBOL_BASE_OFFSET, spec.baseCurrency());
        ResultDescriptor.putInt(target, at + ResultDescriptor.SYMBOL_QUOTE_OFFSET, spec.quoteCurrency());
        putNumber(target, at, 0, spec.lotSize());
        putNumber(target, at, 1, spec.tickValue());
        putNumber(target, at, 2, spec.takerFee());
        putNumber(target, at, 3, spec.makerFee());
        putNumber(target, at, 4, spec.marginBuy());
        putNumber(target, at, 5, spec.marginSell());
        putNumber(target, at, 6, spec.minPrice());
        putNumber(target, at, NUMBERS - 1, spec.maxPrice());
    }

    private static void putNumber(final byte[] target, final int at, final int index, final long value) {
        ResultDescriptor.putLong(target, at + ResultDescriptor.SYMBOL_NUMBERS_OFFSET + index * Long.BYTES, value);
    }

    /** Refuses bytes that {@link #decode} could not read. */
    static void require(final byte[] bytes, final int at) {
        final int type = ResultDescriptor.getByte(bytes, at + ResultDescriptor.SYMBOL_TYPE_OFFSET);
        final int feeType = ResultDescriptor.getByte(bytes, at + ResultDescriptor.SYMBOL_FEE_TYPE_OFFSET);
        final int zero = ResultDescriptor.getShort(bytes, at + ResultDescriptor.SYMBOL_ZERO_OFFSET);
        if (!SymbolType.isKnown(type) || !FeeType.isKnown(feeType) || zero != 0) {
            throw new CodecException(
                    "the bytes are not a result: a symbol has an invalid type, fee type or reserved bytes: type=" + type
                            + " feeType=" + feeType + " reserved=" + zero);
        }
    }

    static SymbolSpec decode(final byte[] bytes, final int at) {
        return new SymbolSpec(
                ResultDescriptor.getInt(bytes, at + ResultDescriptor.SYMBOL_ID_OFFSET),
                SymbolType.of(ResultDescriptor.getByte(bytes, at + ResultDescriptor.SYMBOL_TYPE_OFFSET)),
                ResultDescriptor.getInt(bytes, at + ResultDescriptor.SYMBOL_BASE_OFFSET),
                ResultDescriptor.getInt(bytes, at + ResultDescriptor.SYMBOL_QUOTE_OFFSET),
                number(bytes, at, 0),
                number(bytes, at, 1),
                FeeType.of(ResultDescriptor.getByte(bytes, at + ResultDescriptor.SYMBOL_FEE_TYPE_OFFSET)),
                number(bytes, at, 2),
                number(bytes, at, 3),
                number(bytes, at, 4),
                number(bytes, at, 5),
                number(bytes, at, 6),
                number(bytes, at, NUMBERS - 1));
    }

    private static long number(final byte[] bytes, final int at, final int index) {
        return ResultDescriptor.getLong(bytes, at + ResultDescriptor.SYMBOL_NUMBERS_OFFSET + index * Long.BYTES);
    }
}
