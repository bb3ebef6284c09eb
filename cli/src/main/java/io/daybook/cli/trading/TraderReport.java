package io.daybook.cli.trading;

import io.daybook.trading.Positions;
import io.daybook.trading.RiskRule;
import io.daybook.trading.TradeEngine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The positions of a trader, and the refusals of its gate.
 *
 * @param bySymbol by number
 * @param refusals of its gate
 */
record TraderReport(long uid, String strategy, Facts facts, Map<Integer, Held> bySymbol, Map<RiskRule, Long> refusals) {

    /**
     * The counts of its trading.
     *
     * @param disagreements orders of which the venue's answer after a reconnect contradicts its stream
     */
    record Facts(long sent, long profit, long lowestProfit, boolean isStopped, long disagreements) {}

    /**
     * A symbol; money in minor units of the quote currency.
     *
     * @param exposure the largest position that it would have had with all open orders of a side
     */
    record Held(long lots, long cash, long fees, long rebates, long volume, long trades, long exposure) {}

    static TraderReport of(final long uid, final String strategy, final TradeEngine engine) {
        final Positions positions = engine.positions();
        final Map<Integer, Held> held = new TreeMap<>();
        for (final int symbol : engine.symbols()) {
            held.put(
                    symbol,
                    new Held(
                            positions.lots(symbol),
                            positions.cash(symbol),
                            positions.fees(symbol),
                            positions.rebates(symbol),
                            positions.volume(symbol),
                            positions.trades(symbol),
                            engine.largestExposure(symbol)));
        }
        final Map<RiskRule, Long> refusals = new EnumMap<>(RiskRule.class);
        for (final RiskRule rule : RiskRule.values()) {
            refusals.put(rule, engine.gate().refusals(rule));
        }
        final Facts facts = new Facts(
                engine.orders().sent(),
                positions.profit(),
                engine.gate().lowestProfit(),
                engine.gate().isStopped(),
                engine.orders().disagreements());
        return new TraderReport(uid, strategy, facts, held, refusals);
    }

    long trades() {
        return bySymbol.values().stream().mapToLong(Held::trades).sum();
    }

    /** The report as text for people. */
    void print(final PrintWriter out) {
        out.println(String.format(
                Locale.ROOT,
                "user %d, %s: %,d requests, %,d trades, profit %,d (lowest %,d)%s",
                uid,
                strategy,
                facts.sent(),
                trades(),
                facts.profit(),
                facts.lowestProfit(),
                facts.isStopped() ? ", stopped at its loss limit" : ""));
        out.println(String.format(
                Locale.ROOT, "%8s %12s %18s %14s %14s %10s", "symbol", "lots", "cash", "fees", "volume", "exposure"));
        bySymbol.forEach((symbol, held) -> out.println(String.format(
                Locale.ROOT,
                "%8d %,12d %,18d %,14d %,14d %,10d",
                symbol,
                held.lots(),
                held.cash(),
                held.fees() - held.rebates(),
                held.volume(),
                held.exposure())));
        out.println("refused by the gate: " + refusals);
    }

    void write(final Path file) throws IOException {
        final StringBuilder lines = new StringBuilder();
        lines.append("uid=").append(uid).append("\nstrategy=").append(strategy);
        lines.append("\nsent=").append(facts.sent()).append("\nprofit=").append(facts.profit());
        lines.append("\nlowestProfit=").append(facts.lowestProfit());
        lines.append("\nstopped=").append(facts.isStopped());
        lines.append("\ndisagreements=").append(facts.disagreements()).append('\n');
        refusals.forEach((rule, count) ->
                lines.append("refused.").append(rule).append('=').append(count).append('\n'));
        bySymbol.forEach((symbol, held) -> lines.append("symbol.")
                .append(symbol)
                .append('=')
                .append(held.lots())
                .append(',')
                .append(held.cash())
                .append(',')
                .append(held.fees())
                .append(',')
                .append(held.rebates())
                .append(',')
                .append(held.volume())
                .append(',')
                .append(held.trades())
                .append(',')
                .append(held.exposure())
                .append('\n'));
        Files.writeString(file, lines);
    }

    static TraderReport read(final Path file) throws IOException {
        final Properties lines = new Properties();
        try (BufferedReader in = Files.newBufferedReader(file)) {
            lines.load(in);
        }
        final Map<Integer, Held> held = new TreeMap<>();
        final Map<RiskRule, Long> refusals = new EnumMap<>(RiskRule.class);
        for (final String name : lines.stringPropertyNames()) {
            final String value = lines.getProperty(name);
            if (name.startsWith("symbol.")) {
                held.put(Integer.valueOf(name.substring("symbol.".length())), held(value.split(",", -1)));
            } else if (name.startsWith("refused.")) {
                refusals.put(RiskRule.valueOf(name.substring("refused.".length())), Long.valueOf(value));
            }
        }
        final Facts facts = new Facts(
                number(lines, "sent"),
                number(lines, "profit"),
                number(lines, "lowestProfit"),
                Boolean.parseBoolean(lines.getProperty("stopped")),
                number(lines, "disagreements"));
        return new TraderReport(number(lines, "uid"), lines.getProperty("strategy"), facts, held, refusals);
    }

    private static Held held(final String[] columns) {
        final long[] numbers = new long[columns.length];
        for (int i = 0; i < columns.length; i++) {
            numbers[i] = Long.parseLong(columns[i]);
        }
        return new Held(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6]);
    }

    private static long number(final Properties lines, final String name) {
        return Long.parseLong(lines.getProperty(name));
    }
}
