package io.daybook.server.history;

import io.daybook.api.FollowerPart;
import io.daybook.api.PartReader;
import io.daybook.api.Side;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
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

    /** A symbol's history, immutable. */
    record Copy(List<Trade> trades, Map<Interval, List<Candle>> candles) {
        static Copy of(final SymbolHistory history) {
            final Map<Interval, List<Candle>> candles = new EnumMap<>(Interval.class);
            history.candles.forEach((interval, row) -> candles.put(interval, List.copyOf(row)));
            return new Copy(List.copyOf(history.trades), candles);
        }
    }

    static FollowerPart of(final Map<Integer, Copy> copies) {
        return out -> {
            final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (DataOutputStream data = new DataOutputStream(bytes)) {
                data.writeInt(VERSION);
                data.writeInt(copies.size());
                for (final Map.Entry<Integer, Copy> one : copies.entrySet()) {
                    data.writeInt(one.getKey());
                    write(one.getValue(), data);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("writing to memory", e);
            }
            out.write(bytes.toByteArray(), 0, bytes.size());
        };
    }

    static void read(final PartReader reader, final MarketHistory history) {
        final byte[] bytes = new byte[Math.toIntExact(reader.length())];
        final int read = reader.read(bytes, 0, bytes.length);
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, read))) {
            final int version = in.readInt();
            if (version != VERSION) {
                throw new IllegalStateException("the part of the follower history is of version " + version
                        + ", and this build reads " + VERSION + ": start the build that wrote it, or a newer one");
            }
            final int symbols = in.readInt();
            for (int i = 0; i < symbols; i++) {
                final int symbol = in.readInt();
                history.restore(symbol, copy(in, symbol));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the part of the follower history ends too early", e);
        }
    }

    private static void write(final Copy copy, final DataOutputStream out) throws IOException {
        out.writeInt(copy.trades.size());
        for (final Trade trade : copy.trades) {
            out.writeLong(trade.seq());
            out.writeInt(trade.event());
            out.writeLong(trade.timeNs());
            out.writeLong(trade.tradeId());
            out.writeLong(trade.price());
            out.writeLong(trade.size());
            out.writeByte(trade.takerSide().code());
        }
        for (final Map.Entry<Interval, List<Candle>> row : copy.candles.entrySet()) {
            out.writeInt((int) (row.getKey().ns() / SECOND_NS));
            out.writeInt(row.getValue().size());
            for (final Candle candle : row.getValue()) {
                out.writeLong(candle.startNs());
                out.writeLong(candle.open());
                out.writeLong(candle.high());
                out.writeLong(candle.low());
                out.writeLong(candle.close());
                out.writeLong(candle.volume());
                final byte[] notional = candle.notional().toByteArray();
                out.writeByte(notional.length);
                out.write(notional);
                out.writeLong(candle.trades());
            }
        }
    }

    private static Copy copy(final DataInputStream in, final int symbol) throws IOException {
        final int count = in.readInt();
        final List<Trade> trades = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            trades.add(new Trade(
                    in.readLong(),
                    in.readInt(),
                    in.readLong(),
                    symbol,
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    Side.of(in.readByte())));
        }
        final Map<Interval, List<Candle>> candles = new EnumMap<>(Interval.class);
        for (final Interval interval : Interval.values()) {
            final int seconds = in.readInt();
            if (seconds != interval.ns() / SECOND_NS) {
                throw new IllegalStateException("candles of " + seconds + " s stand where those of " + interval.text()
                        + " should: the part of the follower history is of another build");
            }
            final int candleCount = in.readInt();
            final List<Candle> row = new ArrayList<>();
            for (int i = 0; i < candleCount; i++) {
                row.add(new Candle(
                        in.readLong(),
                        in.readLong(),
                        in.readLong(),
                        in.readLong(),
                        in.readLong(),
                        in.readLong(),
                        new BigInteger(in.readNBytes(in.readUnsignedByte())),
                        in.readLong()));
            }
            candles.put(interval, row);
        }
        return new Copy(trades, candles);
    }
}
