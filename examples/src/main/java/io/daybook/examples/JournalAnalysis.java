package io.daybook.examples;

import io.daybook.api.CommandType;
import io.daybook.api.EventView;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ResultCode;
import io.daybook.api.ResultView;
import io.daybook.core.Replay;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads a journal, also of a running exchange, replays its commands and sums up their results: the volume-weighted
 * price of each symbol, the orders per trade, and why commands were refused.
 *
 * <p>Argument: the folder of the journal.
 */
public final class JournalAnalysis implements ExchangeListener {
    private static final int PRICE_DECIMALS = 2;

    /** The sums of one symbol. Used by one thread. */
    static final class Summary {
        private long orders;
        private long trades;
        private long lots;
        private BigInteger priceSum = BigInteger.ZERO;

        long orders() {
            return orders;
        }

        long trades() {
            return trades;
        }

        long lots() {
            return lots;
        }

        /** The average price in ticks, weighted by lots; 0 without trades. */
        BigDecimal averagePrice() {
            return lots == 0
                    ? BigDecimal.ZERO
                    : new BigDecimal(priceSum).divide(BigDecimal.valueOf(lots), PRICE_DECIMALS, RoundingMode.HALF_EVEN);
        }
    }

    private final Map<Integer, Summary> symbols = new TreeMap<>();
    private final Map<ResultCode, Long> refused = new EnumMap<>(ResultCode.class);

    @Override
    public void onResult(final ResultView result) {
        if (result.code() != ResultCode.SUCCESS) {
            refused.merge(result.code(), 1L, Long::sum);
            return;
        }
        if (result.type() == CommandType.PLACE_ORDER) {
            summary(result.symbol()).orders++;
        }
    }

    /** Called for each trade, after the result that it belongs to: here as in a listener of a running exchange. */
    @Override
    public void onTrade(final ResultView result, final EventView trade) {
        final Summary summary = summary(result.symbol());
        summary.trades++;
        summary.lots = Math.addExact(summary.lots, trade.size());
        summary.priceSum =
                summary.priceSum.add(BigInteger.valueOf(trade.price()).multiply(BigInteger.valueOf(trade.size())));
    }

    private Summary summary(final int symbol) {
        return symbols.computeIfAbsent(symbol, id -> new Summary());
    }

    Map<Integer, Summary> symbols() {
        return symbols;
    }

    Map<ResultCode, Long> refused() {
        return refused;
    }

    public static void main(final String[] args) {
        final JournalAnalysis analysis = new JournalAnalysis();
        final long last = Replay.from(Path.of(args[0]), 1, analysis);
        System.out.println("read up to seq " + last);
        analysis.symbols.forEach((symbol, summary) -> System.out.println("symbol " + symbol + ": " + summary.orders
                + " orders, " + summary.trades + " trades, " + summary.lots + " lots at " + summary.averagePrice()));
        analysis.refused.forEach((code, count) -> System.out.println(code + ": " + count));
    }
}
