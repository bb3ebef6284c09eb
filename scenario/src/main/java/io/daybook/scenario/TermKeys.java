package io.daybook.scenario;

import io.daybook.api.OrderTerms;
import io.daybook.api.PriceSource;
import io.daybook.api.StpMode;
import io.daybook.api.Term;
import io.daybook.api.TriggerWhen;
import io.daybook.wire.json.Json;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the terms of orders as keys of a line, in the order of {@link Term}: as numbers, as names, and as
 * {@code true} for terms without a value. A number that has no name stays a number, which the engine refuses.
 */
final class TermKeys {
    private static final Map<Term, Key> KEYS = new EnumMap<>(Term.class);

    /** A number that is the code of no name. */
    private static final int NO_CODE = -1;

    /** All keys of terms. */
    static final long ALL;

    static {
        KEYS.put(Term.TRIGGER, Key.TRIGGER);
        KEYS.put(Term.WHEN, Key.WHEN);
        KEYS.put(Term.TRIGGER_BY, Key.TRIGGER_BY);
        KEYS.put(Term.STOP_PRICE, Key.STOP_PRICE);
        KEYS.put(Term.TRAIL, Key.TRAIL);
        KEYS.put(Term.TRAIL_STEP, Key.TRAIL_STEP);
        KEYS.put(Term.DISPLAY, Key.DISPLAY);
        KEYS.put(Term.MIN_SIZE, Key.MIN_SIZE);
        KEYS.put(Term.SLIPPAGE, Key.SLIPPAGE);
        KEYS.put(Term.SLIDE, Key.SLIDE);
        KEYS.put(Term.EXPIRE_AT, Key.EXPIRE_AT);
        KEYS.put(Term.DAY, Key.DAY);
        KEYS.put(Term.REDUCE_ONLY, Key.REDUCE_ONLY);
        KEYS.put(Term.STP, Key.STP);
        KEYS.put(Term.FLAGGED, Key.FLAGGED);
        ALL = Key.bits(KEYS.values().toArray(Key[]::new)) | Key.EXIT.bit();
    }

    private TermKeys() {}

    /** Reads the terms of a line. */
    static OrderTerms read(final Fields line) throws BadLineException {
        if (!line.hasAny(ALL)) {
            return OrderTerms.NONE;
        }
        final OrderTerms.Builder terms = OrderTerms.builder();
        for (final Map.Entry<Term, Key> term : KEYS.entrySet()) {
            final Key key = term.getValue();
            if (line.has(key)) {
                terms.set(
                        term.getKey(),
                        switch (term.getKey()) {
                            case WHEN -> line.code(key, TriggerWhen.values(), TriggerWhen::code);
                            case TRIGGER_BY -> line.code(key, PriceSource.values(), PriceSource::code);
                            case STP -> line.code(key, StpMode.values(), StpMode::code);
                            default -> line.number(key);
                        });
            }
        }
        if (line.has(Key.EXIT)) {
            terms.set(Term.EXIT_ORDER_ID, line.ofExit(Key.ORDER_ID))
                    .set(Term.EXIT_PRICE, line.ofExit(Key.PRICE))
                    .set(Term.EXIT_TRIGGER, line.ofExit(Key.TRIGGER))
                    .set(Term.EXIT_STOP_PRICE, line.ofExit(Key.STOP_PRICE));
        }
        return terms.build();
    }

    /** Writes terms into an object that has been begun. */
    static void write(final Json json, final OrderTerms terms) {
        if (terms.isEmpty()) {
            return;
        }
        for (final Map.Entry<Term, Key> term : KEYS.entrySet()) {
            if (terms.has(term.getKey())) {
                json.name(term.getValue().text());
                value(json, term.getKey(), terms.get(term.getKey()));
            }
        }
        if (terms.has(Term.EXIT_ORDER_ID)
                || terms.has(Term.EXIT_PRICE)
                || terms.has(Term.EXIT_TRIGGER)
                || terms.has(Term.EXIT_STOP_PRICE)) {
            json.object("exit").put("orderId", terms.get(Term.EXIT_ORDER_ID));
            ofExit(json, Key.PRICE, terms.get(Term.EXIT_PRICE));
            ofExit(json, Key.TRIGGER, terms.get(Term.EXIT_TRIGGER));
            ofExit(json, Key.STOP_PRICE, terms.get(Term.EXIT_STOP_PRICE));
            json.end();
        }
    }

    private static void ofExit(final Json json, final Key key, final long value) {
        if (value != 0) {
            json.put(key.text(), value);
        }
    }

    private static void value(final Json json, final Term term, final long value) {
        final int code = (int) value == value ? (int) value : NO_CODE;
        switch (term) {
            case WHEN -> name(json, TriggerWhen.isKnown(code) ? TriggerWhen.of(code) : null, value);
            case TRIGGER_BY -> name(json, PriceSource.isKnown(code) ? PriceSource.of(code) : null, value);
            case STP -> name(json, StpMode.isKnown(code) ? StpMode.of(code) : null, value);
            case SLIDE, DAY, REDUCE_ONLY, FLAGGED -> {
                if (code == 0 || code == 1) {
                    json.item(code == 1);
                } else {
                    json.item(value);
                }
            }
            default -> json.item(value);
        }
    }

    private static void name(final Json json, final @Nullable Enum<?> name, final long value) {
        if (name == null) {
            json.item(value);
        } else {
            json.item(name.name());
        }
    }
}
