package io.daybook.cli.export;

import java.util.Locale;

/**
 * The columns of a row, in their order. A row is an event of a command, with the columns of its command; a command
 * without events has one row, whose event is 0 and has no kind. So (seq, event) is a key, the rows with event 0 are the
 * commands, and those with a kind the events. Numbers are those of the engine: ticks, lots, minor units, ns since the
 * epoch. What a command or an event does not have is empty.
 */
enum EventColumn {
    SEQ,
    EVENT,
    TIME,
    COMMAND,
    RESULT,
    COOKIE,
    TAG,
    UID,
    SYMBOL,
    ORDER_ID,
    SIDE,
    TYPE,
    PRICE,
    SIZE,
    REMAINING,
    CURRENCY,
    AMOUNT,
    TRANSACTION_ID,
    KIND,
    EVENT_SYMBOL,
    TRADE_ID,
    EVENT_ORDER_ID,
    EVENT_UID,
    EVENT_SIDE,
    EVENT_TYPE,
    EVENT_PRICE,
    EVENT_SIZE,
    EVENT_REMAINING,
    EVENT_FEE,
    MAKER_ORDER_ID,
    MAKER_UID,
    MAKER_REMAINING,
    MAKER_FEE,
    CAUSE,
    NEW_ORDER_ID,
    KEPT;

    /** Changes with the columns: a folder has files of one version. */
    static final int VERSION = 1;

    /** Its name in files, for instance {@code order_id}. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
