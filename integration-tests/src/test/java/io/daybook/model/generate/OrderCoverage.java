package io.daybook.model.generate;

import io.daybook.model.Command;
import io.daybook.model.Event;
import io.daybook.model.Outcome;
import io.daybook.model.ResultCode;
import io.daybook.model.Terms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Counts the cases that orders with terms reach: each term with each type and answer, and each meeting of two features.
 */
final class OrderCoverage {
    private final Consumer<String> counter;
    /** The features of orders, by symbol and id; those of ended orders stay until their ids are used again. */
    private final Map<String, List<String>> features = new HashMap<>();

    OrderCoverage(final Consumer<String> counter) {
        this.counter = counter;
    }

    void onCommand(final Command command, final Outcome outcome) {
        final boolean success = outcome.code() == ResultCode.SUCCESS;
        if (command instanceof Command.Place place) {
            for (final String name : names(place.terms())) {
                if (success || outcome.code() == ResultCode.INVALID_TERMS) {
                    counter.accept("term " + name + " " + place.type() + " " + outcome.code());
                }
            }
            if (success) {
                learn(place);
            }
            countEvents(place.symbol(), outcome);
        } else if (command instanceof Command.Move move) {
            countIf(success, move.symbol(), move.orderId(), "move");
            countEvents(move.symbol(), outcome);
        } else if (command instanceof Command.Replace replace) {
            countIf(success, replace.symbol(), replace.orderId(), "replace");
            if (success && replace.newOrderId() != 0) {
                features.put(replace.symbol() + "/" + replace.newOrderId(), of(replace.symbol(), replace.orderId()));
            }
            countEvents(replace.symbol(), outcome);
        } else if (command instanceof Command.Reduce reduce) {
            countIf(success, reduce.symbol(), reduce.orderId(), "reduce");
        } else if (command instanceof Command.MassCancel mass) {
            countEvents(mass.symbol(), outcome);
        } else if (command instanceof Command.Tick tick) {
            countEvents(tick.symbol(), outcome);
        }
        if (outcome.fields().endsWith("\"more\":true")) {
            counter.accept("more after " + command.getClass().getSimpleName());
        }
        if (!success && !outcome.events().isEmpty()) {
            counter.accept("refused after acts");
        }
    }

    private void learn(final Command.Place place) {
        final Terms terms = place.terms();
        final List<String> mine = new ArrayList<>();
        if (terms.display() != null) {
            mine.add(terms.display() == 0 ? "hidden" : "iceberg");
        }
        if (terms.stp() != null) {
            mine.add("stp");
        }
        if (terms.trigger() != 0) {
            mine.add(terms.stopPrice() == 0 ? terms.trail() == 0 ? "stop" : "trailing" : "oco");
        }
        if (terms.exit() != null) {
            mine.add("entry");
            features.put(place.symbol() + "/" + terms.exit().orderId(), List.of("exit"));
        }
        features.put(place.symbol() + "/" + place.orderId(), mine);
    }

    private List<String> of(final int symbol, final long orderId) {
        return features.getOrDefault(symbol + "/" + orderId, List.of());
    }

    private void countEvents(final int symbol, final Outcome outcome) {
        for (final Event event : outcome.events()) {
            if (event instanceof Event.Trade trade) {
                countIf(trade.makerRemaining() > 0, symbol, trade.makerOrderId(), "partly filled as maker");
                countIf(trade.takerRemaining() > 0, symbol, trade.takerOrderId(), "partly filled as taker");
            } else if (event instanceof Event.Cancel cancel) {
                countIf(true, symbol, cancel.orderId(), "cancelled " + cancel.reason());
            } else if (event instanceof Event.Act act) {
                counter.accept("act " + act.cause());
                countIf(act.cause() == Event.Cause.TRIGGER, symbol, act.orderId(), "fired");
            } else if (event instanceof Event.Reject reject) {
                countIf(true, symbol, reject.orderId(), "rejected");
            }
        }
    }

    private void countIf(final boolean condition, final int symbol, final long orderId, final String what) {
        if (condition) {
            of(symbol, orderId).forEach(feature -> counter.accept("meeting " + feature + " " + what));
        }
    }

    private static List<String> names(final Terms terms) {
        final List<String> names = new ArrayList<>();
        addIf(names, terms.trigger() != 0, "trigger");
        addIf(names, terms.stopPrice() != 0, "stopPrice");
        addIf(names, terms.trail() != 0, "trail");
        addIf(names, terms.display() != null, "display");
        addIf(names, terms.minSize() != 0, "minSize");
        addIf(names, terms.slippage() != null, "slippage");
        addIf(names, terms.slide(), "slide");
        addIf(names, terms.expireAt() != 0, "expireAt");
        addIf(names, terms.day(), "day");
        addIf(names, terms.reduceOnly(), "reduceOnly");
        addIf(names, terms.stp() != null, "stp");
        addIf(names, terms.flagged(), "flagged");
        addIf(names, terms.exit() != null, "exit");
        return names;
    }

    private static void addIf(final List<String> names, final boolean condition, final String name) {
        if (condition) {
            names.add(name);
        }
    }
}
