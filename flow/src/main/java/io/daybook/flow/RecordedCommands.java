package io.daybook.flow;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.Limits;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.BitSet;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Turns a recorded day into commands, if the reader of the day keeps its orders: a new order becomes a GTC order, an
 * execution an IOC order of the other side at the same price, and a replacement a cancel and a new order. An execution
 * at another price reduces the order; hidden trades and crosses have no effect. A command has the time of its event,
 * and the order number of the event as its cookie. Used by one thread, once; an error of the sink is thrown as an
 * {@link UncheckedIOException}.
 */
public final class RecordedCommands implements RecordedListener {
    private static final int NO_COOKIE = 0;

    private final FlowUsers users;
    private final CommandSink out;
    private final BitSet listed = new BitSet();
    private long cookie;
    private long timeNs;
    private long nextOwnOrderId;
    private long commands;
    private long metAnother;
    private long crossed;

    /** Creates a converter. Symbols and accounts, which come first, do not count as commands. */
    public RecordedCommands(final FlowUsers users, final CommandSink out) {
        this.users = users;
        this.out = out;
        this.nextOwnOrderId = users.firstOwnOrderId();
    }

    /** Returns the counts as a line for people. */
    public String summary() {
        return String.format(
                Locale.ROOT,
                "%,d commands made; executions of orders that were not first on their side: %,d;"
                        + " new orders that crossed: %,d",
                commands,
                metAnother,
                crossed);
    }

    @Override
    public void onNote(final String text) {
        try {
            out.comment(text);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void onEvent(final RecordedEvent event) {
        cookie = event.orderNumber();
        timeNs = event.timeNs();
        switch (event.kind()) {
            case ADDED -> place(event, event.reference());
            case EXECUTED -> execute(event);
            case EXECUTED_AT_PRICE, CANCELLED -> cut(event);
            case DELETED -> cancel(event);
            case REPLACED -> {
                cancel(event);
                place(event, event.newReference());
            }
            case LISTED -> {
                if (event.isFromBefore()) {
                    list(event.symbol());
                }
            }
            case HIDDEN_TRADE, CROSS -> {} // no order of the book changes
        }
    }

    private void place(final RecordedEvent event, final long reference) {
        final int symbol = event.symbol();
        list(symbol);
        crossed += event.isOrderly() ? 0 : 1;
        final long id = users.id(reference);
        if (event.isFromBefore()) {
            nextOwnOrderId = Math.max(nextOwnOrderId, id + 1);
        }
        send(PlaceOrder.gtc(users.maker(symbol, event.side()), symbol, id, event.side(), event.price(), event.size()));
    }

    private void execute(final RecordedEvent event) {
        metAnother += event.isOrderly() ? 0 : 1;
        final Side side = event.side().opposite();
        send(PlaceOrder.ioc(
                users.taker(event.symbol(), side),
                event.symbol(),
                nextOwnOrderId++,
                side,
                event.price(),
                event.size()));
    }

    private void cut(final RecordedEvent event) {
        if (event.left() == 0) {
            cancel(event);
        } else {
            send(new ReduceOrder(owner(event), event.symbol(), users.id(event.reference()), event.size()));
        }
    }

    private void cancel(final RecordedEvent event) {
        send(new CancelOrder(owner(event), event.symbol(), users.id(event.reference())));
    }

    private long owner(final RecordedEvent event) {
        return users.maker(event.symbol(), event.side());
    }

    private void list(final int symbol) {
        if (listed.get(symbol)) {
            return;
        }
        listed.set(symbol);
        final int shares = users.shares(symbol);
        final int dollars = users.dollars(symbol);
        sendWith(new AddSymbol(SymbolSpec.exchangePair(symbol, shares, dollars).build()), NO_COOKIE);
        final Map<Integer, Long> plenty =
                new TreeMap<>(Map.of(shares, Limits.MAX_ADJUSTMENT, dollars, Limits.MAX_ADJUSTMENT));
        final Map<Long, Map<Integer, Long>> accounts = new TreeMap<>();
        for (final Side side : Side.values()) {
            accounts.put(users.maker(symbol, side), plenty);
            accounts.put(users.taker(symbol, side), plenty);
        }
        sendWith(AddAccounts.of(accounts), NO_COOKIE);
    }

    private void send(final Command command) {
        commands++;
        sendWith(command, cookie);
    }

    private void sendWith(final Command command, final long withCookie) {
        try {
            out.send(command, withCookie, timeNs);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
