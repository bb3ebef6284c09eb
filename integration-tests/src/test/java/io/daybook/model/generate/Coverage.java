package io.daybook.model.generate;

import io.daybook.model.Command;
import io.daybook.model.Event;
import io.daybook.model.Exchange;
import io.daybook.model.ModelRunner;
import io.daybook.model.Outcome;
import io.daybook.model.Position;
import io.daybook.model.ResultCode;
import io.daybook.model.ScenarioLine;
import io.daybook.model.User;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts the cases that scenarios reach: answers by command, events, and the fates of orders by type. */
public final class Coverage implements ModelRunner.Listener {
    private final Map<String, Long> counts = new HashMap<>();
    private final OrderCoverage orders = new OrderCoverage(this::count);
    private long commands;

    @Override
    public void onCommand(final ScenarioLine line, final Outcome outcome, final Exchange exchange) {
        commands++;
        count("command " + line.cmd() + " " + outcome.code());
        count("code " + outcome.code());
        for (final Event event : outcome.events()) {
            count("event " + event.getClass().getSimpleName());
            if (event instanceof Event.Trade trade && trade.takerUid() == trade.makerUid()) {
                count("trade with oneself");
            }
        }
        orders.onCommand(line.command(), outcome);
        if (isPlainPlace(line.command(), outcome) && line.command() instanceof Command.Place place) {
            final boolean pair =
                    exchange.state().markets().get(place.symbol()).spec().isPair();
            count("order " + (pair ? "pair " : "future ") + place.side() + " " + place.type() + " " + fate(outcome));
        }
        if (outcome.code() == ResultCode.SUCCESS && line.command() instanceof Command.UserReport report) {
            countUser(exchange.state().users().get(report.uid()));
        }
        if (outcome.code() == ResultCode.SUCCESS && line.command() instanceof Command.Move) {
            final boolean trades = outcome.events().stream().anyMatch(Event.Trade.class::isInstance);
            count("move " + (trades ? "trades" : "rests"));
        }
    }

    /** Whether a command placed an order without terms, and no other order acted. */
    private static boolean isPlainPlace(final Command command, final Outcome outcome) {
        return outcome.code() == ResultCode.SUCCESS
                && command instanceof Command.Place place
                && place.terms().isPlain()
                && outcome.events().stream().noneMatch(Event.Act.class::isInstance);
    }

    private void countUser(final User user) {
        for (final Position position : user.positions().values()) {
            count("position " + position.direction());
        }
        for (final int currency : user.currencies()) {
            final BigInteger available = user.available(currency);
            if (user.account(currency).balance().signum() < 0) {
                count("reported balance below 0");
            } else if (available.signum() < 0) {
                count("reported available below 0");
            }
            if (available.bitLength() > 63) {
                count("reported available saturated");
            }
        }
    }

    private static String fate(final Outcome outcome) {
        final List<Event> events = outcome.events();
        final boolean traded = !events.isEmpty() && events.get(0) instanceof Event.Trade;
        final boolean rejected = !events.isEmpty() && events.get(events.size() - 1) instanceof Event.Reject;
        final boolean rests =
                outcome.fields().contains("\"remaining\":") && !outcome.fields().contains("\"remaining\":0,\"events\"");
        return (traded ? rejected || rests ? "partly traded" : "traded" : "untraded")
                + (rejected ? ", rejected" : rests ? ", rests" : "");
    }

    private void count(final String what) {
        counts.merge(what, 1L, Long::sum);
    }

    @Override
    public void onBadLine() {
        count("bad line");
    }

    /** The number of commands and queries so far. */
    public long commands() {
        return commands;
    }

    /** The entries of a list that were never reached. */
    public List<String> missing(final Collection<String> wanted) {
        final List<String> missing = new ArrayList<>(wanted);
        missing.removeAll(counts.keySet());
        return missing;
    }

    /** All counts, a line each. */
    public String table() {
        final StringBuilder table = new StringBuilder();
        new TreeMap<>(counts).forEach((what, count) -> table.append(String.format("%10d  %s%n", count, what)));
        return table.toString();
    }
}
