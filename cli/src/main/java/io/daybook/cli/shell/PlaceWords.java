package io.daybook.cli.shell;

import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.StpMode;
import io.daybook.api.Term;
import io.daybook.api.TriggerWhen;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Turns the words of one line into an order: {@code bid} and {@code ask}, and the familiar names of orders with terms.
 */
final class PlaceWords {
    /** The default step is the distance divided by this number, rounded up, which is the smallest valid step. */
    private static final long STEPS_IN_TRAIL = 16;

    private final ShellVerb verb;
    private final Words words;
    private final Side side;
    private final OrderTerms.Builder terms = OrderTerms.builder();
    private final long nextId;

    private long orderId;
    private long exitId;
    private long takePrice;
    private long lossTrigger;
    private long lossPrice;
    private boolean hasExit;
    private long reserve;
    private OrderType type;

    private PlaceWords(final ShellVerb verb, final Words words, final long nextId) throws ShellException {
        this.verb = verb;
        this.words = words;
        this.nextId = nextId;
        this.orderId = nextId;
        this.type = verb == ShellVerb.STOP || verb == ShellVerb.TRAIL ? OrderType.IOC : OrderType.GTC;
        this.side = switch (verb) {
            case BID -> Side.BID;
            case ASK -> Side.ASK;
            default -> side(words);
        };
    }

    private static Side side(final Words words) throws ShellException {
        if (words.accept("bid")) {
            return Side.BID;
        }
        if (words.accept("ask")) {
            return Side.ASK;
        }
        throw words.wrong("expected bid or ask");
    }

    /**
     * Reads the order of a line.
     *
     * @param nextId the id of the order, if the line gives none
     */
    static PlaceOrder read(final ShellVerb verb, final Words words, final long nextId) throws ShellException {
        return new PlaceWords(verb, words, nextId).read();
    }

    private PlaceOrder read() throws ShellException {
        final long uid = words.number("uid");
        final int symbol = words.symbol();
        final Words.SizeAtPrice lots = words.sizeAtPrice();
        while (!words.isEmpty()) {
            if (words.isOrderIdNext()) {
                orderId = words.orderId();
            } else if (words.accept("reserve")) {
                reserve = words.number("reserve price");
            } else if (!term()) {
                type = type(words);
            }
        }
        if (hasExit) {
            terms.exit(exitId == 0 ? Math.max(nextId, orderId) + 1 : exitId, takePrice, lossTrigger, lossPrice);
        }
        final OrderTerms said = terms.build();
        requireTermsOf(said);
        return new PlaceOrder(uid, symbol, orderId, side, type, lots.price(), reserve, lots.size(), said);
    }

    /** Requires the terms that an order of the named kind must have. */
    private void requireTermsOf(final OrderTerms said) throws ShellException {
        switch (verb) {
            case STOP, STOP_LIMIT, TOUCH -> require(said, Term.TRIGGER, "at TRIGGER");
            case TRAIL -> {
                require(said, Term.TRIGGER, "at TRIGGER");
                require(said, Term.TRAIL, "by DISTANCE");
            }
            case OCO -> {
                require(said, Term.TRIGGER, "at TRIGGER");
                require(said, Term.STOP_PRICE, "then PRICE");
            }
            case ICEBERG -> require(said, Term.DISPLAY, "show LOTS");
            case BRACKET -> require(said, Term.EXIT_ORDER_ID, "take PRICE or loss TRIGGER PRICE");
            default -> {}
        }
    }

    private void require(final OrderTerms said, final Term term, final String what) throws ShellException {
        if (!said.has(term)) {
            throw words.wrong(what + " is missing");
        }
    }

    /** Reads the next word if it begins a term. */
    private boolean term() throws ShellException {
        if (words.accept("at")) {
            terms.trigger(words.number("trigger"), direction());
        } else if (words.accept("rises")) {
            terms.trigger(words.number("trigger"), TriggerWhen.RISES);
        } else if (words.accept("falls")) {
            terms.trigger(words.number("trigger"), TriggerWhen.FALLS);
        } else if (words.accept("then")) {
            terms.stopPrice(words.number("stop price"));
        } else if (words.accept("by")) {
            final long distance = words.number("distance");
            terms.trail(
                    distance,
                    words.accept("step") ? words.number("step") : (distance + STEPS_IN_TRAIL - 1) / STEPS_IN_TRAIL);
        } else if (words.accept("show")) {
            terms.display(words.number("lots shown"));
        } else if (words.accept("hidden")) {
            terms.hidden();
        } else if (words.accept("min")) {
            terms.minSize(words.number("least lots"));
        } else if (words.accept("slippage")) {
            terms.slippage(words.number("slippage"));
        } else if (words.accept("slide")) {
            terms.slide();
        } else if (words.accept("expires")) {
            terms.expireAt(words.number("time in ns since the epoch"));
        } else if (words.accept("flagged")) {
            terms.flagged();
        } else if (words.accept("stp")) {
            terms.stp(mode(words));
        } else {
            return exit();
        }
        return true;
    }

    private boolean exit() throws ShellException {
        if (words.accept("exit")) {
            exitId = words.orderId();
        } else if (words.accept("take")) {
            takePrice = words.number("price of the exit");
            hasExit = true;
        } else if (words.accept("loss")) {
            lossTrigger = words.number("trigger of the exit");
            lossPrice = words.number("stop price of the exit");
            hasExit = true;
        } else {
            return false;
        }
        return true;
    }

    /**
     * Returns the direction of a trigger: a stop waits until the market moves against its side, and an order that takes
     * a profit waits until the market moves the other way.
     */
    private TriggerWhen direction() {
        return side == Side.BID == (verb != ShellVerb.TOUCH) ? TriggerWhen.RISES : TriggerWhen.FALLS;
    }

    /** Reads a mode of self-trade prevention, with or without underscores. */
    static StpMode mode(final Words words) throws ShellException {
        final String word = words.text("mode");
        for (final StpMode mode : StpMode.values()) {
            if (mode.name().equalsIgnoreCase(word.replace('-', '_'))) {
                return mode;
            }
        }
        throw words.wrong("did not expect: " + word + "; modes are " + lowerCase(StpMode.values()));
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
        throw words.wrong("did not expect: " + word + "; types are " + lowerCase(OrderType.values()));
    }

    private static String lowerCase(final Enum<?>[] values) {
        return Arrays.stream(values)
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }
}
