package io.daybook.server.history;

import io.daybook.api.EventKind;
import io.daybook.api.EventView;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The recent window of the market: of each symbol the last 10,000 trades, and of each interval the last 1,500 candles.
 * A pure fold over results; times are those of the commands. The follower writes, any thread reads.
 */
public final class MarketHistory {
    private static final long DAY_NS = TimeUnit.DAYS.toNanos(1);

    private final Map<Integer, SymbolHistory> symbols = new TreeMap<>();

    /** Asked without the lock; whoever then asks for more waits until the command of this seq is told whole. */
    private volatile long seq;

    /** The last command that it was told. */
    public long seq() {
        return seq;
    }

    /**
     * Trades of a symbol, the newest first.
     *
     * @param beforeSeq only those of earlier commands, and of that command those before an event
     * @param beforeEvent see above
     */
    public synchronized List<Trade> trades(
            final int symbol, final int limit, final long beforeSeq, final int beforeEvent) {
        final List<Trade> found = new ArrayList<>();
        final SymbolHistory history = symbols.get(symbol);
        if (history != null) {
            final var newest = history.trades.descendingIterator();
            while (newest.hasNext() && found.size() < limit) {
                final Trade trade = newest.next();
                if (trade.seq() < beforeSeq || trade.seq() == beforeSeq && trade.event() < beforeEvent) {
                    found.add(trade);
                }
            }
        }
        return found;
    }

    /** Trades of a symbol behind a key, the oldest first; null where not all are kept any more. */
    public synchronized @Nullable List<Trade> tradesAfter(final int symbol, final long afterSeq, final int afterEvent) {
        final List<Trade> found = new ArrayList<>();
        final SymbolHistory history = symbols.get(symbol);
        if (history == null) {
            return found;
        }
        boolean isWhole = history.trades.size() < SymbolHistory.TRADES;
        for (final Trade trade : history.trades) {
            if (trade.seq() > afterSeq || trade.seq() == afterSeq && trade.event() > afterEvent) {
                found.add(trade);
            } else {
                isWhole = true;
            }
        }
        return isWhole ? found : null;
    }

    /** Candles of a symbol that begin within two times, the oldest first; the last so many of them. */
    public synchronized List<Candle> candles(
            final int symbol, final Interval interval, final long fromNs, final long toNs, final int limit) {
        final List<Candle> found = new ArrayList<>();
        final SymbolHistory history = symbols.get(symbol);
        if (history != null) {
            for (final Candle candle : history.of(interval)) {
                if (candle.startNs() >= fromNs && candle.startNs() < toNs) {
                    found.add(candle);
                }
            }
        }
        return found.size() <= limit ? found : found.subList(found.size() - limit, found.size());
    }

    /** The last candle of a symbol, or null. */
    public synchronized @Nullable Candle lastCandle(final int symbol, final Interval interval) {
        final SymbolHistory history = symbols.get(symbol);
        return history == null ? null : history.of(interval).peekLast();
    }

    /** The last 24 hours of a symbol before a time; of a symbol without trades zeros. */
    public synchronized Ticker ticker(final int symbol, final long nowNs) {
        final SymbolHistory history = symbols.get(symbol);
        final Trade last = history == null ? null : history.trades.peekLast();
        if (history == null || last == null) {
            return new Ticker(0, 0, 0, 0, 0, BigInteger.ZERO, 0, 0);
        }
        long open = 0;
        long high = 0;
        long low = Long.MAX_VALUE;
        long volume = 0;
        long trades = 0;
        BigInteger notional = BigInteger.ZERO;
        for (final Candle candle : history.of(Interval.M1)) {
            if (candle.startNs() > nowNs - DAY_NS) {
                open = open == 0 ? candle.open() : open;
                high = Math.max(high, candle.high());
                low = Math.min(low, candle.low());
                volume += candle.volume();
                trades += candle.trades();
                notional = notional.add(candle.notional());
            }
        }
        return new Ticker(open, high, trades == 0 ? 0 : low, last.price(), volume, notional, trades, last.timeNs());
    }

    /** A command was settled. */
    synchronized void onResult(final ResultView result) {
        seq = result.seq();
        for (int i = 0; i < result.eventCount(); i++) {
            final EventView event = result.event(i);
            if (event.kindCode() == EventKind.TRADE.code()) {
                add(new Trade(
                        result.seq(),
                        i,
                        result.timestampNs(),
                        result.symbol(),
                        event.tradeId(),
                        event.price(),
                        event.size(),
                        Side.of(event.takerSideCode())));
            }
        }
    }

    synchronized void seq(final long value) {
        seq = value;
    }

    /** The symbols of which something is kept, with a copy of it. */
    synchronized Map<Integer, HistoryPart.Copy> copy() {
        final Map<Integer, HistoryPart.Copy> copies = new TreeMap<>();
        symbols.forEach((symbol, history) -> copies.put(symbol, HistoryPart.Copy.of(history)));
        return copies;
    }

    synchronized void restore(final int symbol, final HistoryPart.Copy copy) {
        final SymbolHistory history = new SymbolHistory();
        history.trades.addAll(copy.trades());
        copy.candles().forEach((interval, row) -> history.of(interval).addAll(row));
        symbols.put(symbol, history);
    }

    private void add(final Trade trade) {
        symbols.computeIfAbsent(trade.symbol(), unused -> new SymbolHistory()).add(trade);
    }
}
