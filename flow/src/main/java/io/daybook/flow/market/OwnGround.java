package io.daybook.flow.market;

import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.EventView;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.Limits;
import io.daybook.api.RestingOrders;
import io.daybook.api.ResultView;
import io.daybook.api.SymbolSpec;
import java.util.function.LongConsumer;

/** An exchange without threads, used only by a recorded day and one outsider. */
final class OwnGround implements MarketGround {
    static final MarketIds IDS = new MarketIds(1, RecordedMarket.FIRST_OUTSIDER_ID, 1L << 62, Long.MAX_VALUE);

    private final Exchange exchange;
    private long lastTransaction;

    OwnGround(final Exchange exchange) {
        this.exchange = exchange;
    }

    @Override
    public Exchange exchange() {
        return exchange;
    }

    @Override
    public MarketIds ids() {
        return IDS;
    }

    @Override
    public SymbolSpec open(final int symbol, final long timeNs) {
        if (lastTransaction == 0) {
            exchange.submit(new AddUser(RecordedMarket.OUTSIDER), 0, stampNs(timeNs))
                    .join();
        }
        final SymbolSpec spec =
                SymbolSpec.exchangePair(symbol, 2 * symbol, 2 * symbol + 1).build();
        exchange.submit(new AddSymbol(spec), 0, stampNs(timeNs)).join();
        endow(spec.baseCurrency(), timeNs);
        endow(spec.quoteCurrency(), timeNs);
        return spec;
    }

    private void endow(final int currency, final long timeNs) {
        lastTransaction++;
        exchange.submit(
                        new AdjustBalance(RecordedMarket.OUTSIDER, currency, Limits.MAX_ADJUSTMENT, lastTransaction),
                        0,
                        stampNs(timeNs))
                .join();
    }

    @Override
    public RestingOrders orders(final int symbol) {
        return exchange.restingOrders(symbol);
    }

    /** Returns at least 1, because a stamp of 0 would mean the clock. */
    @Override
    public long stampNs(final long timeNs) {
        return Math.max(1, timeNs);
    }

    @Override
    public void results(final MarketResults listener) {
        exchange.addListener(new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                listener.onResult(result);
                if (!result.isSuccess()) {
                    listener.onRefused(result.resultCode());
                }
            }

            @Override
            public void onTrade(final ResultView result, final EventView trade) {
                listener.onTrade(
                        trade.takerOrderId(), trade.takerSideCode(), trade.makerOrderId(), trade.price(), trade.size());
            }
        });
    }

    /** Does nothing, because results come before the call that sends a command returns. */
    @Override
    public void awaitResult(final long uid, final long orderId) {}

    @Override
    public boolean outsiders(final int symbol, final LongConsumer ids) {
        return false;
    }
}
