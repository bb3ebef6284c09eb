package io.daybook.client.feed;

import io.daybook.wire.feed.MoldPacket;
import java.util.concurrent.TimeUnit;

/**
 * Takes the packets of a channel's snapshots in their order: their session has separate numbers, which reveal a loss.
 * Lost messages are requested a few times and then given up, because they come again in the next cycle. Used by one
 * thread.
 */
final class SnapshotLine {
    /** Requests lost messages of snapshots. */
    @FunctionalInterface
    interface Asking {
        /** Requests {@code count} messages, from {@code number} on. */
        void request(long number, int count);
    }

    /** The number of messages that are kept: enough for a large book, whose packets come in a burst. */
    static final int WINDOW = 1 << 14;

    /** The number of rounds of requests without an answer before the first gap is given up. */
    static final int MAX_ROUNDS = 3;

    /** The number of gaps that are requested at a time. */
    static final int REQUESTS_AT_ONCE = 8;

    /** The time limit of the first answers; it doubles with each further round. */
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

    /** The number of rounds of requests without an answer. */
    private int rounds;

    /** The first missing number at the last request. */
    private long askedNext;

    /** Creates a line that passes messages to a loader, and requests lost ones after a wait. */
    SnapshotLine(final SnapshotLoader loader, final long waitNs, final Asking asking, final Runnable onLoss) {
        this.loader = loader;
        this.waitNs = waitNs;
        this.asking = asking;
        this.onLoss = onLoss;
    }

    /** Drops all packets: the next one counts as the first. */
    void restart() {
        next = NONE;
        isGap = false;
    }

    /** Takes a well-formed packet. */
    void onPacket(final byte[] bytes, final int offset, final long nowNs) {
        final long number = MoldPacket.number(bytes, offset);
        final int count = MoldPacket.count(bytes, offset);
        while (next != NONE && isGap && number + count > next + WINDOW) {
            giveUp(nowNs); // the window has no room to wait any longer
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

    /** Requests the messages that are late, or gives them up. */
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

    /** Requests missing messages, the first few gaps at once. */
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

    /** Gives up the first gap, and continues after it. */
    private void giveUp(final long nowNs) {
        loader.interrupt();
        onLoss.run();
        next = window.first(next, highest);
        rounds = 0;
        isGap = false;
        drain(nowNs);
    }
}
