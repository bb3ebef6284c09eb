package io.daybook.cli.export;

import java.util.Locale;

/**
 * The columns of a row, in their order. A row is an event of a command, with the columns of its command; a command
 * without events has one row, whose event is 0 and has no kind. So (seq, event) is a key, the rows with event 0 are the
 * commands, and the rows with a kind are the events. Numbers have the units of the engine: ticks, lots, minor units, ns
 * since the epoch. A column is empty if the command or event does not have it.
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

    /** The version of the columns, which changes with them. All files of a folder have the same version. */
    static final int VERSION = 1;

    /** The name of the column in files, for instance {@code order_id}. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
