package io.daybook.backtest.report;

import io.daybook.api.RestingOrders;
import io.daybook.api.Side;
import io.daybook.backtest.MarketObserver;
import io.daybook.backtest.SimulatedMarket;
import io.daybook.flow.Dollars;
import io.daybook.flow.market.OutsiderFill;
import io.daybook.flow.market.OutsiderLog;
import io.daybook.trading.LimitReached;
import io.daybook.trading.Positions;
import io.daybook.trading.RiskGate;
import io.daybook.trading.RiskRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Collects the fills and orders of a trader in a simulated day of one symbol: writes fills and places in the queue as
 * they come, and keeps the data of the pictures and the sums, in bounded memory. Used by the market's thread.
 */
public final class DayReport implements MarketObserver {
    /** Prefix of the names of the sums that count orders refused by the gate, one sum per rule. */
    static final String REFUSED_BY_GATE = "refusedFor";

    private static final int MOST_PICTURED = 20_000;

    private final SimulatedMarket market;
    private final int symbol;
    private final OutsiderLog log;
    private final DaySeries series = new DaySeries();

    /** The first fills, for pictures. */
    private final List<OutsiderFill> fills = new ArrayList<>();

    private final Spread joinedBehind = new Spread();
    private final Spread restedNs = new Spread();
    private long requests;
    private long refused;
    private long fillCount;
    private long makerLots;
    private long takerLots;
    private long bought;
    private long sold;

    /**
     * Creates the report of a day that has not begun.
     *
     * @param fillFile takes the fills as CSV
     * @param rankFile takes the places in the queue as CSV
     */
    public DayReport(
            final SimulatedMarket market, final int symbol, final Appendable fillFile, final Appendable rankFile) {
        this.market = market;
        this.symbol = symbol;
        log = new OutsiderLog(market.recorded(), fillFile, rankFile, this::add);
        market.observe(this);
    }

    @Override
    public void onPlace(
            final long orderId,
            final int ofSymbol,
            final long atNs,
            final Side side,
            final long price,
            final long size) {
        log.onPlace(orderId, SimulatedMarket.numberOf(orderId), ofSymbol, atNs, side, size);
    }

    @Override
    public void onReplace(final long orderId, final long atNs, final long total, final boolean isKept) {
        log.onReplace(orderId, atNs, total, isKept);
    }

    @Override
    public void onRequest(final boolean isSuccess) {
        requests++;
        refused += isSuccess ? 0 : 1;
    }

    @Override
    public void onFill(
            final long orderId, final long price, final long size, final boolean isMaker, final boolean isDoubtful) {
        log.onFill(orderId, price, size, isMaker, isDoubtful);
    }

    private void add(final OutsiderFill fill) {
        fillCount++;
        if (fill.isMaker()) {
            makerLots += fill.size();
            joinedBehind.add(fill.joinedBehind());
            restedNs.add(fill.restedNs());
        } else {
            takerLots += fill.size();
        }
        bought += fill.side() == Side.BID ? fill.size() : 0;
        sold += fill.side() == Side.BID ? 0 : fill.size();
        if (fills.size() < MOST_PICTURED) {
            fills.add(fill);
        }
    }

    @Override
    public void onEvent(final long timeNs) {
        log.look();
        if (series.isDue(timeNs)) {
            addPoint(timeNs);
        }
    }

    private void addPoint(final long timeNs) {
        final RestingOrders orders = market.recorded().orders(symbol);
        final Positions positions = market.trader().positions();
        series.add(
                timeNs,
                orders == null ? 0 : orders.bestBid(),
                orders == null ? 0 : orders.bestAsk(),
                positions.lots(symbol),
                positions.profit());
    }

    /** Adds the state at the end of the day as the last point of the pictures over time. */
    public void end() {
        addPoint(market.recorded().timeNs());
    }

    /** All sums by name: counts, lots, and money in 1/10,000 dollar. */
    public Map<String, Long> sums() {
        final Positions positions = market.trader().positions();
        final Map<String, Long> all = new LinkedHashMap<>();
        all.put("requests", requests);
        all.put("refusedByVenue", refused);
        for (final RiskRule rule : RiskRule.values()) {
            final long count = market.trader().gate().refusals(rule);
            if (count > 0) {
                all.put(REFUSED_BY_GATE + capitalised(rule), count);
            }
        }
        all.put("fills", fillCount);
        all.put("bought", bought);
        all.put("sold", sold);
        all.put("asMaker", makerLots);
        all.put("asTaker", takerLots);
        all.put("position", positions.lots(symbol));
        all.put("profit", positions.profit());
        all.put("realised", positions.realised(symbol));
        all.put("traded", positions.notional(symbol));
        all.put("fees", positions.fees(symbol));
        all.put("rebates", positions.rebates(symbol));
        all.putAll(market.recorded().counts().byName());
        return all;
    }

    /** The loss limits that were reached, as one sentence each. */
    public List<String> notes() {
        return market.trader().gate().reached().stream().map(DayReport::note).toList();
    }

    private static String note(final LimitReached reached) {
        return Pictures.clock(reached.timeNs() / 1e9) + ": " + reached.text(money -> Dollars.text(money) + " dollars");
    }

    RiskGate gate() {
        return market.trader().gate();
    }

    private static String capitalised(final RiskRule rule) {
        final StringBuilder name = new StringBuilder();
        for (final String word : rule.name().split("_")) {
            name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }

    DaySeries series() {
        return series;
    }

    List<OutsiderFill> fills() {
        return fills;
    }

    Spread joinedBehind() {
        return joinedBehind;
    }

    Spread restedNs() {
        return restedNs;
    }
}
