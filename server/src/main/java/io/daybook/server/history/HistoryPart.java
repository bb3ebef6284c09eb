package io.daybook.server.history;

import io.daybook.api.FollowerPart;
import io.daybook.api.PartDecoder;
import io.daybook.api.PartEncoder;
import io.daybook.api.PartReader;
import io.daybook.api.Side;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The market's history in a snapshot, big-endian; lists begin with their count.
 *
 * <pre>
 * version i32
 * symbols, each: symbol i32
 *     trades, each: seq i64, event i32, time, trade id, price, size i64, taker's side u8
 *     of each interval from the shortest: seconds i32
 *         candles, each: start, open, high, low, close, volume i64, notional (length u8, bytes), trades i64
 * </pre>
 */
final class HistoryPart {
    private static final int VERSION = 1;
    private static final long SECOND_NS = 1_000_000_000L;

    private HistoryPart() {}

    /** An immutable copy of a symbol's history. */
    record Copy(List<Trade> trades, Map<Interval, List<Candle>> candles) {
        static Copy of(final SymbolHistory history) {
            final Map<Interval, List<Candle>> candles = new EnumMap<>(Interval.class);
            for (final Interval interval : Interval.values()) {
                candles.put(interval, history.of(interval).list());
            }
            return new Copy(history.trades.list(), candles);
        }
    }

    static FollowerPart of(final Map<Integer, Copy> copies) {
        return PartEncoder.streamed(ByteOrder.BIG_ENDIAN, out -> {
            out.putI32(VERSION);
            out.putI32(copies.size());
            copies.forEach((symbol, copy) -> {
                out.putI32(symbol);
                write(copy, out);
            });
        });
    }

    static void read(final PartReader reader, final MarketHistory history) {
        final PartDecoder in = new PartDecoder(HistoryFollower.NAME, reader, ByteOrder.BIG_ENDIAN);
        final int version = in.getI32();
        if (version != VERSION) {
            throw new IllegalStateException("the part of the follower history has version " + version
                    + ", and this build reads " + VERSION + ": start the build that wrote it, or a newer one");
        }
        final int symbols = in.getI32();
        for (int i = 0; i < symbols; i++) {
            final int symbol = in.getI32();
            history.restore(symbol, copy(in, symbol));
        }
    }

    private static void write(final Copy copy, final PartEncoder out) {
        out.putI32(copy.trades.size());
        for (final Trade trade : copy.trades) {
            out.putI64(trade.seq());
            out.putI32(trade.event());
            out.putI64(trade.timeNs());
            out.putI64(trade.tradeId());
            out.putI64(trade.price());
            out.putI64(trade.size());
            out.putU8(trade.takerSide().code());
        }
        for (final Map.Entry<Interval, List<Candle>> row : copy.candles.entrySet()) {
            out.putI32((int) (row.getKey().ns() / SECOND_NS));
            out.putI32(row.getValue().size());
            for (final Candle candle : row.getValue()) {
                out.putI64(candle.startNs());
                out.putI64(candle.open());
                out.putI64(candle.high());
                out.putI64(candle.low());
                out.putI64(candle.close());
                out.putI64(candle.volume());
                final byte[] notional = candle.notional().toByteArray();
                out.putU8(notional.length);
                out.putBytes(notional);
                out.putI64(candle.trades());
            }
        }
    }

    private static Copy copy(final PartDecoder in, final int symbol) {
        final int count = in.getI32();
        final List<Trade> trades = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            trades.add(new Trade(
                    in.getI64(),
                    in.getI32(),
                    in.getI64(),
                    symbol,
                    in.getI64(),
                    in.getI64(),
                    in.getI64(),
                    Side.of(in.getU8())));
        }
        final Map<Interval, List<Candle>> candles = new EnumMap<>(Interval.class);
        for (final Interval interval : Interval.values()) {
            final int seconds = in.getI32();
            if (seconds != interval.ns() / SECOND_NS) {
                throw new IllegalStateException("candles of " + seconds + " s are in the place of those of "
                        + interval.text()
                        + ": another build wrote the part of the follower history");
            }
            final int candleCount = in.getI32();
            final List<Candle> row = new ArrayList<>();
            for (int i = 0; i < candleCount; i++) {
                row.add(new Candle(
                        in.getI64(),
                        in.getI64(),
                        in.getI64(),
                        in.getI64(),
                        in.getI64(),
                        in.getI64(),
                        new BigInteger(in.getBytes(in.getU8())),
                        in.getI64()));
            }
            candles.put(interval, row);
        }
        return new Copy(trades, candles);
    }
}
