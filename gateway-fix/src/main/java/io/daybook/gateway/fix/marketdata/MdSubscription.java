package io.daybook.gateway.fix.marketdata;

import io.daybook.api.Side;
import io.daybook.gateway.fix.session.FixSession;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The subscription to one listing by one V: its session, entry types and depth. Used by one thread.
 *
 * @see MarketData
 */
final class MdSubscription {
    private final FixSession session;
    private final String requestId;
    private final Set<Character> entryTypes;
    private final Depth depth;

    /** True if the subscriber must get the whole book again, because it missed changes. */
    private boolean isStale = true;

    /**
     * Creates a subscription whose subscriber has been sent nothing.
     *
     * @param limit the most levels per side
     */
    MdSubscription(final FixSession session, final String requestId, final Set<Character> entryTypes, final int limit) {
        this.session = session;
        this.requestId = requestId;
        this.entryTypes = entryTypes;
        this.depth = new Depth(limit);
    }

    boolean isOf(final FixSession other, final @Nullable String id) {
        return session == other && (id == null || requestId.equals(id));
    }

    FixSession session() {
        return session;
    }

    String requestId() {
        return requestId;
    }

    /** Returns whether it includes an entry type: {@link MdTags#BID}, {@link MdTags#OFFER}, {@link MdTags#TRADE}. */
    boolean wants(final char entryType) {
        return entryTypes.contains(entryType);
    }

    /** Returns whether it includes a side. */
    boolean wants(final Side side) {
        return wants(side == Side.BID ? MdTags.BID : MdTags.OFFER);
    }

    Depth depth() {
        return depth;
    }

    boolean isStale() {
        return isStale;
    }

    void stale(final boolean value) {
        isStale = value;
    }
}
