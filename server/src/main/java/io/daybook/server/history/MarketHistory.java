package io.daybook.server.history;

import io.daybook.api.EventKind;
import io.daybook.api.EventView;
import io.daybook.api.ResultView;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The recent past of the market: the last 10,000 trades of each symbol, and the last 1,500 candles of each interval. A
 * pure fold over results; times are those of the commands. The follower writes, any thread reads. Under the lock,
 * queries only do a binary search and copy records; they compute without the lock, because the exchange may have to
 * wait for it.
 */
public final class MarketHistory {
    private static final long DAY_NS = TimeUnit.DAYS.toNanos(1);

    private final Map<Integer, SymbolHistory> symbols = new TreeMap<>();

    /**
     * The last command whose result this history has begun to take. Read without the lock; a later query takes the
     * lock, and so waits until the command of this seq is complete.
     */
    private final AtomicLong seq = new AtomicLong();

    private final AtomicLong timeNs = new AtomicLong();
    private TradeListener listener = TradeListener.NOBODY;

    /** Sets the listener of trades. */
    public synchronized void listener(final TradeListener hearing) {
        listener = hearing;
    }

    /** The last command whose result this history has. */
    public long seq() {
        return seq.get();
    }

    /**
     * The time of the last command whose result this history has, ns since the epoch; 0 before the first result of this
     * process.
     */
    public long timeNs() {
        return timeNs.get();
    }

    /** The last trade of a symbol, or null. */
    public synchronized @Nullable Trade lastTrade(final int symbol) {
        final SymbolHistory history = symbols.get(symbol);
        return history == null ? null : history.trades.last();
    }

    /**
     * Trades of a symbol, the newest first.
     *
     * @param beforeSeq the seq of a command; returns the trades of earlier commands, and those of this command before
     *     {@code beforeEvent}
     * @param beforeEvent an event of the command {@code beforeSeq}
     */
    public List<Trade> trades(final int symbol, final int limit, final long beforeSeq, final int beforeEvent) {
        final List<Trade> found = new ArrayList<>(trades(symbol, row -> {
            final int end = row.firstWhere(
                    trade -> trade.seq() > beforeSeq || trade.seq() == beforeSeq && trade.event() >= beforeEvent);
            return row.list(Math.max(0, end - limit), end);
        }));
        Collections.reverse(found);
        return found;
    }

    /**
     * The first trades of a symbol whose ids are at least {@code fromId}, and whose times, in ns, are at least
     * {@code fromNs} and before {@code toNs}; the oldest first.
     */
    public List<Trade> tradesFrom(
            final int symbol, final long fromId, final long fromNs, final long toNs, final int limit) {
        return trades(symbol, row -> {
            final int from = row.firstWhere(trade -> trade.tradeId() >= fromId && trade.timeNs() >= fromNs);
            final int end = row.firstWhere(trade -> trade.timeNs() >= toNs);
            return row.list(from, Math.max(from, (int) Math.min(end, (long) from + limit)));
        });
    }

    /** The last trades of a symbol between two times, ns; the oldest first. */
    public List<Trade> tradesUntil(final int symbol, final long fromNs, final long toNs, final int limit) {
        return trades(symbol, row -> {
            final int from = row.firstWhere(trade -> trade.timeNs() >= fromNs);
            final int end = Math.max(from, row.firstWhere(trade -> trade.timeNs() >= toNs));
            return row.list(Math.max(from, end - limit), end);
        });
    }

    private synchronized List<Trade> trades(final int symbol, final Function<Row<Trade>, List<Trade>> wanted) {
        final SymbolHistory history = symbols.get(symbol);
        return history == null ? List.of() : wanted.apply(history.trades);
    }

    /** The first trades of a symbol after a key, the oldest first; null if some of them are no longer kept. */
    public synchronized @Nullable List<Trade> tradesAfter(
            final int symbol, final long afterSeq, final int afterEvent, final int limit) {
        final SymbolHistory history = symbols.get(symbol);
        if (history == null) {
            return List.of();
        }
        final Row<Trade> row = history.trades;
        final int from = row.firstWhere(
                trade -> trade.seq() > afterSeq || trade.seq() == afterSeq && trade.event() > afterEvent);
        return from == 0 && row.isFull() ? null : row.list(from, Math.min(row.size(), from + limit));
    }

    /** The last candles of a symbol that begin in a span of time, at most {@code limit}, the oldest first. */
    public List<Candle> candles(
            final int symbol, final Interval interval, final long fromNs, final long toNs, final int limit) {
        return candles(symbol, interval, row -> {
            final int from = row.firstWhere(candle -> candle.startNs() >= fromNs);
            final int end = Math.max(from, row.firstWhere(candle -> candle.startNs() >= toNs));
            return row.list(Math.max(from, end - limit), end);
        });
    }

    /** The first candles that begin in a span of time, at most {@code limit} of them. */
    public List<Candle> candlesFrom(
            final int symbol, final Interval interval, final long fromNs, final long toNs, final int limit) {
        return candles(symbol, interval, row -> {
            final int from = row.firstWhere(candle -> candle.startNs() >= fromNs);
            final int end = Math.max(from, row.firstWhere(candle -> candle.startNs() >= toNs));
            return row.list(from, (int) Math.min(end, (long) from + limit));
        });
    }

    private synchronized List<Candle> candles(
            final int symbol, final Interval interval, final Function<Row<Candle>, List<Candle>> wanted) {
        final SymbolHistory history = symbols.get(symbol);
        return history == null ? List.of() : wanted.apply(history.of(interval));
    }

    /** The last candle of a symbol, or null. */
    public synchronized @Nullable Candle lastCandle(final int symbol, final Interval interval) {
        final SymbolHistory history = symbols.get(symbol);
        return history == null ? null : history.of(interval).last();
    }

    /** The last 24 hours of a symbol before a time; zeros for a symbol without trades. */
    public synchronized Ticker ticker(final int symbol, final long nowNs) {
        final SymbolHistory history = symbols.get(symbol);
        final Trade last = history == null ? null : history.trades.last();
        return history == null || last == null
                ? new Ticker(0, 0, 0, 0, 0, BigInteger.ZERO, 0, 0)
                : history.of(Interval.M1).sum(nowNs - DAY_NS + 1, last.price(), last.timeNs());
    }

    /** Takes the result of a command. */
    void onResult(final ResultView result) {
        for (int i = 0; i < result.eventCount(); i++) {
            if (result.event(i).kindCode() == EventKind.TRADE.code()) {
                traded(result, i);
                return;
            }
        }
        timeNs.setRelease(result.timestampNs());
        seq.setRelease(result.seq());
    }

    private synchronized void traded(final ResultView result, final int first) {
        seq.setRelease(result.seq());
        timeNs.setRelease(result.timestampNs());
        for (int i = first; i < result.eventCount(); i++) {
            final EventView event = result.event(i);
            if (event.kindCode() == EventKind.TRADE.code()) {
                traded(result, event, i);
            }
        }
    }

    private void traded(final ResultView result, final EventView event, final int place) {
        final int symbol = result.symbol();
        final SymbolHistory history = symbols.computeIfAbsent(symbol, SymbolHistory::new);
        final boolean isHeard = listener.hears(symbol);
        final Trade before = isHeard ? history.trades.last() : null;
        history.trades.add(
                result.seq(),
                place,
                result.timestampNs(),
                event.tradeId(),
                event.price(),
                event.size(),
                event.takerSideCode());
        history.candles(result.timestampNs(), event.price(), event.size());
        if (isHeard) {
            listener.onTrade(Objects.requireNonNull(history.trades.last()), before);
        }
    }

    synchronized void seq(final long value) {
        seq.set(value);
    }

    /** A copy of the history of each symbol that has one. */
    synchronized Map<Integer, HistoryPart.Copy> copy() {
        final Map<Integer, HistoryPart.Copy> copies = new TreeMap<>();
        symbols.forEach((symbol, history) -> copies.put(symbol, HistoryPart.Copy.of(history)));
        return copies;
    }

    synchronized void restore(final int symbol, final HistoryPart.Copy copy) {
        final SymbolHistory history = new SymbolHistory(symbol);
        copy.trades().forEach(history.trades::add);
        copy.candles().forEach((interval, row) -> row.forEach(history.of(interval)::add));
        symbols.put(symbol, history);
    }
}
