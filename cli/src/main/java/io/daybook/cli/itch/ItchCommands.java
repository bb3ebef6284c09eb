package io.daybook.cli.itch;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.Limits;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.client.book.OrderLevels;
import io.daybook.client.itch.AddAttributedOrder;
import io.daybook.client.itch.AddOrder;
import io.daybook.client.itch.ItchBooks;
import io.daybook.client.itch.ItchListener;
import io.daybook.client.itch.ItchMessage;
import io.daybook.client.itch.OrderCancelled;
import io.daybook.client.itch.OrderDeleted;
import io.daybook.client.itch.OrderExecuted;
import io.daybook.client.itch.OrderExecutedAtPrice;
import io.daybook.client.itch.OrderReplaced;
import io.daybook.client.itch.StockDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.BitSet;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes commands of a file of ITCH 5.0 that have the same orders rest and trade. A stock is a symbol with the number of
 * its locate; one rich user a symbol owns all bids and another all asks. An order's id is its reference and one,
 * because a reference may be 0. An execution is an immediate-or-cancel order of the other side for the same shares at
 * the price of the order that rests; an execution at another price, which no order can play, takes the shares off. A
 * replacement is a cancel and a new order, because it always loses its place. What the books refuse makes no command.
 *
 * <p>The file does not say who would have traded if its orders had met an exchange. Where the executed order is not the
 * first of the best level, the command meets another one, and a new order that crosses trades at once: both are
 * counted. Used by one thread, once; an error of the sink leaves as an {@link UncheckedIOException}.
 */
public final class ItchCommands implements ItchListener {
    /** Where the ids of orders that take begin; references are far below. */
    public static final long FIRST_OWN_ORDER_ID = 1L << 62;

    private static final int NO_COOKIE = 0;

    private final ItchBooks books;
    private final CommandSink out;
    private final BitSet listed = new BitSet();
    private long message;
    private long timeNs;
    private long nextOwnOrderId = FIRST_OWN_ORDER_ID;
    private long commands;
    private long metAnother;
    private long crossed;

    /** Keeps these books up while it makes commands; what must be there before does not count. */
    public ItchCommands(final ItchBooks books, final CommandSink out) {
        this.books = books;
        this.out = out;
    }

    /** The counts, in words for people. */
    public String summary() {
        return String.format(
                Locale.ROOT,
                "%,d commands made; executions of orders that were not the first: %,d; new orders that crossed: %,d",
                commands,
                metAnother,
                crossed);
    }

    @Override
    public void onStockDirectory(final StockDirectory stock) {
        books.onStockDirectory(stock);
    }

    @Override
    public void onAddOrder(final AddOrder order) {
        begin(order);
        final long before = books.oddities();
        books.onAddOrder(order);
        place(order.reference(), before);
    }

    @Override
    public void onAddAttributedOrder(final AddAttributedOrder order) {
        begin(order);
        final long before = books.oddities();
        books.onAddAttributedOrder(order);
        place(order.reference(), before);
    }

    @Override
    public void onOrderExecuted(final OrderExecuted execution) {
        begin(execution);
        final int order = books.find(execution.reference());
        if (order != OrderLevels.NO_ORDER && execution.shares() > 0) {
            execute(order, execution.shares());
        }
        books.onOrderExecuted(execution);
    }

    @Override
    public void onOrderExecutedAtPrice(final OrderExecutedAtPrice execution) {
        begin(execution);
        cut(execution.reference(), execution.shares());
        books.onOrderExecutedAtPrice(execution);
    }

    @Override
    public void onOrderCancelled(final OrderCancelled cancel) {
        begin(cancel);
        cut(cancel.reference(), cancel.shares());
        books.onOrderCancelled(cancel);
    }

    @Override
    public void onOrderDeleted(final OrderDeleted deletion) {
        begin(deletion);
        cancel(books.find(deletion.reference()));
        books.onOrderDeleted(deletion);
    }

    @Override
    public void onOrderReplaced(final OrderReplaced replacement) {
        begin(replacement);
        final int order = books.find(replacement.reference());
        final int known = books.find(replacement.newReference());
        final boolean goes = replacement.shares() == 0 || known == OrderLevels.NO_ORDER || known == order;
        if (goes) {
            cancel(order);
        }
        final long before = books.oddities();
        books.onOrderReplaced(replacement);
        if (order != OrderLevels.NO_ORDER) {
            place(replacement.newReference(), before);
        }
    }

    private void begin(final ItchMessage shown) {
        message++;
        timeNs = shown.timestampNs();
    }

    /** Places an order that has just come into the books, if it has. */
    private void place(final long reference, final long odditiesBefore) {
        if (books.oddities() != odditiesBefore) {
            return;
        }
        final OrderLevels levels = books.levels();
        final int order = books.find(reference);
        final int level = levels.level(order);
        final int symbol = levels.book(level);
        list(symbol);
        crossed += crosses(level) ? 1 : 0;
        final int side = levels.sideOf(level);
        send(PlaceOrder.gtc(
                owner(symbol, side), symbol, id(reference), side(side), levels.price(level), levels.size(order)));
    }

    private boolean crosses(final int level) {
        final OrderLevels levels = books.levels();
        final int side = levels.sideOf(level);
        final int other = levels.best(levels.book(level), opposite(side));
        return other != OrderLevels.NO_LEVEL
                && (side == OrderLevels.BID
                        ? levels.price(level) >= levels.price(other)
                        : levels.price(level) <= levels.price(other));
    }

    private void execute(final int order, final long shares) {
        final OrderLevels levels = books.levels();
        final int level = levels.level(order);
        final int symbol = levels.book(level);
        final int side = levels.sideOf(level);
        final boolean first = level == levels.best(symbol, side) && order == levels.head(level);
        metAnother += first ? 0 : 1;
        send(PlaceOrder.ioc(
                owner(symbol, opposite(side)),
                symbol,
                nextOwnOrderId++,
                side(opposite(side)),
                levels.price(level),
                Math.min(shares, levels.size(order))));
    }

    private void cut(final long reference, final long shares) {
        final int order = books.find(reference);
        if (order == OrderLevels.NO_ORDER || shares == 0) {
            return;
        }
        if (shares >= books.levels().size(order)) {
            cancel(order);
            return;
        }
        final int level = books.levels().level(order);
        final int symbol = books.levels().book(level);
        send(new ReduceOrder(owner(symbol, books.levels().sideOf(level)), symbol, id(reference), shares));
    }

    private void cancel(final int order) {
        if (order == OrderLevels.NO_ORDER) {
            return;
        }
        final OrderLevels levels = books.levels();
        final int level = levels.level(order);
        final int symbol = levels.book(level);
        send(new CancelOrder(owner(symbol, levels.sideOf(level)), symbol, id(levels.reference(order))));
    }

    /** Currencies of its own for each symbol, so that no sum of deposits meets its limit. */
    private void list(final int symbol) {
        if (listed.get(symbol)) {
            return;
        }
        listed.set(symbol);
        final int shares = 2 * symbol;
        final int dollars = shares + 1;
        sendBefore(
                new AddSymbol(SymbolSpec.exchangePair(symbol, shares, dollars).build()));
        final Map<Integer, Long> plenty =
                new TreeMap<>(Map.of(shares, Limits.MAX_ADJUSTMENT, dollars, Limits.MAX_ADJUSTMENT));
        sendBefore(
                AddAccounts.of(Map.of(owner(symbol, OrderLevels.BID), plenty, owner(symbol, OrderLevels.ASK), plenty)));
    }

    private static long id(final long reference) {
        return reference + 1;
    }

    private static long owner(final int symbol, final int side) {
        return 2L * symbol + side;
    }

    private static int opposite(final int side) {
        return side == OrderLevels.BID ? OrderLevels.ASK : OrderLevels.BID;
    }

    private static Side side(final int side) {
        return side == OrderLevels.BID ? Side.BID : Side.ASK;
    }

    private void send(final Command command) {
        commands++;
        sendWith(command, message);
    }

    private void sendBefore(final Command command) {
        sendWith(command, NO_COOKIE);
    }

    private void sendWith(final Command command, final long cookie) {
        try {
            out.send(command, cookie, timeNs);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
