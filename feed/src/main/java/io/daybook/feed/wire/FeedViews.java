package io.daybook.feed.wire;

import io.daybook.feed.ChannelReader;
import io.daybook.feed.MessageBlock;
import io.daybook.sessions.ViewSource;
import io.daybook.wire.BatchDescriptor;
import io.daybook.wire.Frame;
import io.daybook.wire.SubscribeDescriptor;
import io.daybook.wire.feed.MoldPacket;
import org.jspecify.annotations.Nullable;

/** Serves subscribers over TCP from the log and from the snapshot desk. Used by the thread that owns the sessions. */
final class FeedViews implements ViewSource {
    private static final int BLOCK_BYTES = 32 << 10;

    /** The approximate number of bytes of a message in a packet. */
    private static final int MESSAGE_BYTES = 48;

    private final ChannelReader orders;
    private final @Nullable ChannelReader levels;
    private final SnapshotDesk desk;
    private volatile Runnable onNews = () -> {};

    /** The number of heartbeats that the feed has sent. Written by the feed's thread. */
    private volatile int beats;

    /** The number of views. Written by the thread that owns the sessions. */
    private volatile int open;

    /** Whether no more messages will come. */
    private volatile boolean isEnded;

    FeedViews(final ChannelReader orders, final @Nullable ChannelReader levels, final SnapshotDesk desk) {
        this.orders = orders;
        this.levels = levels;
        this.desk = desk;
    }

    /** Notifies the thread that serves the views of new messages in the log, or of snapshots. Any thread. */
    void news() {
        if (open > 0) { // a view that is opened now reads the log itself
            onNews.run();
        }
    }

    /** Sends a heartbeat to views that have received nothing since the last one. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes it
    void beat() {
        beats++;
        news();
    }

    /** Ends the feed: each view ends after the last message in the log. */
    void end() {
        isEnded = true;
        news();
    }

    @Override
    public void listen(final Runnable hook) {
        onNews = hook;
    }

    @Override
    public boolean has(final int channel, final int stream) {
        return channel >= 0 && channel < orders.channels() && reader(stream) != null;
    }

    private @Nullable ChannelReader reader(final int stream) {
        return switch (stream) {
            case SubscribeDescriptor.ORDERS -> orders;
            case SubscribeDescriptor.LEVELS -> levels;
            default -> null;
        };
    }

    @Override
    public @Nullable View subscribe(final int channel, final int stream, final long from) {
        count(1); // before it reads the log, so that later messages are notified
        View view = null;
        try {
            view = view(channel, stream, from);
        } finally {
            if (view == null) {
                count(-1);
            }
        }
        return view;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes it
    private void count(final int more) {
        open += more;
    }

    private @Nullable View view(final int channel, final int stream, final long from) {
        final ChannelReader log = reader(stream);
        if (log == null) {
            throw new IllegalArgumentException("stream must be one that the feed has: stream=" + stream);
        }
        if (from == 0) {
            return stream == SubscribeDescriptor.ORDERS
                    ? new ChannelView(log, channel, stream, 0, desk.order(channel))
                    : new ChannelView(log, channel, stream, log.firstNumber(channel), null);
        }
        return from < log.firstNumber(channel) || from > log.nextNumber(channel)
                ? null
                : new ChannelView(log, channel, stream, from, null);
    }

    /** One channel for one subscriber. */
    private final class ChannelView implements View {
        private final ChannelReader log;
        private final int channel;
        private final int stream;
        private final MessageBlock block = new MessageBlock(0, BLOCK_BYTES);
        private SnapshotDesk.@Nullable Order order;
        private byte @Nullable [] snapshot;
        private int at;
        private int left;
        private long number;
        private boolean isBeginDue;
        private int heardBeats = beats;
        private boolean isClosed;

        ChannelView(
                final ChannelReader log,
                final int channel,
                final int stream,
                final long from,
                final SnapshotDesk.@Nullable Order order) {
            this.log = log;
            this.channel = channel;
            this.stream = stream;
            this.number = from;
            this.order = order;
        }

        @Override
        public int next(final byte[] frame) {
            final SnapshotDesk.Order snapshots = order;
            return snapshots == null ? messages(frame) : snapshots(frame, snapshots);
        }

        private int snapshots(final byte[] frame, final SnapshotDesk.Order from) {
            final boolean isOver = isEnded;
            final boolean isDone = from.isDone();
            byte[] symbol = snapshot;
            if (symbol == null) {
                symbol = from.take();
                snapshot = symbol;
                at = 0;
            }
            if (symbol != null) {
                final int length = fill(frame, symbol, symbol.length, Integer.MAX_VALUE, BatchDescriptor.SNAPSHOT);
                snapshot = at < symbol.length ? symbol : null;
                return length;
            }
            if (!isDone) {
                return isOver ? ENDED : 0;
            }
            order = null;
            number = from.oldest() + 1;
            isBeginDue = true;
            return messages(frame);
        }

        private int messages(final byte[] frame) {
            final boolean isOver = isEnded; // read before the log, so that no message is missed
            if (left == 0) {
                if (number < log.firstNumber(channel)) {
                    return TOO_OLD;
                }
                left = log.read(channel, number, block);
                at = block.start();
            }
            final int now = beats;
            if (left == 0 && isOver) {
                return ENDED;
            }
            if (left == 0 && !isBeginDue && heardBeats == now) {
                return number < log.firstNumber(channel) ? TOO_OLD : 0;
            }
            isBeginDue = false;
            heardBeats = now;
            return fill(frame, block.bytes(), block.end(), left, number);
        }

        /** Copies as many messages into a frame as fit. Returns the length of the frame. */
        private int fill(
                final byte[] frame, final byte[] messages, final int end, final int most, final long firstNumber) {
            final int begin = at;
            int count = 0;
            while (at < end && count < most) {
                final int length = MoldPacket.MESSAGE_HEADER_LENGTH + MoldPacket.messageLength(messages, at);
                if (at + length - begin > BatchDescriptor.MAX_MESSAGES_LENGTH) {
                    break;
                }
                at += length;
                count++;
            }
            final int target = Frame.HEADER_LENGTH + BatchDescriptor.BLOCK_LENGTH;
            System.arraycopy(messages, begin, frame, target, at - begin);
            if (firstNumber != BatchDescriptor.SNAPSHOT) {
                left -= count;
                number += count;
            }
            return BatchDescriptor.encode(frame, 0, channel, stream, firstNumber, count, at - begin);
        }

        @Override
        public long behind() {
            return order == null ? (log.nextNumber(channel) - number) * MESSAGE_BYTES : 0;
        }

        @Override
        public void close() {
            if (!isClosed) {
                isClosed = true;
                count(-1);
            }
            final SnapshotDesk.Order snapshots = order;
            if (snapshots != null) {
                snapshots.cancel();
            }
        }
    }
}
