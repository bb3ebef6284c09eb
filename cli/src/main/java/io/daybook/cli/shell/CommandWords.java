package io.daybook.cli.shell;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.MassCancel;
import io.daybook.api.MoveOrder;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.ReduceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.ResumeUser;
import io.daybook.api.SetUser;
import io.daybook.api.Side;
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Tick;
import io.daybook.api.UserSetting;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;

/** Turns words into commands. Used by one thread. */
final class CommandWords {
    private final ShellOrders orders;
    private final LongUnaryOperator lastTransactionId;

    /**
     * Creates a reader of commands.
     *
     * @param orders the orders that were placed so far
     * @param lastTransactionId returns the last transaction id of a uid; an adjustment gets the next one
     */
    CommandWords(final ShellOrders orders, final LongUnaryOperator lastTransactionId) {
        this.orders = orders;
        this.lastTransactionId = lastTransactionId;
    }

    /** Reads the command of a line; the verb must be one of a command. */
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
                    case BID, ASK, STOP, STOP_LIMIT, TOUCH, TRAIL, ICEBERG, OCO, BRACKET ->
                        PlaceWords.read(verb, words, orders.nextId());
                    case MOVE, REDUCE, CANCEL, REPLACE -> change(verb, words);
                    case MASS_CANCEL -> massCancel(words);
                    case TICK -> new Tick(words.symbol());
                    case SET_USER -> setUser(words);
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
                throw words.wrong("currency " + currency + " is given twice");
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

    private Command change(final ShellVerb verb, final Words words) throws ShellException {
        final ShellOrders.Place place;
        final long orderId;
        if (words.isOrderIdNext()) {
            orderId = words.orderId();
            place = placeOf(orderId, words);
        } else {
            place = new ShellOrders.Place(words.number("uid"), words.symbol());
            orderId = words.plainOrderId();
        }
        return switch (verb) {
            case MOVE -> new MoveOrder(place.uid(), place.symbol(), orderId, words.number("price"));
            case REDUCE -> new ReduceOrder(place.uid(), place.symbol(), orderId, words.number("size"));
            case REPLACE -> replace(place, orderId, words);
            default -> new CancelOrder(place.uid(), place.symbol(), orderId);
        };
    }

    private static ReplaceOrder replace(final ShellOrders.Place place, final long orderId, final Words words)
            throws ShellException {
        final Words.SizeAtPrice lots = words.sizeAtPrice();
        long newOrderId = 0;
        long reserve = 0;
        long trigger = 0;
        long stopPrice = 0;
        while (!words.isEmpty()) {
            if (words.accept("as")) {
                newOrderId = words.orderId();
            } else if (words.accept("reserve")) {
                reserve = words.number("reserve price");
            } else if (words.accept("at")) {
                trigger = words.number("trigger");
            } else if (words.accept("then")) {
                stopPrice = words.number("stop price");
            } else {
                throw words.wrong("did not expect: " + words.peek());
            }
        }
        return new ReplaceOrder(
                place.uid(),
                place.symbol(),
                orderId,
                newOrderId,
                lots.price(),
                lots.size(),
                reserve,
                trigger,
                stopPrice);
    }

    private static MassCancel massCancel(final Words words) throws ShellException {
        long uid = 0;
        int symbol = 0;
        Side side = null;
        boolean flagged = false;
        boolean suspend = false;
        while (!words.isEmpty()) {
            if (words.accept("user")) {
                uid = words.number("uid");
            } else if (words.accept("symbol")) {
                symbol = words.symbol();
            } else if (words.accept("bids")) {
                side = Side.BID;
            } else if (words.accept("asks")) {
                side = Side.ASK;
            } else if (words.accept("flagged")) {
                flagged = true;
            } else if (words.accept("suspend")) {
                suspend = true;
            } else {
                throw words.wrong("did not expect: " + words.peek());
            }
        }
        return new MassCancel(uid, symbol, side, flagged, suspend);
    }

    private static SetUser setUser(final Words words) throws ShellException {
        final long uid = words.number("uid");
        final Map<UserSetting, Long> settings = new TreeMap<>();
        while (!words.isEmpty()) {
            if (words.accept("stp")) {
                settings.put(UserSetting.STP_MODE, (long) PlaceWords.mode(words).code());
            } else if (words.accept("group")) {
                settings.put(UserSetting.STP_GROUP, words.number("group"));
            } else if (words.accept("orders")) {
                settings.put(UserSetting.MAX_OPEN_ORDERS, words.number("most live orders"));
            } else {
                throw words.wrong("did not expect: " + words.peek());
            }
        }
        return new SetUser(uid, settings);
    }

    private ShellOrders.Place placeOf(final long orderId, final Words words) throws ShellException {
        final Set<ShellOrders.Place> places = orders.places(orderId);
        final Iterator<ShellOrders.Place> first = places.iterator();
        if (places.size() != 1) {
            throw words.wrong("#" + orderId
                    + (places.isEmpty()
                            ? " was not placed in this session: write UID and SYMBOL before it"
                            : " was placed more than once: write UID and SYMBOL before it"));
        }
        return first.next();
    }
}
