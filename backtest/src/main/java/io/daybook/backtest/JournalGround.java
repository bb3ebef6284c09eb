package io.daybook.backtest;

import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.ResultView;
import io.daybook.client.feed.ChannelBooks;
import io.daybook.trading.TradeEngine;
import io.daybook.wire.OrderNumbers;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * An exchange that carries out the commands of a venue's journal and, between them, the requests of a trader. Each
 * request gets the number that it had at the venue.
 */
final class JournalGround implements Ground {
    private static final byte[] NO_TAG = {};

    private final Exchange exchange;
    private final LiveRun run;
    private final int session;
    private final boolean isMeasured;

    /** The stamps of the trader's requests in the venue's journal, by the numbers of the requests. */
    private final Map<Long, Long> stamps = new TreeMap<>();

    private long requests;
    private long results;
    private ResultCode code = ResultCode.SUCCESS;
    private long timeNs;
    private long stampNs;

    /** @param exchange a new exchange without threads */
    JournalGround(final Exchange exchange, final LiveRun run, final boolean isMeasured) {
        this.exchange = exchange;
        this.run = run;
        this.session = run.session();
        this.isMeasured = isMeasured;
        results(result -> {
            results++;
            code = result.code();
        });
    }

    void stamp(final long request, final long ns) {
        stamps.put(request, ns);
    }

    void results(final Consumer<ResultView> listener) {
        exchange.addListener(new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                listener.accept(result);
            }
        });
    }

    Wakes wakes(final TradeEngine engine, final ChannelBooks books, final Runnable connected) {
        return new LiveWakes(run, isMeasured, engine, books, connected);
    }

    @Override
    public boolean isRequest(final ResultView result) {
        return LiveRun.isRequest(session, result.cookie());
    }

    @Override
    public boolean isOwn(final long orderId) {
        return OrderNumbers.session(orderId) == session;
    }

    @Override
    public long idOf(final long order, final long request) {
        return OrderNumbers.cookie(session, request);
    }

    @Override
    public long timeNs() {
        return timeNs;
    }

    @Override
    public boolean endAggressor() {
        return false;
    }

    /** Carries out a command of the journal. */
    void carryOut(final Command command, final long atNs, final long ofStampNs, final long cookie, final byte[] tag) {
        timeNs = atNs;
        stampNs = ofStampNs;
        submit(command, cookie, ofStampNs, tag);
    }

    @Override
    public boolean carryOut(final OrderMessage request, final long atNs) {
        timeNs = atNs;
        requests++;
        stampNs = Math.max(stampNs, stamps.getOrDefault(requests, stampNs));
        final long cookie = OrderNumbers.cookie(session, requests);
        return submit(command(request), cookie, stampNs, NO_TAG) == ResultCode.SUCCESS;
    }

    /** Submits a command. The exchange has no threads, so the result is there when the call returns. */
    private ResultCode submit(final Command command, final long cookie, final long ofStampNs, final byte[] tag) {
        final long before = results;
        final Object unused = exchange.submit(command, cookie, ofStampNs, tag);
        if (results == before) {
            throw new IllegalStateException("the exchange has not carried out " + command);
        }
        return code;
    }

    private Command command(final OrderMessage request) {
        return switch (request.kind) {
            case PLACE ->
                new PlaceOrder(
                        run.uid(),
                        request.symbol,
                        request.orderId,
                        request.side(),
                        request.type(),
                        request.price,
                        0,
                        request.size);
            case REPLACE -> ReplaceOrder.of(run.uid(), request.symbol, request.orderId, request.price, request.size);
            case CANCEL -> new CancelOrder(run.uid(), request.symbol, request.orderId);
        };
    }
}
