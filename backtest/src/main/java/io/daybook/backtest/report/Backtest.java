package io.daybook.backtest.report;

import io.daybook.api.Exchange;
import io.daybook.api.Topology;
import io.daybook.backtest.Fees;
import io.daybook.backtest.Latency;
import io.daybook.backtest.SimulatedMarket;
import io.daybook.core.DaybookExchange;
import io.daybook.flow.RecordedEvent;
import io.daybook.flow.RecordedListener;
import io.daybook.trading.Parameters;
import io.daybook.trading.RiskLimits;
import io.daybook.trading.Strategy;
import io.daybook.trading.TradeEngine;
import io.daybook.trading.TraderConfig;
import io.daybook.trading.strategy.Strategies;
import java.util.List;

/**
 * One run of a strategy over one symbol of a recorded day, on an exchange of its own, with its report. Used by one
 * thread, once.
 */
public final class Backtest implements RecordedListener, AutoCloseable {
    /** The number of orders that the strategy can have on each side. */
    private static final int LEVELS = 64;

    private static final int CHANNELS = 1;

    private final Exchange exchange;
    private final SimulatedMarket market;
    private final DayReport report;

    /**
     * The settings of a run.
     *
     * @param strategy a name or a class, as {@link Strategies#create} takes it
     * @param loader finds the class
     * @param parameters the parameters of the strategy and its limits, each {@code name=value}
     */
    public record Setup(String strategy, ClassLoader loader, List<String> parameters, Latency latency, Fees fees) {
        /** Checks the parameters without a market. */
        public void check() {
            make();
        }

        private Made make() {
            final Parameters all = Parameters.of(parameters);
            all.text("seed", ""); // every run accepts a seed; reading it here keeps requireAllUsed from refusing it
            final Strategy made = Strategies.create(strategy, loader, all);
            final RiskLimits limits = RiskLimits.of(all);
            all.requireAllUsed();
            return new Made(made, limits);
        }
    }

    private record Made(Strategy strategy, RiskLimits limits) {}

    /**
     * Prepares a run.
     *
     * @param fills takes the fills as CSV
     * @param ranks takes the places in the queue as CSV
     * @throws IllegalArgumentException if strategy or parameters are wrong
     */
    public Backtest(final Setup setup, final int symbol, final Appendable fills, final Appendable ranks) {
        final Made made = setup.make();
        final TraderConfig config = new TraderConfig(List.of(symbol), LEVELS, CHANNELS, made.limits());
        exchange = DaybookExchange.builder().topology(Topology.INLINE).start();
        try {
            market = new SimulatedMarket(
                    exchange, setup.latency(), setup.fees(), port -> new TradeEngine(config, made.strategy(), port));
        } catch (final RuntimeException e) {
            exchange.close();
            throw e;
        }
        report = new DayReport(market, symbol, fills, ranks);
    }

    @Override
    public void onEvent(final RecordedEvent event) {
        market.onEvent(event);
    }

    /** Ends the day. */
    public void end() {
        market.end();
        report.end();
    }

    /** The collected results. */
    public DayReport report() {
        return report;
    }

    @Override
    public void close() {
        exchange.close();
    }
}
