package io.daybook.scenario;

import static io.daybook.scenario.Key.ACCOUNTS;
import static io.daybook.scenario.Key.AFTER_ORDER_ID;
import static io.daybook.scenario.Key.AFTER_SYMBOL;
import static io.daybook.scenario.Key.AMOUNT;
import static io.daybook.scenario.Key.BASE;
import static io.daybook.scenario.Key.CURRENCY;
import static io.daybook.scenario.Key.DEPTH;
import static io.daybook.scenario.Key.FEE_TYPE;
import static io.daybook.scenario.Key.FLAGGED;
import static io.daybook.scenario.Key.LOT_SIZE;
import static io.daybook.scenario.Key.MAKER_FEE;
import static io.daybook.scenario.Key.MARGIN_BUY;
import static io.daybook.scenario.Key.MARGIN_SELL;
import static io.daybook.scenario.Key.MAX_ORDERS;
import static io.daybook.scenario.Key.MAX_PRICE;
import static io.daybook.scenario.Key.MIN_PRICE;
import static io.daybook.scenario.Key.NEW_ORDER_ID;
import static io.daybook.scenario.Key.ORDER_ID;
import static io.daybook.scenario.Key.PRICE;
import static io.daybook.scenario.Key.QUOTE;
import static io.daybook.scenario.Key.RESERVE_PRICE;
import static io.daybook.scenario.Key.SET;
import static io.daybook.scenario.Key.SIDE;
import static io.daybook.scenario.Key.SIZE;
import static io.daybook.scenario.Key.STOP_PRICE;
import static io.daybook.scenario.Key.SUSPEND;
import static io.daybook.scenario.Key.SYMBOL;
import static io.daybook.scenario.Key.SYMBOLS;
import static io.daybook.scenario.Key.TAKER_FEE;
import static io.daybook.scenario.Key.TICK_VALUE;
import static io.daybook.scenario.Key.TRIGGER;
import static io.daybook.scenario.Key.TXID;
import static io.daybook.scenario.Key.TYPE;
import static io.daybook.scenario.Key.UID;

import io.daybook.api.CommandType;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The commands and queries of scenario lines, each with its name in the text, its required keys and its optional keys.
 */
enum Verb {
    ADD_SYMBOL("add_symbol", CommandType.ADD_SYMBOL, SpecKeys.REQUIRED, SpecKeys.OPTIONAL),
    ADD_SYMBOLS("add_symbols", CommandType.ADD_SYMBOLS, Key.bits(SYMBOLS), 0),
    ADD_USER("add_user", CommandType.ADD_USER, Key.bits(UID), 0),
    ADD_ACCOUNTS("add_accounts", CommandType.ADD_ACCOUNTS, Key.bits(ACCOUNTS), 0),
    ADJUST("adjust", CommandType.ADJUST_BALANCE, Key.bits(UID, CURRENCY, AMOUNT, TXID), 0),
    SUSPEND_USER("suspend_user", CommandType.SUSPEND_USER, Key.bits(UID), 0),
    RESUME_USER("resume_user", CommandType.RESUME_USER, Key.bits(UID), 0),
    PLACE(
            "place",
            CommandType.PLACE_ORDER,
            Key.bits(UID, SYMBOL, ORDER_ID, SIDE, TYPE, PRICE, SIZE),
            Key.bits(RESERVE_PRICE) | TermKeys.ALL),
    MOVE("move", CommandType.MOVE_ORDER, Key.bits(UID, SYMBOL, ORDER_ID, PRICE), 0),
    REDUCE("reduce", CommandType.REDUCE_ORDER, Key.bits(UID, SYMBOL, ORDER_ID, SIZE), 0),
    CANCEL("cancel", CommandType.CANCEL_ORDER, Key.bits(UID, SYMBOL, ORDER_ID), 0),
    REPLACE(
            "replace",
            CommandType.REPLACE_ORDER,
            Key.bits(UID, SYMBOL, ORDER_ID, PRICE, SIZE),
            Key.bits(NEW_ORDER_ID, RESERVE_PRICE, TRIGGER, STOP_PRICE)),
    MASS_CANCEL("mass_cancel", CommandType.MASS_CANCEL, 0, Key.bits(UID, SYMBOL, SIDE, FLAGGED, SUSPEND)),
    TICK("tick", CommandType.TICK, Key.bits(SYMBOL), 0),
    SET_USER("set_user", CommandType.SET_USER, Key.bits(UID, SET), Key.bits(SYMBOL)),
    BOOK("book", CommandType.ORDER_BOOK_REQUEST, Key.bits(SYMBOL), Key.bits(DEPTH)),
    USER_REPORT(
            "user_report", CommandType.USER_REPORT, Key.bits(UID), Key.bits(MAX_ORDERS, AFTER_SYMBOL, AFTER_ORDER_ID)),
    TOTALS_REPORT("totals_report", CommandType.TOTALS_REPORT, 0, 0),
    STATE_HASH("state_hash", CommandType.STATE_HASH, 0, 0),
    SNAPSHOT("snapshot", CommandType.PERSIST_SNAPSHOT, 0, 0),
    NOP("nop", CommandType.NOP, 0, 0),
    RESET("reset", CommandType.RESET, 0, 0);

    /** The keys of a symbol, in {@code add_symbol} itself and in each entry of {@code add_symbols}. */
    static final class SpecKeys {
        static final long REQUIRED = Key.bits(SYMBOL, TYPE, BASE, QUOTE, LOT_SIZE, TICK_VALUE);
        static final long OPTIONAL =
                Key.bits(FEE_TYPE, TAKER_FEE, MAKER_FEE, MARGIN_BUY, MARGIN_SELL, MIN_PRICE, MAX_PRICE);

        private SpecKeys() {}
    }

    /** The keys that any line may have. */
    private static final long COMMON = Key.bits(Key.CMD, Key.COOKIE, Key.TIMESTAMP, Key.SEQ);

    /** The additional keys that a line of a command may have, but not a line of a query. */
    private static final long OF_COMMANDS = Key.bits(Key.TAG);

    private static final Map<String, Verb> BY_TEXT = new HashMap<>();
    private static final Map<CommandType, Verb> BY_TYPE = new EnumMap<>(CommandType.class);
    private static final List<String> TEXTS =
            Arrays.stream(values()).map(verb -> verb.text).toList();

    static {
        for (final Verb verb : values()) {
            BY_TEXT.put(verb.text, verb);
            BY_TYPE.put(verb.type, verb);
        }
    }

    private final String text;
    private final CommandType type;
    private final long required;
    private final long allowed;

    Verb(final String text, final CommandType type, final long required, final long optional) {
        this.text = text;
        this.type = type;
        this.required = required;
        this.allowed = required | optional;
    }

    /** The values of {@code cmd}, in the order of the documentation. */
    static List<String> texts() {
        return TEXTS;
    }

    static @Nullable Verb of(final String text) {
        return BY_TEXT.get(text);
    }

    static Verb of(final CommandType type) {
        return Objects.requireNonNull(BY_TYPE.get(type), type::name);
    }

    /** The value of {@code cmd}. */
    String text() {
        return text;
    }

    long required() {
        return required;
    }

    long allowed() {
        return type.isQuery() ? allowed | COMMON : allowed | COMMON | OF_COMMANDS;
    }
}
