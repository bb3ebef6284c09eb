package io.daybook.server.stream;

import io.daybook.api.OrderBookReport;
import io.daybook.server.http.TextFrame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one book, per command or merged over some ticks. Each message has the seq of the previous message, so
 * that a reader can detect a missing one. Used by the thread of the streams, except {@link #wantSnapshot}.
 */
public final class BookTopic extends Topic<BookTopic.Message> {
    /** The value of {@code everyTicks} for a message per command. */
    public static final int EACH_COMMAND = 0;

    private static final int MAX_BEHIND_OF_EACH = 256;

    private final int everyTicks;
    private final Encoder encoder;
    private final Levels pending = new Levels();
    private long sentSeq;
    private boolean isActive;

    /** Whether a subscription waits for a snapshot; set by event loops. */
    private volatile boolean wantsSnapshot;

    /** Writes messages. Any thread. */
    public interface Encoder {
        /** Writes the changed levels with their new sizes, 0 lots for an empty level; the best level first. */
        TextFrame diff(long previous, long seq, long timeNs, List<Level> bids, List<Level> asks);

        /** Writes a book; null if readers request it elsewhere. */
        @Nullable
        TextFrame snapshot(OrderBookReport book);
    }

    /**
     * A price of a book.
     *
     * @param price ticks
     * @param size lots; 0 for none
     */
    public record Level(long price, long size) {}

    /** A message. */
    sealed interface Message {}

    /**
     * The changes from one command to another.
     *
     * @param frame the message for all sockets that have received the previous message
     */
    record Diff(long previous, long seq, long timeNs, List<Level> bids, List<Level> asks, TextFrame frame)
            implements Message {}

    /**
     * The book after a command, for the subscriptions that wait for it.
     *
     * @param frame the message; null if readers request the book elsewhere
     */
    record Snapshot(long seq, @Nullable TextFrame frame) implements Message {}

    /** The chain of messages is broken: a snapshot will begin another chain. */
    record Broken() implements Message {}

    /** Changes of several commands, merged. */
    static final class Levels {
        private final NavigableMap<Long, Long> bids = new TreeMap<>(Comparator.reverseOrder());
        private final NavigableMap<Long, Long> asks = new TreeMap<>();
        private long seq;
        private long timeNs;

        void put(final boolean isBid, final long price, final long size) {
            (isBid ? bids : asks).put(price, size);
        }

        void put(final Diff diff) {
            diff.bids().forEach(level -> bids.put(level.price(), level.size()));
            diff.asks().forEach(level -> asks.put(level.price(), level.size()));
            at(diff.seq(), diff.timeNs());
        }

        void at(final long changeSeq, final long changeTimeNs) {
            seq = changeSeq;
            timeNs = changeTimeNs;
        }

        boolean isEmpty() {
            return bids.isEmpty() && asks.isEmpty();
        }

        int size() {
            return bids.size() + asks.size();
        }

        void clear() {
            bids.clear();
            asks.clear();
        }

        Diff take(final long previous, final Encoder encoder) {
            final List<Level> bidList = list(bids);
            final List<Level> askList = list(asks);
            clear();
            return new Diff(
                    previous, seq, timeNs, bidList, askList, encoder.diff(previous, seq, timeNs, bidList, askList));
        }

        private static List<Level> list(final Map<Long, Long> side) {
            final List<Level> levels = new ArrayList<>(side.size());
            side.forEach((price, size) -> levels.add(new Level(price, size)));
            return levels;
        }
    }

    BookTopic(final String kind, final StreamObserver observer, final int everyTicks, final Encoder encoder) {
        super(kind, observer);
        this.everyTicks = everyTicks;
        this.encoder = encoder;
    }

    Encoder encoder() {
        return encoder;
    }

    boolean isOfEachCommand() {
        return everyTicks == EACH_COMMAND;
    }

    /** Requests a snapshot for a subscription. Any thread. */
    void wantSnapshot() {
        wantsSnapshot = true;
    }

    boolean wantsSnapshot() {
        return wantsSnapshot;
    }

    void onChange(final BookChange change) {
        if (!isActive || change.seq() <= pending.seq) {
            return;
        }
        for (int i = 0; i < change.prices().length; i++) {
            pending.put(i < change.bids(), change.prices()[i], change.sizes()[i]);
        }
        pending.at(change.seq(), change.timeNs());
        if (isOfEachCommand()) {
            send();
        }
    }

    void onTick(final long tick) {
        if (!isHeard()) {
            isActive = false;
        } else if (isOfEachCommand() || tick % everyTicks == 0) {
            send();
        }
    }

    /** Publishes a snapshot for the subscriptions that wait. Activates a topic that had no subscriptions. */
    void snapshot(final OrderBookReport book) {
        wantsSnapshot = false;
        if (!isActive) {
            isActive = true;
            pending.clear();
            pending.at(book.seq(), 0);
            sentSeq = book.seq();
        }
        publish(new Snapshot(book.seq(), encoder.snapshot(book)));
    }

    /** Ends the chain of messages, because changes are missing. */
    void broken() {
        if (isActive) {
            isActive = false;
            wantsSnapshot = true;
            publish(new Broken());
        }
    }

    private void send() {
        if (isActive && !pending.isEmpty() && !isBusy(isOfEachCommand() ? MAX_BEHIND_OF_EACH : 0)) {
            final Diff diff = pending.take(sentSeq, encoder);
            sentSeq = diff.seq();
            publish(diff);
        }
    }
}
