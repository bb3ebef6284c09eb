package io.daybook.perf.measure;

import io.daybook.api.EventView;
import io.daybook.api.ResultView;

/** A checksum over every field of every result and of every event, in order. */
public final class ResultDigest extends ResultCounter {
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private long digest;

    /** The checksum so far; read after {@link #await()}. */
    public long digest() {
        return digest;
    }

    @Override
    void take(final ResultView result) {
        add(result.seq());
        add(result.timestampNs());
        add(result.typeCode());
        add(result.resultCode());
        add(result.cookie());
        add(result.uid());
        add(result.symbol());
        add(result.orderId());
        add(result.remaining());
        final int events = result.eventCount();
        add(events);
        for (int i = 0; i < events; i++) {
            addEvent(result.event(i));
        }
    }

    private void addEvent(final EventView event) {
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
    }

    private void add(final long value) {
        digest = Long.rotateLeft(digest ^ value, 29) * FACTOR;
    }
}
