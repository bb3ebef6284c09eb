package io.daybook.client.feed;

import io.daybook.wire.feed.MoldPacket;
import java.util.concurrent.TimeUnit;

/**
 * The packets of a channel's snapshots, in their order: their session has numbers of its own, which count so that a
 * loss is seen. What is lost is asked for, a few times; then it is given up, and comes again in the next cycle. Used by
 * one thread.
 */
final class SnapshotLine {
    /** Asks for lost messages of snapshots. */
    @FunctionalInterface
    interface Asking {
        /** Wants so many messages from a number on. */
        void request(long number, int count);
    }

    /** So many messages are kept: those of a large book, whose packets come in a burst. */
    static final int WINDOW = 1 << 14;

    /** So often nothing of what was asked for comes before the first gap is given up. */
    static final int MAX_ROUNDS = 3;

    /** So many gaps are asked for at a time. */
    static final int REQUESTS_AT_ONCE = 8;

    /** So long the first answers may take, the next twice as long, and so on. */
    static final long ANSWER_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final long NONE = 0;

    private final SnapshotLoader loader;
    private final Asking asking;
    private final Runnable onLoss;
    private final long waitNs;
    private final MessageWindow window = new MessageWindow(WINDOW);
    private long next = NONE;
    private long highest;
    private long deadlineNs;
    private boolean isGap;

    /** What was asked for in vain since something came, and what was missing first then. */
    private int rounds;

    private long askedNext;

    /** What comes goes to a loader; what is lost is waited for so long, and then asked for. */
    SnapshotLine(final SnapshotLoader loader, final long waitNs, final Asking asking, final Runnable onLoss) {
        this.loader = loader;
        this.waitNs = waitNs;
        this.asking = asking;
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
        while (next != NONE && isGap && number + count > next + WINDOW) {
            giveUp(nowNs); // there is no room to wait any longer
        }
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
            rounds = 0;
            askedNext = NONE;
            deadlineNs = nowNs + waitNs;
        }
    }

    /** What did not come in time is asked for, or lost. */
    void onTick(final long nowNs) {
        if (!isGap || nowNs - deadlineNs < 0) {
            return;
        }
        if (next != askedNext) {
            rounds = 0;
        }
        if (rounds == MAX_ROUNDS) {
            giveUp(nowNs);
        }
        if (isGap) {
            ask();
            deadlineNs = nowNs + (ANSWER_NS << rounds);
            rounds++;
        }
    }

    /** Asks for what is missing, the first gaps at once. */
    private void ask() {
        askedNext = next;
        long from = next;
        for (int i = 0; i < REQUESTS_AT_ONCE && from <= highest; i++) {
            final long end = window.first(from, highest);
            asking.request(from, (int) (end - from));
            from = end;
            while (from <= highest && window.has(from)) {
                from++;
            }
        }
    }

    /** The first gap stays: goes on behind it. */
    private void giveUp(final long nowNs) {
        loader.interrupt();
        onLoss.run();
        next = window.first(next, highest);
        rounds = 0;
        isGap = false;
        drain(nowNs);
    }
}
