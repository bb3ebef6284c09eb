package io.daybook.model;

import static io.daybook.model.ResultCode.SUCCESS;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Carries out the trading commands: first all checks, then all changes, then the acts that follow. */
final class Trading {
    private final State state;
    private final Risk risk;
    private final Settlement settlement;
    private final Entry entry;
    private final Cascade cascade;
    private final Replacing replacing;
    private final Cancelling cancelling;

    Trading(final State state, final Settings settings) {
        this.state = state;
        this.risk = new Risk(state, settings);
        this.settlement = new Settlement(state);
        this.entry = new Entry(settlement);
        this.cascade = new Cascade(settings.budgets(), entry);
        this.replacing = new Replacing(settlement, entry);
        this.cancelling = new Cancelling(state, settings.budgets(), settlement);
    }

    ResultCode check(final Command.Place place) {
        final ResultCode code = risk.check(place);
        return code == SUCCESS ? risk.checkBook(place) : code;
    }

    Outcome place(final Command.Place place) {
        final ResultCode code = risk.check(place);
        if (code != SUCCESS) {
            return Outcome.plain(code);
        }
        final Market market = state.markets.get(place.symbol());
        final List<Event> events = new ArrayList<>();
        cascade.goOn(market, events, 0);
        final ResultCode bookCode = risk.checkBook(place);
        if (bookCode != SUCCESS) {
            return Outcome.refused(bookCode, place.orderId(), events, isMoreLeft(market));
        }
        final int already = events.size();
        final Order order = new Order(place, market.spec());
        SelfTrades.apply(order, state.users.get(place.uid()));
        settlement.accept(market, order);
        if (order.terms.trigger() != 0) {
            market.triggers().arm(order);
        }
        final boolean enters = !order.terms.startsDormant();
        if (enters) {
            ownAct(order, events, (entered, all) -> entry.enterFirst(market, entered, all));
        }
        return finish(market, place.orderId(), order.remaining, enters, events, already);
    }

    Outcome move(final Command.Move move) {
        final ResultCode code = risk.check(move);
        if (code != SUCCESS) {
            return Outcome.plain(code);
        }
        final Market market = state.markets.get(move.symbol());
        final List<Event> events = new ArrayList<>();
        cascade.goOn(market, events, 0);
        final ResultCode bookCode = risk.checkBook(move);
        if (bookCode != SUCCESS) {
            return Outcome.refused(bookCode, move.orderId(), events, isMoreLeft(market));
        }
        final int already = events.size();
        final Order order = market.live().get(move.orderId());
        final boolean enters = order.rests && order.price != move.price();
        if (order.price != move.price()) {
            market.leave(order);
            order.price = move.price();
            if (order.isExit() && order.bracket != null) {
                order.bracket.followExit();
            }
            if (enters) {
                ownAct(order, events, (entered, all) -> entry.enterAgain(market, entered, all));
            }
        }
        return finish(market, move.orderId(), order.remaining, enters, events, already);
    }

    /** Carries out the command's own act; an {@code ACT} event announces this act only if other acts came before it. */
    private static void ownAct(final Order order, final List<Event> events, final BiConsumer<Order, List<Event>> deed) {
        if (events.isEmpty()) {
            deed.accept(order, events);
        } else {
            Cascade.act(Event.Cause.COMMAND, order, events, deed);
        }
    }

    /**
     * Carries out further acts, and makes the answer, which has the lots of the order that were left before these acts.
     *
     * @param acted whether the order entered the book
     */
    private Outcome finish(
            final Market market,
            final long orderId,
            final long remaining,
            final boolean acted,
            final List<Event> events,
            final int already) {
        if (acted) {
            cascade.follow(market, events, already);
        } else {
            cascade.goOn(market, events, already);
        }
        return Outcome.traded(orderId, remaining, events, isMoreLeft(market));
    }

    private boolean isMoreLeft(final Market market) {
        return market.hasBacklog() || !Cancelling.expired(market, state.time).isEmpty();
    }

    Outcome replace(final Command.Replace replace) {
        final ResultCode code = risk.check(replace);
        if (code != SUCCESS) {
            return Outcome.plain(code);
        }
        final Market market = state.markets.get(replace.symbol());
        final List<Event> events = new ArrayList<>();
        final Order order = market.live().get(replace.orderId());
        final boolean enters = replacing.replace(market, order, replace, events);
        return finish(market, order.orderId, order.remaining, enters, events, 0);
    }

    Outcome reduce(final Command.Reduce reduce) {
        final ResultCode code = risk.check(reduce);
        if (code != SUCCESS) {
            return Outcome.plain(code);
        }
        final Market market = state.markets.get(reduce.symbol());
        final Order order = market.live().get(reduce.orderId());
        final long size = Math.min(reduce.size(), order.remaining);
        settlement.takeOff(market, order, size);
        return reduced(market, order, size);
    }

    Outcome cancel(final Command.Cancel cancel) {
        final ResultCode code = risk.check(cancel);
        if (code != SUCCESS) {
            return Outcome.plain(code);
        }
        final Market market = state.markets.get(cancel.symbol());
        final Order order = market.live().get(cancel.orderId());
        final long size = order.remaining;
        settlement.cancel(market, order);
        return reduced(market, order, size);
    }

    private Outcome reduced(final Market market, final Order order, final long size) {
        final Event event = new Event.Reduce(order.orderId, order.side(), size, order.remaining, order.price);
        return Outcome.traded(order.orderId, order.remaining, List.of(event), isMoreLeft(market));
    }

    Outcome massCancel(final Command.MassCancel mass) {
        final User user = state.users.get(mass.uid());
        final boolean ofNobody = mass.uid() == 0 && mass.symbol() != 0 && !mass.suspend();
        if (user == null && !ofNobody) {
            return Outcome.plain(ResultCode.AUTH_INVALID_USER);
        }
        final Market market = state.markets.get(mass.symbol());
        if (mass.symbol() != 0 && market == null) {
            return Outcome.plain(ResultCode.INVALID_SYMBOL);
        }
        if (user != null && mass.suspend()) {
            user.suspended = true;
        }
        final List<Event> events = new ArrayList<>();
        final boolean left = cancelling.cancel(mass, events);
        return Outcome.done(events, left || market != null && isMoreLeft(market));
    }

    Outcome tick(final Command.Tick tick) {
        final Market market = state.markets.get(tick.symbol());
        if (market == null) {
            return Outcome.plain(ResultCode.INVALID_SYMBOL);
        }
        final List<Event> events = new ArrayList<>();
        cancelling.expire(market, events);
        cascade.goOn(market, events, 0);
        return Outcome.done(events, isMoreLeft(market));
    }
}
