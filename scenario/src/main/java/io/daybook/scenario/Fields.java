package io.daybook.scenario;

import io.daybook.api.FeeType;
import io.daybook.api.Limits;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.SymbolType;
import io.daybook.api.UserSetting;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The keys and values of one JSON object. They are collected before they are interpreted, because keys may come in any
 * order.
 */
final class Fields {
    private final long[] numbers = new long[Key.values().length];
    private final @Nullable String[] texts = new String[Key.values().length];
    private @Nullable List<SymbolSpec> symbols;
    private @Nullable SortedMap<Long, SortedMap<Integer, Long>> accounts;
    private final long[] exit = new long[Key.values().length];
    private SortedMap<UserSetting, Long> settings = new TreeMap<>();
    private long present;

    void clear() {
        present = 0;
        symbols = null;
        accounts = null;
        settings = new TreeMap<>();
    }

    /** Records that a key was found. Returns whether it is the first time. */
    boolean add(final Key key) {
        final boolean first = !has(key);
        present |= key.bit();
        return first;
    }

    /** Sets a number, also for a key whose values are names. */
    void put(final Key key, final long number) {
        numbers[key.index()] = number;
        texts[key.index()] = null;
    }

    void put(final Key key, final String text) {
        texts[key.index()] = text;
    }

    void symbols(final List<SymbolSpec> specs) {
        symbols = specs;
    }

    void accounts(final SortedMap<Long, SortedMap<Integer, Long>> balances) {
        accounts = balances;
    }

    /** Sets the object of the key {@code exit}. */
    void exit(final Fields fields) {
        for (final Key key : List.of(Key.ORDER_ID, Key.PRICE, Key.TRIGGER, Key.STOP_PRICE)) {
            exit[key.index()] = fields.number(key);
        }
    }

    /** Returns the value of a key in {@code exit}; 0 if it is missing. */
    long ofExit(final Key key) {
        return has(Key.EXIT) ? exit[key.index()] : 0;
    }

    void settings(final SortedMap<UserSetting, Long> values) {
        settings = values;
    }

    SortedMap<UserSetting, Long> settings() {
        return settings;
    }

    boolean hasAny(final long keys) {
        return (present & keys) != 0;
    }

    boolean has(final Key key) {
        return (present & key.bit()) != 0;
    }

    /** Refuses missing keys and keys that do not belong to {@code owner}. */
    void require(final String owner, final long required, final long allowed) throws BadLineException {
        final long foreign = present & ~allowed;
        if (foreign != 0) {
            throw new BadLineException(
                    "unknown key \"" + first(foreign).text() + "\" in " + owner + "; expected " + names(allowed));
        }
        final long missing = required & ~present;
        if (missing != 0) {
            final Key key = first(missing);
            throw new BadLineException("missing key \"" + key.text() + "\" in " + owner + "; expected "
                    + key.kind().expected());
        }
    }

    long number(final Key key) {
        return number(key, 0);
    }

    long number(final Key key, final long absent) {
        return has(key) ? numbers[key.index()] : absent;
    }

    /** Returns whether a key of a mass cancel is present and true. A number is refused. */
    boolean isTrue(final Key key) throws BadLineException {
        final long value = number(key);
        if (value != 0 && value != 1) {
            throw new BadLineException("key \"" + key.text() + "\": found " + value + "; expected "
                    + key.kind().expected());
        }
        return value == 1;
    }

    /** Returns the value of a 32-bit key, whose range the reader has checked. */
    int int32(final Key key) {
        return (int) number(key);
    }

    String text(final Key key) {
        final String text = has(key) ? texts[key.index()] : null;
        return text == null ? "" : text;
    }

    /** Returns the tag, in lower-case digits; empty for none. */
    String tag() throws BadLineException {
        if (!has(Key.TAG)) {
            return "";
        }
        final String digits = text(Key.TAG).toLowerCase(Locale.ROOT);
        final boolean isHex = digits.chars().allMatch(HexFormat::isHexDigit);
        if (!isHex || digits.isEmpty() || digits.length() % 2 != 0 || digits.length() > 2 * Limits.MAX_TAG_BYTES) {
            throw new BadLineException("key \"tag\": found " + Excerpt.quoted(text(Key.TAG)) + "; expected 1 to "
                    + Limits.MAX_TAG_BYTES + " bytes, as two hexadecimal digits each");
        }
        return digits;
    }

    List<SymbolSpec> symbols() {
        return symbols == null ? List.of() : symbols;
    }

    SortedMap<Long, SortedMap<Integer, Long>> accounts() {
        return accounts == null ? new TreeMap<>() : accounts;
    }

    Side side() throws BadLineException {
        return constant(Key.SIDE, Side.values());
    }

    OrderType orderType() throws BadLineException {
        return constant(Key.TYPE, OrderType.values());
    }

    SymbolSpec spec() throws BadLineException {
        return new SymbolSpec(
                int32(Key.SYMBOL),
                constant(Key.TYPE, SymbolType.values()),
                int32(Key.BASE),
                int32(Key.QUOTE),
                number(Key.LOT_SIZE),
                number(Key.TICK_VALUE),
                has(Key.FEE_TYPE) ? constant(Key.FEE_TYPE, FeeType.values()) : FeeType.PER_LOT,
                number(Key.TAKER_FEE),
                number(Key.MAKER_FEE),
                number(Key.MARGIN_BUY),
                number(Key.MARGIN_SELL),
                number(Key.MIN_PRICE, 1),
                number(Key.MAX_PRICE, Limits.MAX_PRICE));
    }

    /** Returns the code of a name, or a number that has no name, because a journal can contain such numbers too. */
    <E extends Enum<E>> long code(final Key key, final E[] values, final ToIntFunction<E> code)
            throws BadLineException {
        if (texts[key.index()] != null) {
            return code.applyAsInt(constant(key, values));
        }
        final long number = number(key);
        for (final E value : values) {
            if (code.applyAsInt(value) == number) {
                throw new BadLineException(
                        "key \"" + key.text() + "\": found " + number + "; expected one of " + Arrays.toString(values));
            }
        }
        return number;
    }

    private <E extends Enum<E>> E constant(final Key key, final E[] values) throws BadLineException {
        final String text = text(key);
        for (final E value : values) {
            if (value.name().equals(text)) {
                return value;
            }
        }
        throw new BadLineException("key \"" + key.text() + "\": unknown value " + Excerpt.quoted(text)
                + "; expected one of " + Arrays.toString(values));
    }

    private static Key first(final long bits) {
        return Key.at(Long.numberOfTrailingZeros(bits));
    }

    private static String names(final long bits) {
        final StringBuilder names = new StringBuilder();
        for (final Key key : Key.values()) {
            if ((bits & key.bit()) != 0) {
                names.append(names.isEmpty() ? "" : ", ").append(key.text());
            }
        }
        return names.toString();
    }
}
