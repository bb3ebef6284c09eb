package io.daybook.feed.wire;

import io.daybook.feed.ChannelReader;
import io.daybook.feed.ChannelSink;
import io.daybook.host.Clock;
import io.daybook.sessions.ViewSource;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sends a feed: the messages of the fold are sent on the lines as MoldUDP64 packets, when a packet is full or the batch
 * ends; in between, {@link #duty} sends heartbeats and snapshots, and answers requests. Messages that a recovery
 * repeats are not sent. Used by the folding thread.
 */
public final class FeedWire implements ChannelSink, Closeable {
    private static final long HEARTBEAT_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final WireSettings settings;
    private final Clock clock;
    private final WireCounters counters = new WireCounters();
    private final List<UdpLine> lines = new ArrayList<>();
    private final ChannelPacker[] packers;
    private final SnapshotCycle[] cycles;
    private final SnapshotDesk desk;
    private final SnapshotDesk.NumberSource lastNumbers = this::lastNumber;
    private final FeedViews views;
    private @Nullable RequestServer requests;
    private @Nullable FeedHops hops;
    private UdpLine[] lineA = {};
    private UdpLine[] lineB = {};
    private boolean sendsSnapshots = true;

    /** The approximate start of the batch: reading the clock for each message would cost as much as encoding it. */
    private long nowNs;

    private long lastBeatNs;

    private FeedWire(
            final WireSettings settings,
            final ChannelReader log,
            final @Nullable ChannelReader levels,
            final BookSource books,
            final Clock clock) {
        this.settings = settings;
        this.clock = clock;
        desk = new SnapshotDesk(books);
        views = new FeedViews(log, levels, desk);
        packers = new ChannelPacker[settings.channels()];
        cycles = new SnapshotCycle[settings.snapshots() == null ? 0 : settings.channels()];
    }

    /**
     * Opens the sockets.
     *
     * @param log has the messages sent so far and the next numbers
     * @param levels the stream of levels, for subscribers over TCP; null if there is none
     * @param selector wakes its owner when a request comes
     * @throws IOException if an address cannot be used; then nothing stays open
     */
    public static FeedWire open(
            final WireSettings settings,
            final ChannelReader log,
            final @Nullable ChannelReader levels,
            final BookSource books,
            final Clock clock,
            final Selector selector)
            throws IOException {
        final FeedWire wire = new FeedWire(settings, log, levels, books, clock);
        boolean isOpen = false;
        try {
            wire.open(log, books, selector);
            isOpen = true;
        } finally {
            if (!isOpen) {
                wire.close();
            }
        }
        return wire;
    }

    private void open(final ChannelReader log, final BookSource books, final Selector selector) throws IOException {
        nowNs = clock.nanoTime();
        lastBeatNs = nowNs;
        lineA = open(settings.lineA());
        lineB = open(settings.lineB());
        final UdpLine[] live = Stream.of(lineA, lineB).flatMap(Arrays::stream).toArray(UdpLine[]::new);
        final UdpLine[] snapshots = open(settings.snapshots());
        for (int channel = 0; channel < packers.length; channel++) {
            packers[channel] = new ChannelPacker(
                    channel,
                    settings.session(channel).name(),
                    live,
                    settings.packetBytes(),
                    log.nextNumber(channel),
                    nowNs);
        }
        final @Nullable SentSnapshots[] memories = new SentSnapshots[packers.length];
        for (int channel = 0; channel < cycles.length; channel++) {
            memories[channel] = settings.requests() == null ? null : new SentSnapshots();
            final ChannelPacker packer = new ChannelPacker(
                    channel, settings.session(channel).snapshotName(), snapshots, settings.packetBytes(), 1, nowNs);
            cycles[channel] = new SnapshotCycle(
                    channel,
                    books,
                    packer,
                    memories[channel],
                    counters,
                    settings.packetBytes(),
                    TimeUnit.MILLISECONDS.toNanos(settings.cycleMs()),
                    clock.epochMillis(),
                    nowNs);
        }
        if (settings.requests() != null) {
            requests = RequestServer.open(settings, settings.requests(), log, memories, counters, selector, nowNs);
        }
    }

    private UdpLine[] open(final @Nullable LineSettings line) throws IOException {
        if (line == null) {
            return new UdpLine[0];
        }
        final UdpLine opened = UdpLine.open(line, settings.channels(), counters);
        lines.add(opened);
        return new UdpLine[] {opened};
    }

    /**
     * Sends only one line from now on, or none, because other nodes send the same messages. Sends the next number at
     * once. The node that sends line A also sends snapshots.
     */
    void sendOn(final Sending sending) {
        nowNs = clock.nanoTime();
        final UdpLine[] targets =
                switch (sending) {
                    case NOTHING -> new UdpLine[0];
                    case LINE_A -> lineA;
                    case LINE_B -> lineB;
                };
        for (final ChannelPacker packer : packers) {
            packer.sendOn(targets, nowNs);
        }
        sendsSnapshots = sending == Sending.LINE_A;
        if (sendsSnapshots) {
            for (final SnapshotCycle cycle : cycles) {
                cycle.begin(clock.epochMillis(), nowNs);
            }
        }
    }

    /** Times some commands from now on. Called before the first message is sent. */
    void timedBy(final FeedHops recorder) {
        hops = recorder.isOn() ? recorder : null;
        for (final ChannelPacker packer : packers) {
            packer.timedBy(recorder);
        }
    }

    /** The source from which the gateway serves its subscribers. */
    public ViewSource views() {
        return views;
    }

    /** The numbers of sent and refused packets and requests. Any thread. */
    public WireCounters counters() {
        return counters;
    }

    /** The address for requests; null if no requests are taken. */
    public @Nullable InetSocketAddress requestAddress() throws IOException {
        return requests == null ? null : requests.address();
    }

    @Override
    public void onMessage(
            final int channel,
            final long number,
            final byte[] bytes,
            final int offset,
            final int length,
            final boolean replayed) {
        if (replayed) {
            packers[channel].pass(number);
        } else {
            if (hops != null) {
                hops.onMessage(channel, number, bytes, offset);
            }
            packers[channel].add(number, bytes, offset, length, nowNs);
        }
    }

    @Override
    public void onMessages(
            final int channel,
            final long firstNumber,
            final int count,
            final byte[] bytes,
            final int offset,
            final int length,
            final boolean replayed) {
        if (replayed) {
            packers[channel].pass(firstNumber + count - 1);
        } else if (hops != null) {
            ChannelSink.super.onMessages(channel, firstNumber, count, bytes, offset, length, false);
        } else {
            packers[channel].add(firstNumber, count, bytes, offset, length, nowNs);
        }
    }

    @Override
    public void onRecovered(final int channel, final long nextNumber) {
        packers[channel].pass(nextNumber - 1);
    }

    @Override
    public void onBatchEnd() {
        flush();
        news();
    }

    /** Sends gathered messages on the lines. */
    void flush() {
        nowNs = clock.nanoTime();
        for (final ChannelPacker packer : packers) {
            packer.flush(nowNs);
        }
    }

    /** Notifies subscribers over TCP that sent messages are in the log too. */
    void news() {
        views.news();
    }

    private long lastNumber(final int channel) {
        return packers[channel].nextNumber() - 1;
    }

    /** Does the due work: heartbeats, snapshots, answers. Returns whether a request was answered. */
    public boolean duty() {
        nowNs = clock.nanoTime();
        for (final ChannelPacker packer : packers) {
            if (nowNs - packer.lastSentNs() >= HEARTBEAT_NS) {
                packer.flush(nowNs);
                packer.heartbeat(nowNs);
            }
        }
        if (nowNs - lastBeatNs >= HEARTBEAT_NS) {
            lastBeatNs = nowNs;
            views.beat();
        }
        if (sendsSnapshots) {
            for (final SnapshotCycle cycle : cycles) {
                cycle.duty(nowNs);
            }
        }
        final boolean isOrdered = desk.duty(lastNumbers, nowNs);
        if (isOrdered) {
            views.news();
        }
        return requests != null && requests.duty(nowNs) || isOrdered;
    }

    /** Drops requests. Called instead of {@link #duty} while nothing may be sent. */
    void keepSilent() {
        if (requests != null) {
            requests.drop();
        }
    }

    /** Ends the feed: the views over TCP end after the last message in the log, and the sockets are closed. */
    void end() throws IOException {
        views.end();
        close();
    }

    @Override
    public void close() throws IOException {
        for (final UdpLine line : lines) {
            line.close();
        }
        if (requests != null) {
            requests.close();
        }
    }
}
