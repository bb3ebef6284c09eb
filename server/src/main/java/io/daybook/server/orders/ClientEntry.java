package io.daybook.server.orders;

/** An order that its sender has named: what was asked for, and what was answered first. Guarded by the book. */
final class ClientEntry {
    /** Of an order that lives. */
    static final long LIVE = Long.MAX_VALUE;

    final long uid;
    final String clientOrderId;
    final long bodyHash;
    final Outcome first;
    long closedNs = LIVE;
    boolean isDropped;

    ClientEntry(final long uid, final String clientOrderId, final long bodyHash, final Outcome first) {
        this.uid = uid;
        this.clientOrderId = clientOrderId;
        this.bodyHash = bodyHash;
        this.first = first;
    }
}
