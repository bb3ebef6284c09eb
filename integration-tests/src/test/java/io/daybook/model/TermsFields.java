package io.daybook.model;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Terms as fields of lines and of reports. */
final class TermsFields {
    private static final List<String> NEVER_ZERO =
            List.of("trigger", "stopPrice", "trail", "trailStep", "minSize", "expireAt");
    private static final List<String> NEVER_FALSE = List.of("slide", "day", "reduceOnly", "flagged");

    private TermsFields() {}

    /** Takes the terms out of a line. */
    static Terms terms(final Fields fields) throws BadLine {
        final Map<String, Long> numbers = new HashMap<>();
        boolean isVoid = false;
        for (final String name : NEVER_ZERO) {
            isVoid |= fields.has(name) && put(numbers, name, fields.number(name)) == 0;
        }
        final Set<String> flags = new HashSet<>();
        for (final String name : NEVER_FALSE) {
            final boolean isThere = fields.has(name);
            final boolean flag = fields.flag(name);
            isVoid |= isThere && !flag;
            if (flag) {
                flags.add(name);
            }
        }
        return new Terms(
                isVoid,
                numbers.getOrDefault("trigger", 0L),
                fields.has("when") ? fields.constant("when", When.class) : null,
                fields.has("triggerBy") ? fields.constant("triggerBy", TriggerBy.class) : null,
                numbers.getOrDefault("stopPrice", 0L),
                numbers.getOrDefault("trail", 0L),
                numbers.getOrDefault("trailStep", 0L),
                fields.has("display") ? fields.number("display") : null,
                numbers.getOrDefault("minSize", 0L),
                fields.has("slippage") ? fields.number("slippage") : null,
                flags.contains("slide"),
                numbers.getOrDefault("expireAt", 0L),
                flags.contains("day"),
                flags.contains("reduceOnly"),
                fields.has("stp") ? fields.constant("stp", StpMode.class) : null,
                flags.contains("flagged"),
                fields.has("exit") ? exit(fields.object("exit")) : null);
    }

    private static long put(final Map<String, Long> numbers, final String name, final long value) {
        numbers.put(name, value);
        return value;
    }

    private static Terms.Exit exit(final Fields fields) throws BadLine {
        final Terms.Exit exit = new Terms.Exit(
                fields.number("orderId"),
                fields.number("price", 0),
                fields.number("trigger", 0),
                fields.number("stopPrice", 0));
        fields.mustBeEmpty();
        return exit;
    }

    /**
     * The terms that an order has now, without those that have their default value; an exit whose lots all wait has
     * only those of its entry before it enters.
     */
    static String of(final Order order) {
        final Terms terms = order.terms;
        final String ofEntry =
                text("stp", order.stpMode == StpMode.NONE ? null : order.stpMode) + flag("flagged", terms.flagged());
        if (order.waitsForItsAct()) {
            return ofEntry;
        }
        final Bracket bracket = order.bracket;
        return number("trigger", terms.trigger())
                + text("when", terms.when())
                + number("stopPrice", terms.stopPrice())
                + number("trail", terms.trail())
                + number("trailStep", terms.trailStep())
                + (terms.display() == null ? "" : ",\"display\":" + terms.display())
                + number("minSize", terms.minSize())
                + (terms.slippage() == null ? "" : ",\"slippage\":" + terms.slippage())
                + flag("slide", terms.slide())
                + number("expireAt", terms.expireAt())
                + ofEntry
                + (bracket == null || order.isExit() ? "" : ",\"exit\":" + exit(bracket.terms()))
                + flag("dormant", order.isDormant());
    }

    private static String exit(final Terms.Exit exit) {
        return "{\"orderId\":" + exit.orderId()
                + number("price", exit.price())
                + number("trigger", exit.trigger())
                + number("stopPrice", exit.stopPrice()) + "}";
    }

    private static String number(final String name, final long value) {
        return value == 0 ? "" : ",\"" + name + "\":" + value;
    }

    private static String text(final String name, final @Nullable Enum<?> value) {
        return value == null ? "" : ",\"" + name + "\":\"" + value + "\"";
    }

    private static String flag(final String name, final boolean value) {
        return value ? ",\"" + name + "\":true" : "";
    }
}
