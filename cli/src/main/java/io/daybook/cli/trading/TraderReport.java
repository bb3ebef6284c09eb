package io.daybook.cli.trading;

import io.daybook.trading.LimitReached;
import io.daybook.trading.Positions;
import io.daybook.trading.RiskGate;
import io.daybook.trading.RiskLimits;
import io.daybook.trading.RiskRule;
import io.daybook.trading.TradeEngine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The positions of a trader, and the decisions of its gate.
 *
 * @param bySymbol the holdings by number of the symbol
 */
record TraderReport(long uid, String strategy, Facts facts, Map<Integer, Held> bySymbol, Gate gate) {
    /** The time for queries whose result no longer depends on the time of day. */
    private static final long NO_TIME = 0;

    private static final String REFUSED = "refused.";
    private static final String LIMIT = "limit.";
    private static final String REACHED = "reached.";

    /**
     * The sums over the requests and trades of the trader.
     *
     * @param disagreements the number of orders for which the venue's answer after a reconnect contradicts its stream
     */
    record Facts(long sent, long profit, long lowestProfit, long disagreements) {}

    /**
     * The trader's risk gate: the refusals by each rule, and the limits.
     *
     * @param limits the limits that are not off
     * @param reached the limits of losses that were reached, each with the loss at that time
     */
    record Gate(Map<RiskRule, Long> refusals, Map<RiskRule, Long> limits, Map<RiskRule, Long> reached) {
        /**
         * Returns each rule that has a limit, or has refused an order, with the number of refused orders and the limit.
         */
        List<String> rows() {
            final List<String> rows = new ArrayList<>();
            refusals.forEach((rule, count) -> {
                final Long limit = limits.get(rule);
                if (limit != null) {
                    rows.add(String.format(Locale.ROOT, "%s %,d (%s=%d)", rule, count, rule.limit(), limit));
                } else if (count > 0) {
                    rows.add(String.format(Locale.ROOT, "%s %,d", rule, count));
                }
            });
            return rows;
        }

        /** Returns a sentence for each limit of losses that was reached. */
        List<String> notes() {
            final List<String> notes = new ArrayList<>();
            reached.forEach((rule, value) ->
                    notes.add(text(new LimitReached(rule, limits.getOrDefault(rule, 0L), value, NO_TIME))));
            return notes;
        }
    }

    /**
     * The holdings in a symbol; money in minor units of the quote currency.
     *
     * @param exposure the largest position that the trader would have had with all open orders of a side
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
        final Facts facts = new Facts(
                engine.orders().sent(),
                positions.profit(),
                engine.gate().lowestProfit(),
                engine.orders().disagreements());
        return new TraderReport(uid, strategy, facts, held, gate(engine.gate()));
    }

    private static Gate gate(final RiskGate of) {
        final Gate gate = emptyGate();
        for (final RiskRule rule : RiskRule.values()) {
            gate.refusals().put(rule, of.refusals(rule));
            if (of.limits().of(rule) != RiskLimits.OFF) {
                gate.limits().put(rule, of.limits().of(rule));
            }
        }
        of.reached().forEach(limit -> gate.reached().put(limit.rule(), limit.value()));
        return gate;
    }

    private static Gate emptyGate() {
        return new Gate(new EnumMap<>(RiskRule.class), new EnumMap<>(RiskRule.class), new EnumMap<>(RiskRule.class));
    }

    /** Returns a limit that a live trader reached, in words. */
    static String text(final LimitReached reached) {
        return reached.text(money -> String.format(Locale.ROOT, "%,d minor units", money));
    }

    long trades() {
        return bySymbol.values().stream().mapToLong(Held::trades).sum();
    }

    /** Prints the report for people. */
    void print(final PrintWriter out) {
        out.println(String.format(
                Locale.ROOT,
                "user %d, %s: %,d requests, %,d trades, profit %,d (lowest %,d) minor units",
                uid,
                strategy,
                facts.sent(),
                trades(),
                facts.profit(),
                facts.lowestProfit()));
        gate.notes().forEach(out::println);
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
        out.println("refused by the gate: " + (gate.rows().isEmpty() ? "nothing" : String.join(", ", gate.rows())));
    }

    void write(final Path file) throws IOException {
        final StringBuilder lines = new StringBuilder();
        lines.append("uid=").append(uid).append("\nstrategy=").append(strategy);
        lines.append("\nsent=").append(facts.sent()).append("\nprofit=").append(facts.profit());
        lines.append("\nlowestProfit=").append(facts.lowestProfit());
        lines.append("\nstopped=").append(gate.reached().containsKey(RiskRule.LOSS));
        lines.append("\ndisagreements=").append(facts.disagreements()).append('\n');
        write(lines, REFUSED, gate.refusals());
        write(lines, LIMIT, gate.limits());
        write(lines, REACHED, gate.reached());
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

    private static void write(final StringBuilder lines, final String prefix, final Map<RiskRule, Long> byRule) {
        byRule.forEach((rule, value) ->
                lines.append(prefix).append(rule).append('=').append(value).append('\n'));
    }

    static TraderReport read(final Path file) throws IOException {
        final Properties lines = new Properties();
        try (BufferedReader in = Files.newBufferedReader(file)) {
            lines.load(in);
        }
        final Map<Integer, Held> held = new TreeMap<>();
        final Gate gate = emptyGate();
        for (final String name : lines.stringPropertyNames()) {
            final String value = lines.getProperty(name);
            if (name.startsWith("symbol.")) {
                held.put(Integer.valueOf(name.substring("symbol.".length())), held(value.split(",", -1)));
            } else {
                put(gate.refusals(), REFUSED, name, value);
                put(gate.limits(), LIMIT, name, value);
                put(gate.reached(), REACHED, name, value);
            }
        }
        final Facts facts = new Facts(
                number(lines, "sent"),
                number(lines, "profit"),
                number(lines, "lowestProfit"),
                number(lines, "disagreements"));
        return new TraderReport(number(lines, "uid"), lines.getProperty("strategy"), facts, held, gate);
    }

    private static void put(
            final Map<RiskRule, Long> byRule, final String prefix, final String name, final String value) {
        if (name.startsWith(prefix)) {
            byRule.put(RiskRule.valueOf(name.substring(prefix.length())), Long.valueOf(value));
        }
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
