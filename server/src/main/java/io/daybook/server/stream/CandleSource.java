package io.daybook.server.stream;

import io.daybook.server.history.Candle;
import io.daybook.server.history.Interval;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.http.TextFrame;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends the current candle, and the final states of earlier candles. A candle is final once the time of a command is at
 * or after its end, because no further trade can be in its interval.
 */
public final class CandleSource implements LatestTopic.Source {
    private final MarketHistory history;
    private final int symbol;
    private final Interval interval;
    private final Encoder encoder;
    private long openNs;
    private long trades;

    /** Writes candles. */
    @FunctionalInterface
    public interface Encoder {
        /** Makes a frame of a candle, which may be final. */
        TextFrame frame(Candle candle, boolean isFinal);
    }

    public CandleSource(final MarketHistory history, final int symbol, final Interval interval, final Encoder encoder) {
        this.history = history;
        this.symbol = symbol;
        this.interval = interval;
        this.encoder = encoder;
    }

    @Override
    public List<TextFrame> changed() {
        final long nowNs = history.timeNs();
        final List<TextFrame> frames = new ArrayList<>();
        for (final Candle candle : history.candles(symbol, interval, openNs, Long.MAX_VALUE, Integer.MAX_VALUE)) {
            final boolean isFinal = candle.startNs() + interval.ns() <= nowNs;
            final boolean isKnown = candle.startNs() == openNs && candle.trades() == trades;
            if (isFinal || !isKnown) {
                frames.add(encoder.frame(candle, isFinal));
            }
            openNs = isFinal ? candle.startNs() + interval.ns() : candle.startNs();
            trades = isFinal ? 0 : candle.trades();
        }
        return frames;
    }

    @Override
    public List<TextFrame> whole() {
        final Candle last = history.lastCandle(symbol, interval);
        return last == null
                ? List.of()
                : List.of(encoder.frame(last, last.startNs() + interval.ns() <= history.timeNs()));
    }
}
