package io.daybook.cli.itch;

import io.daybook.api.Side;
import io.daybook.client.book.FeedBook;
import io.daybook.client.book.OrderLevels;
import io.daybook.flow.itch.ItchWriter;
import io.daybook.wire.feed.FeedMessage;
import io.daybook.wire.feed.FeedTemplates;
import io.daybook.wire.feed.MessageSink;
import java.time.LocalDate;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Turns the messages of a channel into a day of ITCH 5.0. Orders that rest when the day begins come first, as new
 * orders of midnight. Order references are the references of the channel; executions are numbered from 1. Used by one
 * thread, once.
 */
public final class ItchExport implements MessageSink {
    private static final long DAY_NS = TimeUnit.DAYS.toNanos(1);
    private static final long MIDNIGHT = 0;
    private static final int BID = Side.BID.code();

    private final Map<Integer, ItchStocks.Stock> stocks;
    private final ItchWriter out;
    private final long startNs;

    /** The resting orders of the written symbols, by locate. */
    private final FeedBook books = new FeedBook();

    /** The listed stocks, in the order of listing. */
    private final Set<ItchStocks.Stock> listed = new LinkedHashSet<>();

    private final FeedMessage message = new FeedMessage();
    private long timeNs;
    private long matches;
    private boolean isBefore = true;
    private boolean isAfter;

    /**
     * Creates a day that has not begun.
     *
     * @param day the day in UTC whose messages are written
     */
    public ItchExport(final ItchStocks.Plan plan, final LocalDate day, final ItchWriter out) {
        stocks = plan.stocks();
        this.out = out;
        startNs = ItchStocks.startNs(day);
    }

    @Override
    public void onMessage(final long number, final byte[] bytes, final int offset, final int length) {
        message.wrap(bytes, offset);
        if (message.template() == FeedTemplates.GROUP) {
            group(number);
        } else if (!isAfter) {
            apply();
        }
    }

    private void group(final long number) {
        if (ItchStocks.isState(number, message) || message.timeNs() < startNs) {
            return;
        }
        isAfter = message.timeNs() - startNs >= DAY_NS;
        begin();
        if (!isAfter) {
            timeNs = message.timeNs() - startNs;
        }
    }

    /** Writes the state at the beginning of the day. */
    private void begin() {
        if (!isBefore) {
            return;
        }
        isBefore = false;
        out.systemEvent(MIDNIGHT, 'O');
        out.systemEvent(MIDNIGHT, 'S');
        out.systemEvent(MIDNIGHT, 'Q');
        for (final ItchStocks.Stock stock : listed) {
            tell(stock);
        }
        for (final ItchStocks.Stock stock : listed) {
            for (int side = OrderLevels.BID; side <= OrderLevels.ASK; side++) {
                rest(stock, side);
            }
        }
    }

    private void tell(final ItchStocks.Stock stock) {
        out.stockDirectory(stock.locate(), timeNs, stock.name());
        out.tradingAction(stock.locate(), timeNs, stock.name(), 'T');
    }

    private void rest(final ItchStocks.Stock stock, final int side) {
        final OrderLevels levels = books.levels();
        for (int level = levels.best(stock.locate(), side);
                level != OrderLevels.NO_LEVEL;
                level = levels.worse(level)) {
            for (int order = levels.head(level); order != OrderLevels.NO_ORDER; order = levels.next(order)) {
                add(stock, levels.reference(order), side, levels.size(order), levels.price(level));
            }
        }
    }

    private void add(
            final ItchStocks.Stock stock, final long reference, final int side, final long size, final long price) {
        final char letter = side == OrderLevels.BID ? 'B' : 'S';
        out.addOrder(stock.locate(), timeNs, reference, letter, size, stock.name(), price);
    }

    /** Ends the day; called after the last message of the feed. */
    public void end() {
        begin();
        out.systemEvent(timeNs, 'M');
        out.systemEvent(timeNs, 'E');
        out.systemEvent(timeNs, 'C');
    }

    private void apply() {
        if (message.template() == FeedTemplates.RESET) {
            reset();
            return;
        }
        final ItchStocks.Stock stock = stocks.get(message.symbol());
        if (stock == null) {
            return;
        }
        switch (message.template()) {
            case FeedTemplates.LISTING -> list(stock);
            case FeedTemplates.ADD -> add(stock);
            case FeedTemplates.EXEC -> execute(stock);
            case FeedTemplates.TRADE -> trade(stock);
            case FeedTemplates.CUT -> cut(stock);
            case FeedTemplates.MOVED -> move(stock);
            default -> {} // other messages are not part of a file
        }
    }

    private void list(final ItchStocks.Stock stock) {
        listed.add(stock);
        if (!isBefore) {
            tell(stock);
        }
    }

    private void add(final ItchStocks.Stock stock) {
        final int side = message.side() == BID ? OrderLevels.BID : OrderLevels.ASK;
        final long price = message.price() * stock.scale();
        books.add(stock.locate(), side, price, message.reference(), message.size());
        if (!isBefore) {
            add(stock, message.reference(), side, message.size(), price);
        }
    }

    private void execute(final ItchStocks.Stock stock) {
        final int order = books.find(message.reference());
        final long price = message.price() * stock.scale();
        final long own = books.levels().price(books.levels().level(order));
        books.reduce(order, message.size());
        if (isBefore) {
            return;
        }
        if (own == price) {
            out.executed(stock.locate(), timeNs, message.reference(), message.size(), ++matches);
        } else {
            out.executedAtPrice(stock.locate(), timeNs, message.reference(), message.size(), ++matches, true, price);
        }
    }

    private void trade(final ItchStocks.Stock stock) {
        if (!isBefore) {
            final char maker = message.side() == BID ? 'S' : 'B';
            final long price = message.price() * stock.scale();
            out.trade(stock.locate(), timeNs, maker, message.size(), stock.name(), price, ++matches);
        }
    }

    private void cut(final ItchStocks.Stock stock) {
        final int order = books.find(message.reference());
        final boolean isGone = books.levels().size(order) == message.size();
        books.reduce(order, message.size());
        if (isBefore) {
            return;
        }
        if (isGone) {
            out.deleted(stock.locate(), timeNs, message.reference());
        } else {
            out.cancelled(stock.locate(), timeNs, message.reference(), message.size());
        }
    }

    private void move(final ItchStocks.Stock stock) {
        final long price = message.price() * stock.scale();
        books.replace(books.find(message.reference()), price, message.newReference(), message.size());
        if (!isBefore) {
            out.replaced(stock.locate(), timeNs, message.reference(), message.newReference(), message.size(), price);
        }
    }

    /** Removes all orders of all books. */
    private void reset() {
        final OrderLevels levels = books.levels();
        for (final ItchStocks.Stock stock : listed) {
            for (int side = OrderLevels.BID; side <= OrderLevels.ASK; side++) {
                int level = levels.best(stock.locate(), side);
                while (level != OrderLevels.NO_LEVEL) {
                    final int order = levels.head(level);
                    final long reference = levels.reference(order);
                    books.remove(order);
                    if (!isBefore) {
                        out.deleted(stock.locate(), timeNs, reference);
                    }
                    level = levels.best(stock.locate(), side);
                }
            }
        }
    }
}
