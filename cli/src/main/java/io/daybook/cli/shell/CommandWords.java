package io.daybook.cli.shell;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.MoveOrder;
import io.daybook.api.OrderType;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.ResumeUser;
import io.daybook.api.Side;
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;

/** Makes commands of words. Used by one thread. */
final class CommandWords {
    private final SessionOrders orders;
    private final LongUnaryOperator lastTransactionId;

    /**
     * A maker of commands.
     *
     * @param orders what was placed so far
     * @param lastTransactionId the last transaction id of a uid; adjustments get the next one
     */
    CommandWords(final SessionOrders orders, final LongUnaryOperator lastTransactionId) {
        this.orders = orders;
        this.lastTransactionId = lastTransactionId;
    }

    /** The command of a line whose verb is one of a command. */
    Command read(final ShellVerb verb, final Words words) throws ShellException {
        final Command command =
                switch (verb) {
                    case PAIR -> new AddSymbol(pair(words));
                    case FUTURE -> new AddSymbol(future(words));
                    case USER -> user(words);
                    case DEPOSIT -> adjust(words, 1);
                    case WITHDRAW -> adjust(words, -1);
                    case SUSPEND -> new SuspendUser(words.number("uid"));
                    case RESUME -> new ResumeUser(words.number("uid"));
                    case BID -> place(words, Side.BID);
                    case ASK -> place(words, Side.ASK);
                    case MOVE, REDUCE, CANCEL -> change(verb, words);
                    case SNAPSHOT -> new PersistSnapshot();
                    default -> throw new IllegalArgumentException("not a verb of a command: " + verb);
                };
        words.end();
        return command;
    }

    private static SymbolSpec pair(final Words words) throws ShellException {
        return spec(SymbolSpec.exchangePair(words.id("symbol"), words.currency(), words.currency()), words, false);
    }

    private static SymbolSpec future(final Words words) throws ShellException {
        return spec(SymbolSpec.futuresContract(words.id("symbol"), words.currency(), words.currency()), words, true);
    }

    private static SymbolSpec spec(final SymbolSpec.Builder spec, final Words words, final boolean futures)
            throws ShellException {
        while (!words.isEmpty()) {
            final String part = words.text("part").toLowerCase(Locale.ROOT);
            switch (part) {
                case "lot" -> spec.lotSize(words.number("lot"));
                case "tick" -> spec.tickValue(words.number("tick"));
                case "fees" -> spec.feesPerLot(words.number("taker fee"), words.number("maker fee"));
                case "prices" -> spec.prices(words.number("lowest price"), words.number("highest price"));
                case "ppm" -> {
                    if (futures) {
                        throw words.wrong("fees of futures are per lot: fees TAKER MAKER");
                    }
                    spec.feesProportional(words.number("taker fee"), words.number("maker fee"));
                }
                case "margins" -> {
                    if (!futures) {
                        throw words.wrong("a pair has no margins");
                    }
                    spec.margins(words.number("margin of a buyer"), words.number("margin of a seller"));
                }
                default -> throw words.wrong("did not expect: " + part);
            }
        }
        try {
            return spec.build();
        } catch (final IllegalArgumentException e) {
            throw words.wrong(String.valueOf(e.getMessage()));
        }
    }

    private static Command user(final Words words) throws ShellException {
        final long uid = words.number("uid");
        if (words.isEmpty()) {
            return new AddUser(uid);
        }
        final Map<Integer, Long> balances = new TreeMap<>();
        while (!words.isEmpty()) {
            final int currency = words.currency();
            if (balances.put(currency, words.amount(currency)) != null) {
                throw words.wrong("currency " + currency + " is there twice");
            }
        }
        return AddAccounts.of(Map.of(uid, balances));
    }

    private AdjustBalance adjust(final Words words, final int sign) throws ShellException {
        final long uid = words.number("uid");
        final int currency = words.currency();
        final long amount = words.amount(currency);
        if (amount <= 0) {
            throw words.wrong("amount must be above 0: " + amount);
        }
        return new AdjustBalance(uid, currency, sign * amount, lastTransactionId.applyAsLong(uid) + 1);
    }

    private PlaceOrder place(final Words words, final Side side) throws ShellException {
        final long uid = words.number("uid");
        final int symbol = words.symbol();
        final String what = words.text("SIZE@PRICE");
        final int at = what.indexOf('@');
        if (at < 1 || at == what.length() - 1) {
            throw words.wrong("expected size and price, as in 12@15400: " + what);
        }
        final long size = words.number(what.substring(0, at), "size");
        final long price = words.number(what.substring(at + 1), "price");
        long orderId = orders.nextId();
        long reserve = 0;
        OrderType type = OrderType.GTC;
        while (!words.isEmpty()) {
            if (words.isOrderIdNext()) {
                orderId = words.orderId();
            } else if (words.accept("reserve")) {
                reserve = words.number("reserve price");
            } else {
                type = type(words);
            }
        }
        return new PlaceOrder(uid, symbol, orderId, side, type, price, reserve, size);
    }

    private static OrderType type(final Words words) throws ShellException {
        final String word = words.text("type");
        for (final OrderType type : OrderType.values()) {
            if (type.name().equalsIgnoreCase(word)) {
                return type;
            }
        }
        if ("post".equalsIgnoreCase(word) || "postonly".equalsIgnoreCase(word)) {
            return OrderType.POST_ONLY;
        }
        final String types = Arrays.stream(OrderType.values())
                .map(type -> type.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        throw words.wrong("did not expect: " + word + "; types are " + types);
    }

    private Command change(final ShellVerb verb, final Words words) throws ShellException {
        final SessionOrders.Place place;
        final long orderId;
        if (words.isOrderIdNext()) {
            orderId = words.orderId();
            place = placeOf(orderId, words);
        } else {
            place = new SessionOrders.Place(words.number("uid"), words.symbol());
            orderId = words.plainOrderId();
        }
        return switch (verb) {
            case MOVE -> new MoveOrder(place.uid(), place.symbol(), orderId, words.number("price"));
            case REDUCE -> new ReduceOrder(place.uid(), place.symbol(), orderId, words.number("size"));
            default -> new CancelOrder(place.uid(), place.symbol(), orderId);
        };
    }

    private SessionOrders.Place placeOf(final long orderId, final Words words) throws ShellException {
        final Set<SessionOrders.Place> places = orders.places(orderId);
        final Iterator<SessionOrders.Place> first = places.iterator();
        if (places.size() != 1) {
            throw words.wrong("#" + orderId
                    + (places.isEmpty()
                            ? " was not placed in this session: say UID and SYMBOL before it"
                            : " was placed more than once: say UID and SYMBOL before it"));
        }
        return first.next();
    }
}
