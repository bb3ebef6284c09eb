package io.daybook.cli.shell;

import io.daybook.api.Exchange;
import io.daybook.api.OrderType;
import io.daybook.api.ResultCode;
import io.daybook.api.StpMode;
import io.daybook.api.SymbolSpec;
import io.daybook.cli.explain.Circumstances;
import io.daybook.cli.explain.NamedCurrency;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Proposes words at the cursor of a line that is being typed. Used by the thread of the session. */
public final class Completions {
    private static final int SYMBOL_OF_BOOK = 1;
    private static final int SYMBOL_OF_ORDER = 2;
    private static final int SYMBOL_BEHIND_SIDE = 3;

    private static final List<String> TERMS = List.of(
            "rises",
            "falls",
            "then",
            "by",
            "step",
            "show",
            "hidden",
            "min",
            "slippage",
            "slide",
            "expires",
            "stp",
            "flagged",
            "take",
            "loss",
            "exit");

    private final Exchange exchange;
    private final ShellOrders orders;

    Completions(final Exchange exchange, final ShellOrders orders) {
        this.exchange = exchange;
        this.orders = orders;
    }

    /**
     * Returns the words that may come next in a line, including words that do not begin with the typed letters.
     *
     * @param words the words of the line so far
     * @param index the index of the word that is being typed, from 0
     */
    public List<String> at(final List<String> words, final int index) {
        if (index == 0) {
            return ShellVerb.words();
        }
        final ShellVerb verb = ShellVerb.of(words.get(0).toLowerCase(Locale.ROOT));
        if (verb == null) {
            return List.of();
        }
        return switch (verb) {
            case PAIR -> index == 2 || index == 3 ? currencies() : List.of("lot", "tick", "fees", "ppm", "prices");
            case FUTURE ->
                index == 2 || index == 3 ? currencies() : List.of("lot", "tick", "fees", "margins", "prices");
            case USER, DEPOSIT, WITHDRAW -> index % 2 == 0 ? currencies() : List.of();
            case BID, ASK -> index == SYMBOL_OF_ORDER ? symbols() : index > 3 ? types() : List.of();
            case STOP, STOP_LIMIT, TOUCH, TRAIL, ICEBERG, OCO, BRACKET ->
                index == 1
                        ? List.of("bid", "ask")
                        : index == SYMBOL_BEHIND_SIDE ? symbols() : index > 4 ? termsOf(verb) : List.of();
            case MASS_CANCEL -> List.of("user", "symbol", "bids", "asks", "flagged", "suspend");
            case TICK -> index == SYMBOL_OF_BOOK ? symbols() : List.of();
            case SET_USER ->
                "stp".equals(words.get(index - 1))
                        ? modes()
                        : index > 1 ? List.of("stp", "group", "orders") : List.of();
            case REPLACE ->
                index == SYMBOL_OF_BOOK ? orderIds() : index > 2 ? List.of("as", "reserve", "at", "then") : List.of();
            case MOVE, REDUCE, CANCEL ->
                index == SYMBOL_OF_BOOK ? orderIds() : index == SYMBOL_OF_ORDER ? symbols() : orderIds();
            case BOOK -> index == SYMBOL_OF_BOOK ? symbols() : List.of();
            case EXPLAIN -> codes();
            case HELP -> ShellVerb.words();
            default -> List.of();
        };
    }

    private static List<String> currencies() {
        final List<String> names = new ArrayList<>();
        for (final NamedCurrency currency : NamedCurrency.values()) {
            names.add(currency.name());
        }
        return names;
    }

    private static List<String> types() {
        final List<String> names = new ArrayList<>();
        for (final OrderType type : OrderType.values()) {
            names.add(type.name().toLowerCase(Locale.ROOT));
        }
        names.add("reserve");
        names.addAll(TERMS);
        return names;
    }

    /** Returns the words for terms; those that the verb needs come first. */
    private static List<String> termsOf(final ShellVerb verb) {
        return switch (verb) {
            case STOP, STOP_LIMIT, TOUCH -> List.of("at", "expires", "stp", "flagged");
            case TRAIL -> List.of("at", "by", "step", "expires", "stp", "flagged");
            case OCO -> List.of("at", "then", "expires", "stp", "flagged");
            case ICEBERG -> List.of("show", "hidden", "expires", "stp", "flagged");
            default -> List.of("take", "loss", "exit", "expires", "stp", "flagged");
        };
    }

    private static List<String> modes() {
        final List<String> names = new ArrayList<>();
        for (final StpMode mode : StpMode.values()) {
            names.add(mode.name().toLowerCase(Locale.ROOT));
        }
        return names;
    }

    private static List<String> codes() {
        final List<String> names = new ArrayList<>();
        for (final ResultCode code : ResultCode.values()) {
            names.add(code.name());
        }
        return names;
    }

    private List<String> symbols() {
        final List<String> ids = new ArrayList<>();
        for (final SymbolSpec spec :
                exchange.query(new Circumstances.Question(0, 0, 0)).join().symbols()) {
            ids.add(String.valueOf(spec.symbol()));
        }
        return ids;
    }

    private List<String> orderIds() {
        return orders.ids().stream().sorted().map(id -> "#" + id).toList();
    }
}
