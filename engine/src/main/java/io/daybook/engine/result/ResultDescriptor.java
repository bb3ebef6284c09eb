package io.daybook.engine.result;

import io.daybook.api.Limits;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * One encoded result, little-endian: a head, the sender's tag, and as many events as the head counts.
 *
 * <pre>
 *         0         1      2      3           4        8              10               12
 *       0 | version | type | code | tagLength | length | sideCode     | orderTypeCode  | eventCount |
 *        16                              24                              32              40
 *      16 | seq                          | timestampNs                  | cookie        | uid       |
 *      48 | orderId                      | price                        | reservePrice  | size      |
 *      80 | remaining                    | amount                       | transactionId             |
 *     104 | symbol     | currency        |
 *     112 | tag: tagLength bytes | event | event | ...
 *
 *  event  0      1           2       3           4      8         16             24         32             40
 *       0 | kind | takerSide | cause | orderType | zero | tradeId | takerOrderId | takerUid | makerOrderId | makerUid |
 *        48      56     64               72               80         88
 *      48 | price | size | makerRemaining | takerRemaining | takerFee | makerFee |
 * </pre>
 *
 * <p>Version, type, code, tagLength, kind, takerSide, cause and orderType have one byte, sideCode and orderTypeCode
 * two, length, eventCount, symbol and currency four, all others eight. {@code length} is that of the whole, so that
 * results can follow each other. All fields of {@link io.daybook.api.ResultView} and {@link io.daybook.api.EventView}
 * are encoded, with their meanings; fields that a kind does not have are 0.
 *
 * <p>Version 2 has room for the fields of conditional orders: events of the kinds after ACT, and {@code more}. It
 * differs in the fields drawn here, of one byte except for newOrderId. A result that has neither is written as version
 * 1.
 *
 * <pre>
 *         8      9      10
 *       8 | side | more | ...
 *
 *  event  4           5      6
 *       4 | orderSide | kept | zero |
 *       8 | tradeId; of a REPLACE newOrderId |
 * </pre>
 *
 * <p>Version 3 has the shown lots of books, and the symbol of an event. Its byte 9 has flags: 1 for {@code more}, 2 for
 * a tail after the events. If all lots that remain are shown, no symbol was added, and no order of a symbol that the
 * command does not name was cancelled, a result is written as version 1 or 2.
 *
 * <pre>
 *  event  8
 *       8 | tradeId; of an ACT concealed, lots that remain and are not shown; of a CANCEL the symbol |
 *
 *  tail   0           8             12     16
 *       0 | concealed | symbolCount | zero | symbol | symbol | ...
 *
 *  symbol 0        4      5         6      8              12              16        24
 *       0 | symbol | type | feeType | zero | baseCurrency | quoteCurrency | lotSize | tickValue |
 *        32         40         48          56           64         72
 *      32 | takerFee | makerFee | marginBuy | marginSell | minPrice | maxPrice |
 * </pre>
 *
 * <p>Accounts that were opened and settings are in the command, not in the result. Reports answer queries, have no seq
 * and are not encoded here.
 *
 * <p>Fixed offsets, as in SBE: encoding copies fields, and a decoder reads a field on demand.
 */
final class ResultDescriptor {
    /** The newest version, with everything that a result can have. */
    static final int VERSION = 3;

    /** The version without a tail, and without lots of acts that are not shown. */
    static final int SECOND_VERSION = 2;

    /** The version without events of the kinds after ACT and without {@code more}. */
    static final int FIRST_VERSION = 1;

    static final int VERSION_OFFSET = 0;
    static final int TYPE_OFFSET = 1;
    static final int CODE_OFFSET = 2;
    static final int TAG_LENGTH_OFFSET = 3;
    static final int LENGTH_OFFSET = 4;
    static final int SIDE_OFFSET = 8;
    static final int MORE_OFFSET = 9;
    static final int FLAGS_OFFSET = MORE_OFFSET;
    static final int FLAG_MORE = 1;
    static final int FLAG_TAIL = 2;
    static final int ORDER_TYPE_OFFSET = 10;
    static final int EVENT_COUNT_OFFSET = 12;
    static final int SEQ_OFFSET = 16;
    static final int TIMESTAMP_OFFSET = 24;
    static final int COOKIE_OFFSET = 32;
    static final int UID_OFFSET = 40;
    static final int ORDER_ID_OFFSET = 48;
    static final int PRICE_OFFSET = 56;
    static final int RESERVE_PRICE_OFFSET = 64;
    static final int SIZE_OFFSET = 72;
    static final int REMAINING_OFFSET = 80;
    static final int AMOUNT_OFFSET = 88;
    static final int TRANSACTION_ID_OFFSET = 96;
    static final int SYMBOL_OFFSET = 104;
    static final int CURRENCY_OFFSET = 108;
    static final int HEAD_LENGTH = 112;

    static final int EVENT_KIND_OFFSET = 0;
    static final int EVENT_TAKER_SIDE_OFFSET = 1;
    static final int EVENT_CAUSE_OFFSET = 2;
    static final int EVENT_ORDER_TYPE_OFFSET = 3;
    static final int EVENT_ORDER_SIDE_OFFSET = 4;
    static final int EVENT_KEPT_OFFSET = 5;
    static final int EVENT_TRADE_ID_OFFSET = 8;
    static final int EVENT_NEW_ORDER_ID_OFFSET = EVENT_TRADE_ID_OFFSET;
    static final int EVENT_CONCEALED_OFFSET = EVENT_TRADE_ID_OFFSET;
    static final int EVENT_SYMBOL_OFFSET = EVENT_TRADE_ID_OFFSET;
    static final int EVENT_TAKER_ORDER_ID_OFFSET = 16;
    static final int EVENT_TAKER_UID_OFFSET = 24;
    static final int EVENT_MAKER_ORDER_ID_OFFSET = 32;
    static final int EVENT_MAKER_UID_OFFSET = 40;
    static final int EVENT_PRICE_OFFSET = 48;
    static final int EVENT_SIZE_OFFSET = 56;
    static final int EVENT_MAKER_REMAINING_OFFSET = 64;
    static final int EVENT_TAKER_REMAINING_OFFSET = 72;
    static final int EVENT_TAKER_FEE_OFFSET = 80;
    static final int EVENT_MAKER_FEE_OFFSET = 88;
    static final int EVENT_LENGTH = 96;

    static final int TAIL_CONCEALED_OFFSET = 0;
    static final int TAIL_SYMBOL_COUNT_OFFSET = 8;
    static final int TAIL_LENGTH = 16;

    static final int SYMBOL_ID_OFFSET = 0;
    static final int SYMBOL_TYPE_OFFSET = 4;
    static final int SYMBOL_FEE_TYPE_OFFSET = 5;
    static final int SYMBOL_ZERO_OFFSET = 6;
    static final int SYMBOL_BASE_OFFSET = 8;
    static final int SYMBOL_QUOTE_OFFSET = 12;
    static final int SYMBOL_NUMBERS_OFFSET = 16;
    static final int SYMBOL_LENGTH = 80;

    /** The most symbols that a command can add: each of the 13 numbers of a symbol takes at least a byte. */
    static final int MAX_SYMBOLS = Limits.MAX_COMMAND_BYTES / 13;

    /** The most events of a result that fits in one array. */
    static final int MAX_EVENTS =
            (Integer.MAX_VALUE - 64 - HEAD_LENGTH - Limits.MAX_TAG_BYTES - TAIL_LENGTH - MAX_SYMBOLS * SYMBOL_LENGTH)
                    / EVENT_LENGTH;

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private ResultDescriptor() {}

    static int length(final int tagLength, final int eventCount) {
        return HEAD_LENGTH + tagLength + eventCount * EVENT_LENGTH;
    }

    static int getByte(final byte[] bytes, final int index) {
        return bytes[index] & 0xFF;
    }

    static int getShort(final byte[] bytes, final int index) {
        return (short) SHORT.get(bytes, index);
    }

    static int getInt(final byte[] bytes, final int index) {
        return (int) INT.get(bytes, index);
    }

    static long getLong(final byte[] bytes, final int index) {
        return (long) LONG.get(bytes, index);
    }

    static void putShort(final byte[] bytes, final int index, final int value) {
        SHORT.set(bytes, index, (short) value);
    }

    static void putInt(final byte[] bytes, final int index, final int value) {
        INT.set(bytes, index, value);
    }

    static void putLong(final byte[] bytes, final int index, final long value) {
        LONG.set(bytes, index, value);
    }
}
