package io.daybook.perf.measure;

import io.daybook.api.EventView;
import io.daybook.api.Limits;
import io.daybook.api.ResultView;

/** A checksum over every field of every result and of every event, in order. Used by one thread. */
public final class ResultDigest {
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private final byte[] tag = new byte[Limits.MAX_TAG_BYTES];
    private long value = 17;

    /** The checksum so far. */
    public long value() {
        return value;
    }

    /** Adds a result to the checksum. */
    public void add(final ResultView result) {
        add(result.seq());
        add(result.timestampNs());
        add(result.typeCode());
        add(result.resultCode());
        add(result.cookie());
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
        addTag(result);
        final int events = result.eventCount();
        add(events);
        for (int i = 0; i < events; i++) {
            addEvent(result.event(i));
        }
    }

    private void addTag(final ResultView result) {
        final int length = result.tagLength();
        add(length);
        if (length > 0) {
            result.copyTag(tag, 0);
            for (int i = 0; i < length; i++) {
                add(tag[i]);
            }
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
        add(event.causeCode());
        add(event.orderTypeCode());
    }

    private void add(final long field) {
        value = mix(value, field);
    }

    /** Adds a number to a checksum; returns the new checksum. */
    public static long mix(final long sum, final long number) {
        final long mixed = (sum ^ number) * FACTOR;
        return mixed ^ mixed >>> 29;
    }
}
