package io.daybook.examples;

import io.daybook.api.EventKind;
import io.daybook.api.EventView;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderBookReport;
import io.daybook.api.ResultView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A listener that keeps the candles of one symbol: open, high, low, close and volume of every period, by the times of
 * the commands, so that a replay gives the same candles. The exchange's delivery thread writes; any thread may read.
 */
public final class Candles implements ExchangeListener {
    private static final int TRADE = EventKind.TRADE.code();

    /**
     * One period with trades.
     *
     * @param startNs the start of the period, ns since the epoch
     * @param open price of the first trade, in ticks
     * @param high highest price
     * @param low lowest price
     * @param close price of the last trade
     * @param lots lots that traded
     */
    public record Candle(long startNs, long open, long high, long low, long close, long lots) {
        Candle with(final long price, final long more) {
            return new Candle(
                    startNs, open, Math.max(high, price), Math.min(low, price), price, Math.addExact(lots, more));
        }
    }

    private final int symbol;
    private final long periodNs;
    private final List<Candle> done = new ArrayList<>();
    private @Nullable Candle current;

    public Candles(final int symbol, final long periodNs) {
        this.symbol = symbol;
        this.periodNs = periodNs;
    }

    @Override
    public void onResult(final ResultView result) {
        if (result.symbol() != symbol) {
            return;
        }
        for (int i = 0; i < result.eventCount(); i++) {
            final EventView event = result.event(i); // valid until the next event: copy the fields now
            if (event.kindCode() == TRADE) {
                onTrade(result.timestampNs(), event.price(), event.size());
            }
        }
    }

    private synchronized void onTrade(final long timeNs, final long price, final long lots) {
        final long startNs = timeNs - Math.floorMod(timeNs, periodNs);
        final Candle candle = current;
        if (candle != null && candle.startNs() == startNs) {
            current = candle.with(price, lots);
            return;
        }
        if (candle != null) {
            done.add(candle);
        }
        current = new Candle(startNs, price, price, price, price, lots);
    }

    /** All candles so far, including the current one. */
    public synchronized List<Candle> candles() {
        final List<Candle> all = new ArrayList<>(done);
        if (current != null) {
            all.add(current);
        }
        return all;
    }

    /**
     * A line for a screen: the best bid and ask next to the last candle. Any thread but the exchange's own may wait for
     * it.
     */
    public CompletableFuture<String> topOfBook(final Exchange exchange) {
        return exchange.query(new OrderBookQuery(symbol, 1)).thenApply(this::screen);
    }

    private String screen(final OrderBookReport book) {
        final List<Candle> all = candles();
        final String last =
                all.isEmpty() ? "no trades" : "last " + all.get(all.size() - 1).close();
        return String.format(Locale.ROOT, "%s | %s | %s", best(book.bids()), last, best(book.asks()));
    }

    private static String best(final List<OrderBookReport.Level> levels) {
        return levels.isEmpty()
                ? "-"
                : levels.get(0).size() + "@" + levels.get(0).price();
    }
}
