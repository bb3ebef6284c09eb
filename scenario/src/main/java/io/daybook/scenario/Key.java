package io.daybook.scenario;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A key of a scenario line, with its one kind of value. */
enum Key {
    CMD("cmd", Kind.TEXT),
    COOKIE("cookie", Kind.INT64),
    TAG("tag", Kind.TEXT),
    TIMESTAMP("timestamp", Kind.INT64),
    SEQ("seq", Kind.INT64),
    SYMBOL("symbol", Kind.INT32),
    TYPE("type", Kind.TEXT),
    BASE("base", Kind.INT32),
    QUOTE("quote", Kind.INT32),
    LOT_SIZE("lotSize", Kind.INT64),
    TICK_VALUE("tickValue", Kind.INT64),
    FEE_TYPE("feeType", Kind.TEXT),
    TAKER_FEE("takerFee", Kind.INT64),
    MAKER_FEE("makerFee", Kind.INT64),
    MARGIN_BUY("marginBuy", Kind.INT64),
    MARGIN_SELL("marginSell", Kind.INT64),
    MIN_PRICE("minPrice", Kind.INT64),
    MAX_PRICE("maxPrice", Kind.INT64),
    SYMBOLS("symbols", Kind.SYMBOLS),
    UID("uid", Kind.INT64),
    ACCOUNTS("accounts", Kind.ACCOUNTS),
    CURRENCY("currency", Kind.INT32),
    AMOUNT("amount", Kind.INT64),
    TXID("txid", Kind.INT64),
    ORDER_ID("orderId", Kind.INT64),
    SIDE("side", Kind.TEXT),
    PRICE("price", Kind.INT64),
    RESERVE_PRICE("reservePrice", Kind.INT64),
    SIZE("size", Kind.INT64),
    DEPTH("depth", Kind.INT32),
    MAX_ORDERS("maxOrders", Kind.INT32),
    AFTER_SYMBOL("afterSymbol", Kind.INT32),
    AFTER_ORDER_ID("afterOrderId", Kind.INT64),
    NEW_ORDER_ID("newOrderId", Kind.INT64),
    TRIGGER("trigger", Kind.INT64),
    WHEN("when", Kind.NAME),
    TRIGGER_BY("triggerBy", Kind.NAME),
    STOP_PRICE("stopPrice", Kind.INT64),
    TRAIL("trail", Kind.INT64),
    TRAIL_STEP("trailStep", Kind.INT64),
    DISPLAY("display", Kind.INT64),
    MIN_SIZE("minSize", Kind.INT64),
    SLIPPAGE("slippage", Kind.INT64),
    SLIDE("slide", Kind.FLAG),
    EXPIRE_AT("expireAt", Kind.INT64),
    DAY("day", Kind.FLAG),
    REDUCE_ONLY("reduceOnly", Kind.FLAG),
    STP("stp", Kind.NAME),
    FLAGGED("flagged", Kind.FLAG),
    EXIT("exit", Kind.EXIT),
    SUSPEND("suspend", Kind.FLAG),
    SET("set", Kind.SETTINGS);

    /** The kinds of values. */
    enum Kind {
        INT32("an integer that fits in 32 bits"),
        INT64("an integer that fits in 64 bits"),
        TEXT("a string"),
        SYMBOLS("a list of symbol objects"),
        ACCOUNTS("an object of uid to currency to amount"),
        NAME("a name"),
        FLAG("true or false"),
        EXIT("an object with orderId, price, trigger and stopPrice"),
        SETTINGS("an object of settings");

        private final String expected;

        Kind(final String expected) {
            this.expected = expected;
        }

        /** The expected value, for errors. */
        String expected() {
            return expected;
        }

        /** Returns whether the value contains nested keys. */
        boolean isNested() {
            return this == SYMBOLS || this == ACCOUNTS || this == EXIT || this == SETTINGS;
        }
    }

    private static final Map<String, Key> BY_TEXT = new HashMap<>();

    static {
        for (final Key key : values()) {
            BY_TEXT.put(key.text, key);
        }
    }

    private final String text;
    private final Kind kind;

    Key(final String text, final Kind kind) {
        this.text = text;
        this.kind = kind;
    }

    static @Nullable Key of(final String text) {
        return BY_TEXT.get(text);
    }

    String text() {
        return text;
    }

    Kind kind() {
        return kind;
    }

    /** The key's index in tables that exist only within the process. */
    @SuppressWarnings("EnumOrdinal") // Never written anywhere, so that the order may change.
    int index() {
        return ordinal();
    }

    @SuppressWarnings("EnumOrdinal") // Never written anywhere, so that the order may change.
    static Key at(final int index) {
        return values()[index];
    }

    /** The key's bit in a set of keys. */
    long bit() {
        return 1L << index();
    }

    static long bits(final Key... keys) {
        long bits = 0;
        for (final Key key : keys) {
            bits |= key.bit();
        }
        return bits;
    }
}
