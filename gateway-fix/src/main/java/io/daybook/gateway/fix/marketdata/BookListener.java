package io.daybook.gateway.fix.marketdata;

import io.daybook.api.BookChangeView;
import io.daybook.api.EventKind;
import io.daybook.api.EventView;
import io.daybook.api.ExchangeListener;
import io.daybook.api.LiveBook;
import io.daybook.api.OrderBookReport;
import io.daybook.api.ResultView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Copies trades and changes of books, on the exchange's delivery thread, into the queue of the thread that sends them.
 */
final class BookListener implements ExchangeListener, LiveBook.Watcher {
    private static final int TRADE = EventKind.TRADE.code();

    private final Queue<Runnable> queue;
    private final Subscriptions subscriptions;
    private final AtomicBoolean hasDropped = new AtomicBoolean();

    /** Symbols with subscribers, ascending. */
    private volatile int[] followed = {};

    BookListener(final Queue<Runnable> queue, final Subscriptions subscriptions) {
        this.queue = queue;
        this.subscriptions = subscriptions;
    }

    /** Sets the symbols whose trades are sent from the next command on. */
    void followed(final int[] ascending) {
        followed = ascending;
    }

    /** Returns whether trades or changes were dropped since the last call, because the queue was full. */
    boolean hasDropped() {
        return hasDropped.get() && hasDropped.getAndSet(false);
    }

    private void offer(final Runnable task) {
        if (queue.size() < MarketData.QUEUE_LIMIT) {
            queue.add(task);
        } else {
            hasDropped.set(true);
        }
    }

    @Override
    public void onResult(final ResultView result) {
        final int symbol = result.symbol();
        if (result.eventCount() == 0 || Arrays.binarySearch(followed, symbol) < 0) {
            return;
        }
        final List<Trade> trades = new ArrayList<>();
        for (int i = 0; i < result.eventCount(); i++) {
            final EventView event = result.event(i);
            if (event.kindCode() == TRADE) {
                trades.add(new Trade(result.seq(), result.timestampNs(), event.tradeId(), event.price(), event.size()));
            }
        }
        if (!trades.isEmpty()) {
            offer(() -> subscriptions.trades(symbol, trades));
        }
    }

    @Override
    public void onWhole(final LiveBook book) {
        final OrderBookReport report = book.report(0);
        offer(() -> subscriptions.whole(report));
    }

    @Override
    public void onChange(final LiveBook book, final BookChangeView view) {
        final Change change = Change.of(view);
        offer(() -> subscriptions.change(book.symbol(), change));
    }

    @Override
    public void onCleared(final LiveBook book) {
        offer(() -> subscriptions.cleared(book.symbol()));
    }
}
