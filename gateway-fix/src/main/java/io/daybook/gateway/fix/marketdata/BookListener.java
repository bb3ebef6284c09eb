package io.daybook.gateway.fix.marketdata;

import io.daybook.api.BookChangeView;
import io.daybook.api.EventKind;
import io.daybook.api.EventView;
import io.daybook.api.ExchangeListener;
import io.daybook.api.OrderBookReport;
import io.daybook.api.ResultView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;

/** Copies what the exchange's delivery thread tells of followed books into the queue of the thread that owns them. */
final class BookListener implements ExchangeListener {
    private static final int TRADE = EventKind.TRADE.code();

    private final Queue<Runnable> queue;
    private final Subscriptions subscriptions;
    private final AtomicBoolean hasDropped = new AtomicBoolean();

    /** Symbols that somebody is shown, ascending. */
    private volatile int[] followed = {};

    BookListener(final Queue<Runnable> queue, final Subscriptions subscriptions) {
        this.queue = queue;
        this.subscriptions = subscriptions;
    }

    /** Of which symbols trades are told from the next command on. */
    void followed(final int[] ascending) {
        followed = ascending;
    }

    /** Whether something was dropped since this was last asked, because the queue was full. */
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
    public void onBookSnapshot(final OrderBookReport snapshot) {
        offer(() -> subscriptions.snapshot(snapshot));
    }

    @Override
    public void onBookChange(final BookChangeView view) {
        final int symbol = view.symbol();
        final Change change = Change.of(view);
        offer(() -> subscriptions.change(symbol, change));
    }
}
