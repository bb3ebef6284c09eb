package io.daybook.feed.wire;

import io.daybook.feed.ChannelReader;
import io.daybook.feed.MessageBlock;
import io.daybook.feed.log.FeedLogException;
import io.daybook.wire.feed.FeedSession;
import io.daybook.wire.feed.MoldPacket;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers requests for lost messages, each by one packet, from the log or from the last snapshots. Only permitted
 * addresses get answers, and so few per second that forged requests cannot flood another machine; all other requests
 * are dropped and counted. Used by one thread.
 */
final class RequestServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RequestServer.class);

    /** The limit of requests that are read before other work has its turn. */
    private static final int REQUESTS_AT_ONCE = 64;

    /** The limit of addresses that are counted at a time. */
    private static final int MAX_ADDRESSES = 4_096;

    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    /**
     * The number of requests of one address that were answered in the current second. It is no token bucket, because
     * all counts are dropped when the second ends: this bounds them by the addresses of one second.
     */
    private static final class Share {
        private int answered;
    }

    private final WireSettings settings;
    private final ChannelReader log;

    /** The snapshots of each channel; null if it has none. */
    private final @Nullable SentSnapshots[] snapshots;

    private final WireCounters counters;
    private final DatagramChannel socket;
    private final FeedSession[] sessions;
    private final byte[] request = new byte[MoldPacket.HEADER_LENGTH + 1];
    private final ByteBuffer requestBuffer = ByteBuffer.wrap(request);
    private final MessageBlock block;
    private final ByteBuffer answer;
    private final Map<InetAddress, Share> shares = new HashMap<>();
    private int answered;
    private long secondNs;

    /**
     * Whether damage of the log was reported. It is reported once, because a request for it may be repeated without
     * end.
     */
    private boolean isDamageReported;

    private RequestServer(
            final WireSettings settings,
            final ChannelReader log,
            final @Nullable SentSnapshots[] snapshots,
            final WireCounters counters,
            final DatagramChannel socket,
            final long nowNs) {
        this.settings = settings;
        this.log = log;
        this.snapshots = snapshots;
        this.counters = counters;
        this.socket = socket;
        secondNs = nowNs;
        sessions = new FeedSession[settings.channels()];
        for (int channel = 0; channel < sessions.length; channel++) {
            sessions[channel] = settings.session(channel);
        }
        block = new MessageBlock(MoldPacket.HEADER_LENGTH, settings.messageBytes());
        answer = ByteBuffer.wrap(block.bytes());
    }

    static RequestServer open(
            final WireSettings settings,
            final InetSocketAddress address,
            final ChannelReader log,
            final @Nullable SentSnapshots[] snapshots,
            final WireCounters counters,
            final Selector selector,
            final long nowNs)
            throws IOException {
        final DatagramChannel socket = DatagramChannel.open(
                address.getAddress() instanceof Inet6Address
                        ? StandardProtocolFamily.INET6
                        : StandardProtocolFamily.INET);
        boolean isOpen = false;
        try {
            socket.configureBlocking(false);
            socket.bind(address);
            socket.register(selector, SelectionKey.OP_READ);
            isOpen = true;
        } finally {
            if (!isOpen) {
                socket.close();
            }
        }
        return new RequestServer(settings, log, snapshots, counters, socket, nowNs);
    }

    InetSocketAddress address() throws IOException {
        return (InetSocketAddress) socket.getLocalAddress();
    }

    /** Answers pending requests. Returns whether there were any. */
    boolean duty(final long nowNs) {
        if (nowNs - secondNs >= SECOND_NS) {
            secondNs = nowNs;
            answered = 0;
            shares.clear();
        }
        int read = 0;
        try {
            while (read < REQUESTS_AT_ONCE) {
                requestBuffer.clear();
                final SocketAddress sender = socket.receive(requestBuffer);
                if (sender == null) {
                    break;
                }
                read++;
                answer((InetSocketAddress) sender, requestBuffer.position());
            }
        } catch (final IOException e) {
            counters.refuse(); // the network reports that an earlier answer could not be delivered
        }
        return read > 0;
    }

    /** Drops pending requests unread: unread requests would keep waking the owner. */
    void drop() {
        try {
            for (int i = 0; i < REQUESTS_AT_ONCE; i++) {
                requestBuffer.clear();
                if (socket.receive(requestBuffer) == null) {
                    break;
                }
            }
        } catch (final IOException e) {
            counters.refuse(); // an earlier answer could not be delivered
        }
    }

    private void answer(final InetSocketAddress sender, final int length) throws IOException {
        final int channel = channel(length);
        if (channel < 0 || !mayAsk(sender.getAddress())) {
            counters.refuse();
            return;
        }
        final FeedSession session = sessions[channel];
        final boolean isOfSnapshots = session.isSnapshotNamed(request, 0);
        final int count = isOfSnapshots ? readSnapshot(channel) : read(channel);
        if (count == 0) {
            counters.refuse();
            return;
        }
        final byte[] name = isOfSnapshots ? session.snapshotName() : session.name();
        MoldPacket.header(block.bytes(), 0, name, MoldPacket.number(request, 0), count);
        answer.clear().limit(end(count));
        counters.sent(socket.send(answer, sender) > 0);
        counters.answer();
    }

    /** Reads the requested messages of a channel. Returns the number of messages in the answer. */
    private int read(final int channel) {
        final long number = MoldPacket.number(request, 0);
        final int wanted = MoldPacket.count(request, 0);
        final boolean isThere = number >= 1 && number < log.nextNumber(channel) && wanted > 0;
        if (!isThere || !isRead(channel, number)) {
            return 0;
        }
        // A log that is being played has more messages than may be sent yet.
        return (int) Math.min(Math.min(wanted, block.count()), log.nextNumber(channel) - number);
    }

    /** Reads messages. Damaged ones count as missing for this requester, and the feed continues for all others. */
    private boolean isRead(final int channel, final long number) {
        try {
            return log.read(channel, number, block) > 0;
        } catch (final FeedLogException e) {
            if (!isDamageReported) {
                isDamageReported = true;
                LOG.error("Message {} of channel {} was requested and cannot be read", number, channel, e);
            }
            return false;
        }
    }

    private int readSnapshot(final int channel) {
        final SentSnapshots sent = snapshots[channel];
        return sent == null ? 0 : sent.read(MoldPacket.number(request, 0), MoldPacket.count(request, 0), block);
    }

    /** Returns the channel that a request names for messages or snapshots; negative for an invalid request. */
    private int channel(final int length) {
        if (length != MoldPacket.HEADER_LENGTH) {
            return -1;
        }
        for (int channel = 0; channel < sessions.length; channel++) {
            if (sessions[channel].isNamed(request, 0) || sessions[channel].isSnapshotNamed(request, 0)) {
                return channel;
            }
        }
        return -1;
    }

    private boolean mayAsk(final InetAddress address) {
        if (answered >= settings.allRequestsPerSecond()
                || !settings.mayAsk().test(address)
                || shares.size() >= MAX_ADDRESSES && !shares.containsKey(address)) {
            return false;
        }
        final Share share = shares.computeIfAbsent(address, key -> new Share());
        if (share.answered >= settings.requestsPerSecond()) {
            return false;
        }
        share.answered++;
        answered++;
        return true;
    }

    /** Returns the end of the first messages of the block. */
    private int end(final int count) {
        int at = block.start();
        for (int i = 0; i < count; i++) {
            at += MoldPacket.MESSAGE_HEADER_LENGTH + MoldPacket.messageLength(block.bytes(), at);
        }
        return at;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
