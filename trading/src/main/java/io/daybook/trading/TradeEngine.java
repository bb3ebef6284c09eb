package io.daybook.trading;

import io.daybook.client.book.OrderLevels;
import io.daybook.client.feed.FeedListener;
import io.daybook.trading.feature.Features;
import io.daybook.trading.feature.Symbols;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs a strategy on a market, and sends its orders through a port. The market is the messages of a feed: an engine is
 * the listener of {@link io.daybook.client.feed.ChannelBooks}, which a live subscriber and a simulation fill alike. The
 * caller sets the time with {@link #at} before each event, or batch of events of one time. The strategy is called when
 * a command's messages are all applied, first for its trades, then for its levels.
 *
 * <p>Used by one thread. Nothing is allocated for an event once all paths have run.
 */
public final class TradeEngine implements Trader, FeedListener, OrderAnswers {
    private static final int FEED_BID = 1;

    private final TraderConfig config;
    private final Symbols symbols;
    private final Features features;
    private final Positions positions;
    private final OpenLots open;
    private final RiskGate gate;
    private final Orders orders;
    private final Changes changes = new Changes();
    private final @Nullable OrderLevels[] levels;
    private final int[] books;
    private Strategy strategy;
    private long nowNs;
    private long timerNs;
    private long nextTimerNs = Long.MAX_VALUE;

    /** Whether fills of earlier runs may still come, so that positions are incomplete. */
    private boolean isReplaying;

    /** Creates a trader and starts its strategy. */
    public TradeEngine(final TraderConfig config, final Strategy strategy, final OrderPort port) {
        this.config = config;
        this.strategy = strategy;
        symbols = new Symbols(config.symbols());
        features = new Features(symbols);
        positions = new Positions(symbols);
        open = new OpenLots(symbols.count());
        gate = new RiskGate(config.limits(), positions, open, features);
        orders = new Orders(config, symbols, port, new Orders.Trading(gate, positions, open));
        levels = new OrderLevels[symbols.count()];
        books = new int[symbols.count()];
        strategy.onStart(this);
    }

    /**
     * Advances the time, which never goes back, and calls a timer that is due. Once the loss limit was reached, each
     * call also cancels the orders that could not be cancelled yet.
     */
    public void at(final long newNowNs) {
        nowNs = Math.max(nowNs, newNowNs);
        orders.at(nowNs);
        features.at(nowNs);
        if (gate.isStopped()) {
            orders.cancelAll();
        }
        if (nowNs >= nextTimerNs) {
            nextTimerNs = nowNs + timerNs;
            strategy.onTimer(nowNs);
        }
    }

    /** When the timer is due; {@link Long#MAX_VALUE} if none is. */
    public long nextTimerNs() {
        return nextTimerNs;
    }

    /** Whether all symbols have been listed, so that orders may be sent and fills may come. */
    public boolean isListed() {
        for (int index = 0; index < symbols.count(); index++) {
            if (!positions.isListed(index)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Stops calling the strategy, and cancels all orders. Call it again until nothing is open.
     *
     * @return whether nothing is open any more
     */
    public boolean retire() {
        strategy = new Strategy() {};
        orders.cancelAll();
        return orders.areNone();
    }

    /** The largest position that a symbol would have had, long or short, if all its open orders had traded, in lots. */
    public long largestExposure(final int symbol) {
        return open.largest(symbols.index(symbol));
    }

    // ---- what a strategy uses ------------------------------------------------------------------------------------

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public List<Integer> symbols() {
        return symbols.all();
    }

    @Override
    public Orders orders() {
        return orders;
    }

    @Override
    public Positions positions() {
        return positions;
    }

    @Override
    public Features features() {
        return features;
    }

    @Override
    public RiskGate gate() {
        return gate;
    }

    @Override
    public void timer(final long periodNs) {
        timerNs = periodNs;
        nextTimerNs = periodNs == 0 ? Long.MAX_VALUE : nowNs + periodNs;
    }

    // ---- the market ----------------------------------------------------------------------------------------------

    @Override
    public void onListing(
            final int symbol,
            final int type,
            final int base,
            final int quote,
            final long lotSize,
            final long tickValue,
            final long minPrice,
            final long maxPrice) {
        final int index = symbols.find(symbol);
        if (index != Symbols.NOT_TRADED) {
            positions.list(index, tickValue);
        }
    }

    @Override
    public void onFresh(final int symbol, final OrderLevels of, final int book) {
        final int index = symbols.find(symbol);
        if (index != Symbols.NOT_TRADED) {
            levels[index] = of;
            books[index] = book;
            features.onFresh(index, of, book);
            valued(index);
            strategy.onFresh(symbol);
        }
    }

    @Override
    public void onStale(final int channel) {
        for (int index = 0; index < symbols.count(); index++) {
            final int symbol = symbols.symbol(index);
            if (Math.floorMod(symbol, config.channels()) == channel && features.isFresh(index)) {
                changes.forget(index);
                features.onStale(index);
                strategy.onStale(symbol);
            }
        }
    }

    @Override
    public void onTrade(
            final int symbol,
            final long tradeId,
            final long price,
            final long size,
            final int takerSide,
            final int flags) {
        final int index = symbols.find(symbol);
        if (index != Symbols.NOT_TRADED && features.isFresh(index)) {
            final int side = takerSide == FEED_BID ? OrderLevels.BID : OrderLevels.ASK;
            changes.add(Changes.TRADE, index, side, price, size);
        }
    }

    @Override
    public void onLevel(final int symbol, final int side, final long price) {
        final int index = symbols.find(symbol);
        if (index != Symbols.NOT_TRADED && features.isFresh(index)) {
            changes.addLevel(index, side, price);
        }
    }

    @Override
    public void onGroup(final long seq, final long timeNs) {
        final int count = changes.count();
        for (int i = 0; i < count; i++) {
            if (!changes.isLevel(i)) {
                features.onTrade(changes.index(i), changes.size(i), changes.side(i));
            }
        }
        for (int i = 0; i < count; i++) {
            final int index = changes.index(i);
            if ((i == 0 || index != changes.index(i - 1)) && features.onGroup(index)) {
                valued(index);
            }
        }
        for (int i = 0; i < count; i++) {
            if (!changes.isLevel(i)) {
                strategy.onTrade(symbols.symbol(changes.index(i)), changes.price(i), changes.size(i), changes.side(i));
            }
        }
        for (int i = 0; i < count; i++) {
            final OrderLevels of = levels[changes.index(i)];
            if (changes.isLevel(i) && of != null) {
                final int index = changes.index(i);
                strategy.onBook(symbols.symbol(index), of, books[index], changes.side(i), changes.price(i));
            }
        }
        changes.clear();
    }

    /** Values all positions of earlier runs, before the gate checks their sum. */
    private void value() {
        for (int index = 0; index < symbols.count(); index++) {
            positions.mark(index, features.fairPriceAt(index));
        }
        for (int index = 0; index < symbols.count(); index++) {
            valued(index);
        }
    }

    /** Values a symbol whose fair price or position may have changed. */
    private void valued(final int index) {
        if (isReplaying) {
            return;
        }
        positions.mark(index, features.fairPriceAt(index));
        if (gate.hasLostTooMuch(nowNs)) {
            orders.cancelAll();
        }
    }

    // ---- answers -------------------------------------------------------------------------------------------------

    @Override
    public void onAnswer(
            final long orderId, final RequestKind kind, final int code, final long remaining, final long traded) {
        changed(orders.answered(orderId, kind, code, remaining, traded));
    }

    @Override
    public void onFill(final Execution fill) {
        final int index = symbols.index(fill.symbol());
        gate.traded(positions.add(index, fill), nowNs);
        final Order order = orders.filled(fill.orderId(), fill.size());
        valued(index);
        if (order != null) {
            strategy.onFill(order, fill);
            changed(order);
        }
    }

    @Override
    public void onEarlierFill(final Execution fill, final long timeNs) {
        isReplaying = true;
        gate.traded(positions.add(symbols.index(fill.symbol()), fill), timeNs);
    }

    @Override
    public void onOff(final long orderId, final long size, final long remaining) {
        changed(orders.off(orderId, size));
    }

    @Override
    public void onNotCarriedOut(final long request) {
        changed(orders.notCarriedOut(request));
    }

    @Override
    public void onStatus(final long orderId, final boolean isLive, final long remaining, final long traded) {
        changed(orders.status(orderId, isLive, remaining, traded));
    }

    @Override
    public void onConnected() {
        if (isReplaying) {
            isReplaying = false;
            value();
        }
        orders.reconcile();
        for (int index = 0; index < symbols.count(); index++) {
            if (features.isFresh(index)) {
                strategy.onFresh(symbols.symbol(index));
            }
        }
    }

    @Override
    public void onDisconnected() {}

    private void changed(final @Nullable Order order) {
        if (order != null) {
            strategy.onOrder(order);
        }
    }
}
