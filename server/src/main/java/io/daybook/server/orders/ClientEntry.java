package io.daybook.server.orders;

/** An order with a client id: the hash of its request, and its first answer. Guarded by the book. */
final class ClientEntry {
    /** The value of a live order's end time. */
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
