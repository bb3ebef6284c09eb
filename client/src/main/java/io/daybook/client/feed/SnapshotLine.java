package io.daybook.client.feed;

/**
 * The packets of a channel's snapshots, in their order: their session has numbers of its own, which count so that a
 * loss is seen. What is lost there is not asked for; it comes again. Used by one thread.
 */
final class SnapshotLine {
    private static final int WINDOW = 1 << 12;
    private static final long NONE = 0;

    private final SnapshotLoader loader;
    private final Runnable onLoss;
    private final long waitNs;
    private final MessageWindow window = new MessageWindow(WINDOW);
    private long next = NONE;
    private long highest;
    private long deadlineNs;
    private boolean isGap;

    /** What comes goes to a loader; what is lost is waited for so long. */
    SnapshotLine(final SnapshotLoader loader, final long waitNs, final Runnable onLoss) {
        this.loader = loader;
        this.waitNs = waitNs;
        this.onLoss = onLoss;
    }

    /** Nothing was heard yet: the next packet is the first. */
    void restart() {
        next = NONE;
        isGap = false;
    }

    /** Takes a sound packet. */
    void onPacket(final byte[] bytes, final int offset, final long nowNs) {
        final long number = MoldPacket.number(bytes, offset);
        final int count = MoldPacket.count(bytes, offset);
        if (next == NONE || number >= next + WINDOW || number + count + WINDOW <= next) {
            window.clear();
            loader.interrupt();
            onLoss.run();
            next = number;
            highest = number - 1;
            isGap = false;
        }
        int at = offset + MoldPacket.HEADER_LENGTH;
        for (long n = number; n < number + count; n++) {
            final int length = MoldPacket.messageLength(bytes, at);
            at += MoldPacket.MESSAGE_HEADER_LENGTH;
            if (n == next) {
                next++;
                loader.onMessage(bytes, at, length);
            } else if (n > next && n - next < WINDOW) {
                window.put(n, bytes, at, length);
                highest = Math.max(highest, n);
            }
            at += length;
        }
        drain(nowNs);
    }

    private void drain(final long nowNs) {
        while (window.has(next)) {
            final long n = next++;
            loader.onMessage(window.bytes(), window.offset(n), window.length(n));
        }
        if (next > highest) {
            isGap = false;
        } else if (!isGap) {
            isGap = true;
            deadlineNs = nowNs + waitNs;
        }
    }

    /** What did not come in time is lost. */
    void onTick(final long nowNs) {
        if (isGap && nowNs - deadlineNs >= 0) {
            loader.interrupt();
            onLoss.run();
            next = window.first(next, highest);
            isGap = false;
            drain(nowNs);
        }
    }
}
