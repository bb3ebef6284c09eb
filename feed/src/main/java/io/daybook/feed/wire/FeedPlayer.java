package io.daybook.feed.wire;

import io.daybook.feed.ChannelReader;
import io.daybook.feed.FeedFold;
import io.daybook.feed.MessageBlock;
import io.daybook.feed.log.FeedLog;
import io.daybook.feed.log.FeedLogException;
import io.daybook.host.Clock;
import io.daybook.wire.feed.FeedMessage;
import io.daybook.wire.feed.FeedTemplates;
import io.daybook.wire.feed.MoldPacket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import org.jspecify.annotations.Nullable;

/**
 * Sends the log of a feed again, at the speed of its commands or faster: the same packets on the same lines, with
 * heartbeats, snapshots and answers, under the same session names, so that a subscriber cannot distinguish the player
 * from the exchange. Channels stay in step; messages due within a millisecond or two are sent together. Used by one
 * thread.
 */
public final class FeedPlayer implements AutoCloseable {
    private static final int BLOCK_BYTES = 64 << 10;

    /** The number of groups that are sent before snapshots and requests have their turn. */
    private static final int GROUPS_A_STEP = 256;

    private static final long WAIT_MS = 1;

    private final FeedLog log;
    private final Clock clock;
    private final double speed;
    private final Track[] tracks;
    private final PlayedBooks books;
    private final Selector selector;
    private final FeedWire wire;
    private final long total;
    private long beginNs;
    private long played;

    /** The time of the first command that has one. */
    private long originNs = FeedFold.NO_TIME;

    private long feedTimeNs = FeedFold.NO_TIME;

    /** One channel and its progress. */
    private static final class Track {
        private final int channel;
        private final MessageBlock block = new MessageBlock(0, BLOCK_BYTES);
        /** The next message to send, if there is one. */
        private final FeedMessage next = new FeedMessage();

        /** The number of messages of the block that were sent. */
        private int sent;

        /** The offset of the next message to send; unused once all messages of the block are sent. */
        private int at;

        private long number = 1;

        private boolean isOver;

        Track(final int channel) {
            this.channel = channel;
        }
    }

    /** Serves the messages played so far. */
    private static final class Played implements ChannelReader {
        private final FeedLog log;
        private final Track[] tracks;

        Played(final FeedLog log, final Track[] tracks) {
            this.log = log;
            this.tracks = tracks;
        }

        @Override
        public int channels() {
            return tracks.length;
        }

        @Override
        public long firstNumber(final int channel) {
            return log.firstNumber(channel);
        }

        @Override
        public long nextNumber(final int channel) {
            return tracks[channel].number;
        }

        @Override
        public int read(final int channel, final long number, final MessageBlock block) {
            return log.read(channel, number, block);
        }
    }

    /**
     * Opens the sockets; nothing is sent yet.
     *
     * @param log opened by {@link FeedLog#openReadOnly}; the caller closes it
     * @param settings the settings, with the session names and channels of the log
     * @param speed a multiple of the exchange's speed; infinite for the highest speed
     * @throws IllegalArgumentException if the speed is not above 0, or the settings have other channels
     * @throws FeedLogException if the log is not {@linkplain FeedLog#requireWhole whole}
     * @throws IOException if an address cannot be used
     */
    public FeedPlayer(final FeedLog log, final WireSettings settings, final Clock clock, final double speed)
            throws IOException {
        if (!(speed > 0)) {
            throw new IllegalArgumentException("speed must be above 0: speed=" + speed);
        }
        if (settings.channels() != log.channels()) {
            throw new IllegalArgumentException(
                    "channels must be " + log.channels() + ", as in the feed log: channels=" + settings.channels());
        }
        log.requireWhole();
        this.log = log;
        this.clock = clock;
        this.speed = speed;
        tracks = new Track[log.channels()];
        long messages = 0;
        for (int channel = 0; channel < tracks.length; channel++) {
            tracks[channel] = new Track(channel);
            messages += log.nextNumber(channel) - 1;
        }
        total = messages;
        books = new PlayedBooks(tracks.length);
        selector = Selector.open();
        boolean isOpen = false;
        try {
            wire = FeedWire.open(settings.named(log.session(0)), new Played(log, tracks), null, books, clock, selector);
            isOpen = true;
        } finally {
            if (!isOpen) {
                selector.close();
            }
        }
        beginNs = clock.nanoTime();
    }

    /** The number of messages in the log. */
    public long total() {
        return total;
    }

    /** The number of messages that were sent. */
    public long played() {
        return played;
    }

    /** The time of the last command that was sent, ns since the epoch. */
    public long feedTimeNs() {
        return feedTimeNs;
    }

    /** The address for requests; null if no requests are taken. */
    public @Nullable InetSocketAddress requestAddress() throws IOException {
        return wire.requestAddress();
    }

    /** The numbers of sent and refused packets and requests. Any thread. */
    public WireCounters counters() {
        return wire.counters();
    }

    /**
     * Sends the messages that are due, or waits a moment if none is.
     *
     * @return whether there is more to come; later calls send heartbeats, snapshots and answers
     * @throws FeedLogException if a message cannot be read
     * @throws IOException if a message cannot follow the one before, or the network fails
     */
    public boolean step() throws IOException {
        int sent = 0;
        Track next = next();
        while (next != null && sent < GROUPS_A_STEP && isDue(next)) {
            send(next);
            sent++;
            next = next();
        }
        wire.onBatchEnd();
        final boolean wasAsked = wire.duty();
        if (sent == 0 && !wasAsked) {
            selector.select(FeedPlayer::ignore, WAIT_MS);
        }
        return next != null;
    }

    /** Does nothing, because each step tries the socket anyway. */
    private static void ignore(final SelectionKey ready) {}

    /** Returns the channel with the oldest next group; null if all channels are done. */
    private @Nullable Track next() {
        Track next = null;
        for (final Track track : tracks) {
            if (fill(track) && (next == null || track.next.timeNs() < next.next.timeNs())) {
                next = track;
            }
        }
        return next;
    }

    /** Loads the next message of a channel into its block. Returns false if there is none. */
    private boolean fill(final Track track) {
        if (track.sent == track.block.count()) {
            track.isOver = track.isOver || log.read(track.channel, track.number, track.block) == 0;
            track.sent = 0;
            track.at = track.block.start();
            if (track.isOver) {
                return false;
            }
        }
        track.next.wrap(track.block.bytes(), track.at + MoldPacket.MESSAGE_HEADER_LENGTH);
        return true;
    }

    private boolean isDue(final Track track) {
        final long timeNs = track.next.timeNs();
        if (timeNs == FeedFold.NO_TIME || originNs == FeedFold.NO_TIME) {
            return true;
        }
        return clock.nanoTime() - beginNs >= (long) ((timeNs - originNs) / speed);
    }

    /** Sends a group, and everything between it and the next group. */
    private void send(final Track track) throws IOException {
        feedTimeNs = Math.max(feedTimeNs, track.next.timeNs());
        if (originNs == FeedFold.NO_TIME && feedTimeNs != FeedFold.NO_TIME) {
            originNs = feedTimeNs;
            beginNs = clock.nanoTime();
        }
        do {
            final byte[] bytes = track.block.bytes();
            final int length = MoldPacket.messageLength(bytes, track.at);
            final int offset = track.at + MoldPacket.MESSAGE_HEADER_LENGTH;
            final String fault = books.onMessage(track.channel, bytes, offset, length);
            if (fault != null) {
                throw new IOException("channel " + track.channel + " has messages that do not make a feed: " + fault);
            }
            wire.onMessage(track.channel, track.number, bytes, offset, length, false);
            track.number++;
            track.sent++;
            track.at = offset + length;
            played++;
        } while (fill(track) && track.next.template() != FeedTemplates.GROUP);
    }

    @Override
    public void close() throws IOException {
        wire.close();
        selector.close();
    }
}
