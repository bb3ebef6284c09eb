package io.daybook.it.topology;

import io.daybook.api.EventView;
import io.daybook.api.ExchangeListener;
import io.daybook.api.Limits;
import io.daybook.api.ResultView;

/** A sum over all fields of all results, in their order. Written by the thread that delivers; read after the exchange has closed. */
class ResultChecksum implements ExchangeListener {
    private final byte[] tag = new byte[Limits.MAX_TAG_BYTES];
    private long sum = 17;
    private long results;
    private long events;
    private RuntimeException error;
    private Throwable fatal;

    @Override
    public void onResult(final ResultView result) {
        results++;
        add(result.seq());
        add(result.timestampNs());
        add(result.typeCode());
        add(result.resultCode());
        add(result.cookie());
        add(result.tagLength());
        result.copyTag(tag, 0);
        for (int i = 0; i < result.tagLength(); i++) {
            add(tag[i]);
        }
        add(result.uid());
        add(result.symbol());
        add(result.orderId());
        add(result.sideCode());
        add(result.orderTypeCode());
        add(result.price());
        add(result.reservePrice());
        add(result.size());
        add(result.remaining());
        add(result.currency());
        add(result.amount());
        add(result.transactionId());
        add(result.eventCount());
        for (int i = 0; i < result.eventCount(); i++) {
            events++;
            add(result.event(i));
        }
    }

    private void add(final EventView event) {
        add(event.kindCode());
        add(event.tradeId());
        add(event.takerOrderId());
        add(event.takerUid());
        add(event.takerSideCode());
        add(event.makerOrderId());
        add(event.makerUid());
        add(event.price());
        add(event.size());
        add(event.makerRemaining());
        add(event.takerRemaining());
        add(event.takerFee());
        add(event.makerFee());
        add(event.causeCode());
        add(event.orderTypeCode());
    }

    private void add(final long value) {
        sum = mix(sum, value);
    }

    /** Continues a sum with a value. */
    static long mix(final long sum, final long value) {
        final long mixed = (sum ^ value) * 0x9E3779B97F4A7C15L;
        return mixed ^ mixed >>> 29;
    }

    @Override
    public void onListenerError(final RuntimeException thrown) {
        error = thrown;
    }

    @Override
    public void onFatal(final Throwable cause) {
        fatal = cause;
    }

    long sum() {
        if (error != null || fatal != null) {
            throw new AssertionError("the exchange or a listener failed", fatal == null ? error : fatal);
        }
        return sum;
    }

    long results() {
        return results;
    }

    long events() {
        return events;
    }
}
