package io.daybook.client.feed;

import io.daybook.wire.feed.FeedSession;
import io.daybook.wire.feed.MoldPacket;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Follows one channel: takes its packets from two lines, from answers to requests and from a stream, in any order, and
 * reports when the books cannot be trusted. It uses no socket and no clock: its caller passes packets and the time in.
 * It allocates memory only for more symbols and orders. Used by one thread.
 *
 * <pre>
 * live    the next message has arrived, and is applied
 * gap     the next message is missing: the books stay; waits for the other line, then requests it, a few times
 * hidden  no packets arrive: the books stay, and are not shown until it is certain that nothing is missing
 * stale   numbers are lost for good, or a message was impossible: each book waits for its snapshot
 * </pre>
 *
 * <p>While the channel is stale, the subscriber keeps the newest messages. The snapshot of a book is its state after
 * some number; the messages after that number are applied to the book, and it is shown again. The stream sends the
 * snapshots of all books first, and then all messages after the oldest of them, until they meet the messages of the
 * lines.
 */
public final class ChannelSubscriber {
    /** The number of messages that are kept, before their turn and after it. */
    static final int WINDOW = 1 << 16;

    /** The largest gap that is requested. */
    static final int MAX_GAP = 10_000;

    /** The time by which the other line may lag. */
    static final long WAIT_NS = TimeUnit.MILLISECONDS.toNanos(2);

    /** The time limit of the first answer; it doubles with each further request. */
    static final long ANSWER_NS = TimeUnit.MILLISECONDS.toNanos(10);

    static final int MAX_REQUESTS = 5;

    /** The time for which a channel may be silent. */
    static final long SILENT_NS = TimeUnit.SECONDS.toNanos(1);

    private final int channel;
    private final FeedListener listener;
    private final RequestSender requests;
    private final FeedCounters counters = new FeedCounters();
    private final ChannelBooks books;
    private final MessageWindow window = new MessageWindow(WINDOW);
    private final SnapshotLoader loader;
    private final SnapshotLine snapshots;
    private @Nullable FeedSession session;
    private byte[] sessionName = {};
    private byte[] snapshotsName = {};

    private long highest;
    private long lastHeardNs;
    private boolean isStale;
    private boolean isHidden;

    /** The number from which on no message was lost. */
    private long base = 1;

    private boolean isGap;
    private long gapNext;
    private long gapEnd;
    private int requested;
    private long deadlineNs;

    /** Whether messages are kept and not applied, while the stream sends snapshots. */
    private boolean isPaused;

    /** Whether the stream sends the missing messages. */
    private boolean isFollowing;

    /** The first symbol of the round of snapshots that is watched, if there is one. */
    private int roundSymbol;

    private boolean isRoundWatched;
    private long droppedBefore;

    /**
     * Creates a subscriber that has received nothing.
     *
     * @param exchange the first 24 bits of the exchange's id, or a negative number to take them from the first packet
     */
    public ChannelSubscriber(
            final int channel,
            final int exchange,
            final FeedListener listener,
            final RequestSender requests,
            final long nowNs) {
        this.channel = channel;
        this.listener = listener;
        this.requests = requests;
        books = new ChannelBooks(listener);
        loader = new SnapshotLoader(books, new Snapshots());
        snapshots = new SnapshotLine(loader, WAIT_NS, this::requestSnapshot, () -> isRoundWatched = false);
        lastHeardNs = nowNs;
        if (exchange >= 0) {
            adopt(new FeedSession(exchange, 0, channel));
        }
    }

    /** The books, for reading by the subscriber's thread. */
    public ChannelBooks books() {
        return books;
    }

    /** Sets the recorder of some commands' groups. Called before the first packet. */
    public void timedBy(final GroupRecorder recorder) {
        books.timedBy(recorder);
    }

    /** The counters of the channel. */
    public FeedCounters counters() {
        return counters;
    }

    /** Returns whether the channel waits for snapshots. */
    public boolean isStale() {
        return isStale;
    }

    /** The number from which the stream is needed; 0 if it must begin with snapshots. */
    public long wantedFrom() {
        return isStale || books.nextNumber() == 1 ? 0 : books.nextNumber();
    }

    private void adopt(final FeedSession other) {
        session = other;
        sessionName = other.name();
        snapshotsName = other.snapshotName();
    }

    /** Returns whether an answer to a request is for this channel. */
    public boolean isOwn(final byte[] bytes, final int length) {
        final FeedSession own = session;
        return own != null && length >= MoldPacket.SESSION_LENGTH && own.restartOf(bytes, 0) == own.restart();
    }

    // ---- the lines -------------------------------------------------------------------------------------------------

    /** Takes a packet of a line, of the snapshots' line, or an answer to a request. */
    public void onPacket(final byte[] bytes, final int offset, final int length, final long nowNs) {
        if (!MoldPacket.isSound(bytes, offset, length) || !isOwnSession(bytes, offset)) {
            counters.drop();
            return;
        }
        if (FeedSession.isOfSnapshots(bytes, offset)) {
            if (takesSnapshots()) {
                snapshots.onPacket(bytes, offset, nowNs);
                settle(nowNs);
            }
            return;
        }
        final int count = MoldPacket.count(bytes, offset);
        final int at = offset + MoldPacket.HEADER_LENGTH;
        take(MoldPacket.number(bytes, offset), count, bytes, at, nowNs);
    }

    private boolean isOwnSession(final byte[] bytes, final int offset) {
        final FeedSession own = session;
        if (own == null) {
            final FeedSession first = FeedSession.of(bytes, offset);
            if (first == null || first.channel() != channel) {
                return false;
            }
            adopt(first);
            return true;
        }
        final int restart = own.restartOf(bytes, offset);
        if (restart > own.restart()) {
            adopt(new FeedSession(own.exchange(), restart, channel));
            restartAt(1);
        }
        return restart >= own.restart();
    }

    private void take(final long number, final int count, final byte[] bytes, final int begin, final long nowNs) {
        lastHeardNs = nowNs;
        if (isStale && number + count + WINDOW < books.nextNumber()) {
            restartAt(number); // numbers never go back: the earlier ones did not belong to the channel
        }
        highest = Math.max(highest, number + count - 1);
        int at = begin;
        for (long n = number; n < number + count; n++) {
            final int length = MoldPacket.messageLength(bytes, at);
            at += MoldPacket.MESSAGE_HEADER_LENGTH;
            take(n, bytes, at, length);
            at += length;
        }
        settle(nowNs);
    }

    private void take(final long number, final byte[] bytes, final int offset, final int length) {
        final long next = books.nextNumber();
        if (number == next && !isPaused && books.stale() == null) {
            if (isStale) {
                window.put(number, bytes, offset, length);
            }
            books.onMessage(bytes, offset, length);
        } else if (number >= next && (number - next < WINDOW || isPaused || isFollowing)) {
            window.put(number, bytes, offset, length);
        }
    }

    /** Applies the messages that have arrived, and checks for missing ones. */
    private void settle(final long nowNs) {
        boolean isSettled = false;
        while (!isSettled) {
            while (!isPaused && books.stale() == null && window.has(books.nextNumber())) {
                final long n = books.nextNumber();
                books.onMessage(window.bytes(), window.offset(n), window.length(n));
            }
            isSettled = books.stale() == null && !isGapTooLarge(nowNs);
            if (!isSettled) {
                lose();
            }
        }
        if (isHidden && nowNs - lastHeardNs <= SILENT_NS && books.nextNumber() > highest) {
            isHidden = false;
        }
        if (!isHidden && !isPaused) {
            books.freshen();
        }
        if (isStale && books.isComplete() && books.states().areAllFresh() && books.nextNumber() > highest) {
            isStale = false;
            isFollowing = false;
        }
        countDropped();
    }

    private boolean isGapTooLarge(final long nowNs) {
        final long next = books.nextNumber();
        if (isPaused || isFollowing || next > highest) {
            isGap = false;
            return false;
        }
        if (isGap && next == gapNext) {
            gapEnd = gapEnd == MessageWindow.NONE ? window.first(next, highest) : gapEnd;
            return highest - next >= WINDOW || gapEnd == MessageWindow.NONE && highest - next >= MAX_GAP;
        }
        final boolean isPartOfLast = isGap && requested > 0 && next < gapEnd;
        if (!isPartOfLast) {
            counters.gap();
        }
        isGap = true;
        gapNext = next;
        gapEnd = window.first(next, highest);
        requested = 0;
        deadlineNs = isPartOfLast ? nowNs : nowNs + WAIT_NS;
        return gapEnd() - next > MAX_GAP || highest - next >= WINDOW;
    }

    /** Gives up lost numbers: continues at the first one that has arrived, without books. */
    private void lose() {
        final long next = books.nextNumber();
        final long there = next > highest ? next : window.first(next, highest);
        lose(there == MessageWindow.NONE ? highest + 1 : there, books.stale() == null);
    }

    private void restartAt(final long number) {
        window.clear();
        highest = number - 1;
        lose(number, false);
    }

    private void lose(final long next, final boolean keepsLoaded) {
        if (!isHidden && (!isStale || books.states().fresh() > 0)) {
            listener.onStale(channel);
        }
        counters.stale();
        isStale = true;
        isHidden = false;
        isGap = false;
        isPaused = false;
        isFollowing = false;
        base = next;
        books.forget(next, keepsLoaded);
        loader.interrupt();
        snapshots.restart();
        isRoundWatched = false;
    }

    /** Handles the passage of time: requests missing messages, gives them up, or detects a silent channel. */
    public void onTick(final long nowNs) {
        if (isGap && nowNs - deadlineNs >= 0) {
            if (requested == MAX_REQUESTS || isStale && !books.states().isAnyWithout(gapEnd())) {
                lose();
                settle(nowNs);
            } else {
                request(nowNs);
            }
        }
        if (takesSnapshots()) {
            snapshots.onTick(nowNs);
        }
        if (isStale) {
            settle(nowNs);
        }
        if (!isHidden
                && nowNs - lastHeardNs > SILENT_NS
                && (!isStale || books.states().fresh() > 0)) {
            isHidden = true;
            books.hide();
            listener.onStale(channel);
        }
    }

    private void request(final long nowNs) {
        counters.request();
        requests.request(sessionName, gapNext, (int) Math.min(gapEnd() - gapNext, MoldPacket.MAX_COUNT));
        deadlineNs = nowNs + (ANSWER_NS << requested);
        requested++;
    }

    private void requestSnapshot(final long number, final int count) {
        counters.request();
        requests.request(snapshotsName, number, count);
    }

    /** Returns whether snapshots of the cycle are useful: some are needed, and the stream does not send them. */
    private boolean takesSnapshots() {
        return isStale && !isPaused && !isFollowing;
    }

    /** The first number after the gap. */
    private long gapEnd() {
        return gapEnd == MessageWindow.NONE ? highest + 1 : gapEnd;
    }

    // ---- the stream ------------------------------------------------------------------------------------------------

    /**
     * Returns whether a new stream, which begins with snapshots, is needed: the current stream, if any, is of no use.
     */
    public boolean needsStream() {
        return takesSnapshots();
    }

    /** Called when a stream that begins with snapshots was requested. */
    public void onStreamBegin() {
        if (!isStale) {
            lose(books.nextNumber(), false);
        }
        isPaused = true;
        loader.interrupt();
    }

    /** Called when the venue no longer has the requested messages of the stream: the books are lost. */
    public void onTooOld(final long nowNs) {
        lose(books.nextNumber(), false);
        settle(nowNs);
    }

    /** Takes a message of the snapshots that the stream begins with. */
    public void onStreamedSnapshot(final byte[] bytes, final int offset, final int length, final long nowNs) {
        lastHeardNs = nowNs;
        if (isPaused) {
            loader.onMessage(bytes, offset, length);
            countDropped();
        }
    }

    /**
     * Takes messages of the stream, each after its length as in a packet. The first of them after the snapshots is the
     * message after the oldest snapshot.
     *
     * @return whether the messages are well formed; if not, none was taken
     */
    public boolean onStreamed(
            final long number,
            final int count,
            final byte[] bytes,
            final int offset,
            final int length,
            final long nowNs) {
        if (number < 1
                || number > Long.MAX_VALUE - MoldPacket.MAX_COUNT
                || !MoldPacket.areMessages(bytes, offset, length, count)) {
            counters.drop();
            return false;
        }
        if (isPaused) {
            isPaused = false;
            isFollowing = true;
            books.rewind(number);
            base = number;
            books.complete();
        }
        take(number, count, bytes, offset, nowNs);
        return true;
    }

    /** Handles the end of the stream. */
    public void onStreamEnd(final long nowNs) {
        loader.interrupt();
        isPaused = false;
        isFollowing = false;
        settle(nowNs);
    }

    // ---- snapshots -------------------------------------------------------------------------------------------------

    /** The target of the snapshots. */
    private final class Snapshots implements SnapshotLoader.Target {
        @Override
        public void onSnapshot(final int index, final long number) {
            load(index, number);
        }

        @Override
        public void onBegin(final int symbol) {
            onRound(symbol);
        }
    }

    private void load(final int index, final long number) {
        final BookStates states = books.states();
        final long next = books.nextNumber();
        if (isPaused) {
            counters.snapshot();
            states.set(index, BookStates.LOADED, number);
            return;
        }
        if (number + 1 < base || number + 1 < next && !window.has(number + 1)) {
            counters.droppedSnapshot();
            return;
        }
        states.set(index, BookStates.STALE, number);
        for (long n = number + 1; n < next && books.stale() == null; n++) {
            books.replay(index, n, window.bytes(), window.offset(n), window.length(n));
        }
        counters.snapshot();
        states.set(index, BookStates.LOADED, Math.max(number, next - 1));
    }

    /** Concludes after a whole round without omissions that there are no other symbols. */
    private void onRound(final int symbol) {
        if (!isRoundWatched) {
            isRoundWatched = true;
            roundSymbol = symbol;
        } else if (symbol == roundSymbol && books.states().stale() == 0) {
            books.complete();
        }
    }

    private void countDropped() {
        for (; droppedBefore < loader.dropped(); droppedBefore++) {
            counters.droppedSnapshot();
        }
    }
}
