package io.daybook.gateway.session;

/** Counts the refused requests of a connection, in all and within a second. */
final class RefusalLimit {
    private long secondBeganNs;
    private int inSecond;
    private long all;

    RefusalLimit(final long nowNs) {
        secondBeganNs = nowNs;
    }

    /** Returns whether no more requests may be refused in the current second. */
    boolean isReached(final int perSecond, final long nowNs) {
        if (nowNs - secondBeganNs >= TcpLayer.SECOND) {
            secondBeganNs = nowNs;
            inSecond = 0;
        }
        return inSecond >= perSecond;
    }

    void count() {
        inSecond++;
        all++;
    }

    int inSecond() {
        return inSecond;
    }

    long all() {
        return all;
    }
}
