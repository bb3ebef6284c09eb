package io.daybook.cli.explain;

import io.daybook.api.AddSymbol;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.Limits;
import io.daybook.api.MassCancel;
import io.daybook.api.MoveOrder;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.SetUser;
import io.daybook.api.Side;
import io.daybook.api.StpMode;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Term;
import io.daybook.api.Tick;
import io.daybook.api.UserReport;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Explains why one command was refused, with the numbers that decided, in sentences. */
public final class Explanation {
    private static final int MOST_NAMED = 8;

    private Explanation() {}

    /** Returns the question whose answer {@link #explain} needs for a command. */
    public static Circumstances.Question question(final Command command) {
        if (command instanceof PlaceOrder order) {
            return new Circumstances.Question(order.uid(), order.symbol(), order.orderId());
        } else if (command instanceof MoveOrder order) {
            return new Circumstances.Question(order.uid(), order.symbol(), order.orderId());
        } else if (command instanceof ReduceOrder order) {
            return new Circumstances.Question(order.uid(), order.symbol(), order.orderId());
        } else if (command instanceof CancelOrder order) {
            return new Circumstances.Question(order.uid(), order.symbol(), order.orderId());
        } else if (command instanceof ReplaceOrder order) {
            return new Circumstances.Question(order.uid(), order.symbol(), order.orderId());
        } else if (command instanceof MassCancel cancel) {
            return new Circumstances.Question(cancel.uid(), cancel.symbol(), 0);
        } else if (command instanceof SetUser set) {
            return new Circumstances.Question(set.uid(), 0, 0);
        } else if (command instanceof AdjustBalance adjustment) {
            return new Circumstances.Question(adjustment.uid(), 0, 0);
        }
        return new Circumstances.Question(0, 0, 0);
    }

    /**
     * Returns the numbers of a refusal; empty if the code explains everything.
     *
     * @param command the refused command
     * @param code its result code
     * @param now the circumstances after the refusal, before the next command
     */
    public static List<String> explain(final Command command, final ResultCode code, final Circumstances now) {
        final List<String> lines = new ArrayList<>();
        if (command instanceof PlaceOrder order) {
            place(order, code, now, lines);
        } else if (command instanceof MoveOrder order) {
            known(order.uid(), order.symbol(), order.orderId(), code, now, lines);
            move(order, code, now, lines);
        } else if (command instanceof ReduceOrder order) {
            known(order.uid(), order.symbol(), order.orderId(), code, now, lines);
        } else if (command instanceof CancelOrder order) {
            known(order.uid(), order.symbol(), order.orderId(), code, now, lines);
        } else if (command instanceof ReplaceOrder order) {
            known(order.uid(), order.symbol(), order.orderId(), code, now, lines);
            replace(order, code, now, lines);
        } else if (command instanceof MassCancel cancel) {
            massCancel(cancel, code, now, lines);
        } else if (command instanceof Tick tick) {
            known(0, tick.symbol(), 0, code, now, lines);
        } else if (command instanceof SetUser set) {
            known(set.uid(), set.symbol(), 0, code, now, lines);
            settings(set, code, lines);
        } else if (command instanceof AdjustBalance adjustment) {
            adjust(adjustment, code, now, lines);
        } else if (command instanceof AddSymbol add && code == ResultCode.SYMBOL_ALREADY_EXISTS) {
            symbols(now, lines);
            lines.add("The command asked for symbol " + add.spec().symbol() + ".");
        }
        return lines;
    }

    private static void place(
            final PlaceOrder order, final ResultCode code, final Circumstances now, final List<String> lines) {
        known(order.uid(), order.symbol(), order.orderId(), code, now, lines);
        final SymbolSpec spec = now.spec(order.symbol());
        if (spec == null) {
            return;
        }
        switch (code) {
            case INVALID_PRICE -> price(spec, order.price(), lines);
            case INVALID_SIZE ->
                lines.add(format(
                        "The size was %,d lots; 1 to %,d are possible. One lot of symbol %d is %s.",
                        order.size(),
                        Limits.MAX_SIZE,
                        spec.symbol(),
                        NamedCurrency.amount(spec.lotSize(), spec.baseCurrency())));
            case RISK_INVALID_RESERVE_BID_PRICE ->
                lines.add(format(
                        "The price was %,d, and the reserve price was %,d; the reserve price must be 0 or %,d to %,d.",
                        order.price(), order.reservePrice(), order.price(), spec.maxPrice()));
            case RISK_ASK_PRICE_LOWER_THAN_FEE -> {
                final boolean budget = order.orderType() == OrderType.FOK_BUDGET;
                lines.add(format(
                        "%s %,d ticks brings %,d × %,d = %,d; the taker's fee is %,d a lot.",
                        budget ? format("The sale of %,d lots for", order.size()) : "One lot at",
                        order.price(),
                        order.price(),
                        spec.tickValue(),
                        BigInteger.valueOf(order.price()).multiply(BigInteger.valueOf(spec.tickValue())),
                        spec.takerFee()));
            }
            case RISK_NSF -> funds(order, spec, now, lines);
            case INVALID_TERMS -> lines.addAll(WrongTerms.of(order, spec));
            case MATCHING_TRIGGER_ALREADY_MET -> met(order.terms().get(Term.TRIGGER), order.symbol(), now, lines);
            case MATCHING_TOO_MANY_TRAILING -> trailing(order, now, lines);
            case MATCHING_DUPLICATE_ORDER_ID -> duplicate(order, now, lines);
            case UNSUPPORTED_ORDER_TYPE ->
                lines.add(format(
                        "The order was of type %s, side %s; symbol %d is of type %s.",
                        order.orderType(), order.side(), spec.symbol(), spec.type()));
            default -> {}
        }
    }

    /**
     * Explains the funds of an order. An order with a stop price holds for the higher of its two prices. For a bracket
     * on a future the engine holds more than this explanation shows.
     */
    private static void funds(
            final PlaceOrder order, final SymbolSpec spec, final Circumstances now, final List<String> lines) {
        if (order.terms().has(Term.EXIT_ORDER_ID) && spec.isFutures()) {
            lines.add("A bracket on a future holds its fee twice, and counts twice in what the margin must cover.");
            return;
        }
        final long reserve = Math.max(order.reservePrice(), order.terms().get(Term.STOP_PRICE));
        lines.addAll(new Funds(now, spec, order.withReservePrice(reserve)).explain());
    }

    private static void met(final long trigger, final int symbol, final Circumstances now, final List<String> lines) {
        lines.add(format(
                "The trigger was %,d; the last price of symbol %d is %,d.",
                trigger, symbol, now.lastPrices().getOrDefault(symbol, 0L)));
    }

    private static void trailing(final PlaceOrder order, final Circumstances now, final List<String> lines) {
        final long own = now.user().orders().stream()
                .filter(live -> live.symbol() == order.symbol() && live.terms().has(Term.TRAIL))
                .count();
        lines.add(format(
                "User %d has %,d trailing orders in symbol %d; the limits are %d of a user and %,d in a symbol.",
                order.uid(), own, order.symbol(), Limits.MAX_TRAILING_OF_USER, Limits.MAX_TRAILING));
    }

    private static void replace(
            final ReplaceOrder replace, final ResultCode code, final Circumstances now, final List<String> lines) {
        final SymbolSpec spec = now.spec(replace.symbol());
        if (spec == null) {
            return;
        }
        switch (code) {
            case INVALID_PRICE -> price(spec, replace.price(), lines);
            case INVALID_SIZE ->
                lines.add(format(
                        "The size was %,d lots; 1 to %,d are possible, and the size of an exit cannot grow.",
                        replace.size(), Limits.MAX_SIZE));
            case MATCHING_TRIGGER_ALREADY_MET -> met(replace.trigger(), replace.symbol(), now, lines);
            case MATCHING_DUPLICATE_ORDER_ID ->
                lines.add("Another live order has the id #" + replace.newOrderId() + ".");
            case INVALID_TERMS ->
                lines.add("The order keeps its other terms, which must fit the new price and size; a trigger or a stop"
                        + " price can be given only to an order that already has one.");
            default -> {
                if (now.live() != null) {
                    lines.add("The order now: " + text(now.live()) + ".");
                }
            }
        }
    }

    private static void massCancel(
            final MassCancel cancel, final ResultCode code, final Circumstances now, final List<String> lines) {
        if (code == ResultCode.AUTH_INVALID_USER && cancel.uid() == 0) {
            lines.add("Without a user a mass cancel needs a symbol, and cannot suspend.");
        } else {
            known(cancel.uid(), cancel.symbol(), 0, code, now, lines);
        }
    }

    private static void settings(final SetUser set, final ResultCode code, final List<String> lines) {
        if (code != ResultCode.INVALID_SETTING) {
            return;
        }
        if (set.symbol() != 0) {
            lines.add("These settings apply to the user in all symbols; the symbol must be 0.");
        }
        set.settings().forEach((setting, value) -> {
            final String range =
                    switch (setting) {
                        case STP_MODE -> value >= 1 && value <= StpMode.values().length ? "" : "a mode";
                        case STP_GROUP -> value >= 0 ? "" : "0 (none) or more";
                        case MAX_OPEN_ORDERS ->
                            value >= 1 && value <= Limits.MAX_LIVE_ORDERS
                                    ? ""
                                    : format("1 to %,d", Limits.MAX_LIVE_ORDERS);
                    };
            if (!range.isEmpty()) {
                lines.add(format("%s was %,d; it must be %s.", setting, value, range));
            }
        });
    }

    /** Explains an unknown user or symbol and, for commands on live orders, an unknown order. */
    private static void known(
            final long uid,
            final int symbol,
            final long orderId,
            final ResultCode code,
            final Circumstances now,
            final List<String> lines) {
        switch (code) {
            case AUTH_INVALID_USER ->
                lines.add(
                        now.users() == Circumstances.NOT_COUNTED
                                ? format("The uid was %d; no user has it.", uid)
                                : format(
                                        "The uid was %d; there are %,d users, and none has this uid.",
                                        uid, now.users()));
            case INVALID_SYMBOL -> {
                lines.add("The symbol was " + symbol + ".");
                symbols(now, lines);
            }
            case MATCHING_UNKNOWN_ORDER_ID -> unknown(uid, symbol, orderId, now, lines);
            default -> {}
        }
    }

    private static void symbols(final Circumstances now, final List<String> lines) {
        if (now.symbols().isEmpty()) {
            lines.add("There are no symbols yet.");
            return;
        }
        final String named = now.symbols().stream()
                .limit(MOST_NAMED)
                .map(spec -> String.valueOf(spec.symbol()))
                .collect(Collectors.joining(", "));
        lines.add("Known symbols: " + named + (now.symbols().size() > MOST_NAMED ? ", …" : "") + ".");
    }

    private static void price(final SymbolSpec spec, final long price, final List<String> lines) {
        lines.add(format(
                "The price was %,d ticks; symbol %d allows %,d to %,d. One tick is %s for one lot.",
                price,
                spec.symbol(),
                spec.minPrice(),
                spec.maxPrice(),
                NamedCurrency.amount(spec.tickValue(), spec.quoteCurrency())));
    }

    private static void duplicate(final PlaceOrder order, final Circumstances now, final List<String> lines) {
        if (now.live() != null) {
            lines.add("A live order has the id #" + order.orderId() + " in symbol " + order.symbol() + ": "
                    + text(now.live()) + ".");
        }
    }

    private static void unknown(
            final long uid, final int symbol, final long orderId, final Circumstances now, final List<String> lines) {
        if (now.live() != null) {
            lines.add(
                    "#" + orderId + " in symbol " + symbol + " is not of user " + uid + ": " + text(now.live()) + ".");
        }
        final List<UserReport.Order> orders = now.user().orders().stream()
                .filter(order -> order.symbol() == symbol)
                .toList();
        final String named = orders.stream()
                .limit(MOST_NAMED)
                .map(order -> "#" + order.orderId())
                .collect(Collectors.joining(", "));
        lines.add("Live orders of user " + uid + " in symbol " + symbol + ": "
                + (orders.isEmpty() ? "none" : named + (orders.size() > MOST_NAMED ? ", …" : "")) + ".");
    }

    private static String text(final Circumstances.LiveOrder live) {
        final UserReport.Order order = live.order();
        return format(
                "%s %,d@%,d of user %d, %,d of its lots left",
                order.side() == Side.BID ? "bid" : "ask", order.size(), order.price(), live.uid(), order.remaining());
    }

    private static void move(
            final MoveOrder move, final ResultCode code, final Circumstances now, final List<String> lines) {
        final SymbolSpec spec = now.spec(move.symbol());
        if (spec == null) {
            return;
        }
        if (code == ResultCode.INVALID_PRICE) {
            price(spec, move.price(), lines);
        } else if (code == ResultCode.MATCHING_MOVE_FAILED_PRICE_OVER_RISK_LIMIT && now.live() != null) {
            final UserReport.Order order = now.live().order();
            lines.add(
                    order.reservePrice() == 0
                            ? format(
                                    "The ask was to move to %,d ticks, which bring %,d a lot; the taker's fee is %,d.",
                                    move.price(), move.price() * spec.tickValue(), spec.takerFee())
                            : format(
                                    "The bid was to move to %,d; its reserve price is %,d.",
                                    move.price(), order.reservePrice()));
        }
    }

    private static void adjust(
            final AdjustBalance adjustment, final ResultCode code, final Circumstances now, final List<String> lines) {
        if (code == ResultCode.AUTH_INVALID_USER) {
            known(adjustment.uid(), 0, 0, code, now, lines);
        } else if (code == ResultCode.USER_MGMT_ADJUSTMENT_NSF) {
            final UserReport.Account account = now.account(adjustment.currency());
            lines.add("Asked for: " + NamedCurrency.amount(-adjustment.amount(), adjustment.currency())
                    + ". Available: " + NamedCurrency.amount(account.available(), adjustment.currency())
                    + format("; balance %,d, of which %,d held.", account.balance(), account.held()));
        } else if (code == ResultCode.USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_SAME
                || code == ResultCode.USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_MANY) {
            lines.add("The transaction id was " + adjustment.transactionId()
                    + "; the ids of a user's adjustments must rise from one to the next, in all currencies together.");
        }
    }

    static String format(final String pattern, final Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
