package io.daybook.client;

import io.daybook.client.feed.ChannelSubscriber;
import io.daybook.client.feed.FeedListener;
import io.daybook.client.feed.RequestSender;
import io.daybook.wire.feed.FeedSession;
import io.daybook.wire.feed.MoldPacket;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a subscriber: reads sockets and the clock, and requests lost messages. Only this thread uses its state.
 */
final class FeedLoop implements Runnable, RequestSender {
    /** The most packets that are read from one socket before the others have their turn. */
    private static final int PACKETS_AT_ONCE = 64;

    /** The most reads from TCP before the sockets have their turn. */
    private static final int READS_AT_ONCE = 16;

    private static final int RECEIVE_BYTES = 4 << 20;
    private static final long TICK_MS = 1;

    /** The address of a line's channel 0, and the interface on which a group is joined. */
    record Line(InetSocketAddress address, @Nullable NetworkInterface network) {}

    private final @Nullable ChannelSubscriber[] byChannel = new ChannelSubscriber[FeedSession.MAX_CHANNELS];
    private final ChannelSubscriber[] subscribers;
    private final List<Integer> channels;
    private final List<InetSocketAddress> requestAddresses;
    private final boolean busySpin;
    private final FeedListener listener;
    private final Selector selector;
    private final byte[] packet = new byte[MoldPacket.MAX_LENGTH];
    private final ByteBuffer packetBuffer = ByteBuffer.wrap(packet);
    private final byte[] request = new byte[MoldPacket.HEADER_LENGTH];
    private final ByteBuffer requestBuffer = ByteBuffer.wrap(request);
    private final Consumer<SelectionKey> onReady = this::read;
    private final List<DatagramChannel> requests = new ArrayList<>();
    private int nextAsked;
    private @Nullable FeedStream stream;
    private @Nullable SubscriberHops hops;
    private @Nullable IOException broken;
    private long nowNs;

    private volatile boolean isStopped;
    private volatile @Nullable Throwable failure;

    FeedLoop(
            final List<Integer> channels,
            final int exchange,
            final FeedListener listener,
            final List<InetSocketAddress> requestAddresses,
            final boolean busySpin)
            throws IOException {
        this.channels = channels;
        this.requestAddresses = requestAddresses;
        this.busySpin = busySpin;
        this.listener = listener;
        nowNs = System.nanoTime();
        subscribers = new ChannelSubscriber[channels.size()];
        for (int i = 0; i < subscribers.length; i++) {
            final int channel = channels.get(i);
            subscribers[i] = new ChannelSubscriber(channel, exchange, listener, this, nowNs);
            byChannel[channel] = subscribers[i];
        }
        selector = Selector.open();
    }

    ChannelSubscriber subscriber(final int channel) {
        final ChannelSubscriber found = channel < 0 || channel >= FeedSession.MAX_CHANNELS ? null : byChannel[channel];
        if (found == null) {
            throw new IllegalArgumentException("channel must be one of " + channels + ": channel=" + channel);
        }
        return found;
    }

    /** Sets the feed over TCP. Called before the thread runs. */
    void stream(final FeedStream.Settings settings) {
        final int[] ascending = channels.stream().mapToInt(Integer::intValue).toArray();
        stream = new FeedStream(settings, subscribers, ascending, selector, nowNs);
    }

    /** Times some commands from now on. Called before the thread runs. */
    void timedBy(final SubscriberHops recorder) {
        hops = recorder;
        for (final ChannelSubscriber subscriber : subscribers) {
            subscriber.timedBy(recorder);
        }
    }

    /** The reason for the last end of the connection over TCP; empty if it never ended, or there is none. */
    String lastStreamEnd() {
        final FeedStream own = stream;
        return own == null ? "" : own.lastEnd();
    }

    /** The venue's history, from the last connection over TCP; 0 if there was none. */
    long history() {
        final FeedStream own = stream;
        return own == null ? 0 : own.history();
    }

    @Nullable
    Throwable failure() {
        return failure;
    }

    void stop() {
        isStopped = true;
        selector.wakeup();
    }

    /** Opens a socket for each line and channel. If one fails, none stays open. */
    void open(final List<Line> lines, final List<InetAddress> sources) throws IOException {
        boolean isOpen = false;
        try {
            for (final Line line : lines) {
                for (final int channel : channels) {
                    open(line, channel, sources);
                }
            }
            openRequests();
            isOpen = true;
        } finally {
            if (!isOpen) {
                closeAll();
            }
        }
    }

    /**
     * Opens a socket to each node for requests. A node that cannot be reached now is tried again with each request; at
     * least one must be reachable.
     */
    private void openRequests() throws IOException {
        IOException unreachable = null;
        int reachable = 0;
        for (final InetSocketAddress address : requestAddresses) {
            final DatagramChannel opened = DatagramChannel.open(family(address.getAddress()));
            requests.add(opened);
            opened.configureBlocking(false);
            opened.register(selector, SelectionKey.OP_READ);
            try {
                opened.connect(address);
                reachable++;
            } catch (final IOException e) {
                unreachable = e;
            }
        }
        if (unreachable != null && reachable == 0) {
            throw unreachable;
        }
    }

    private void open(final Line line, final int channel, final List<InetAddress> sources) throws IOException {
        final InetAddress address = line.address().getAddress();
        final int port = line.address().getPort() + channel;
        final DatagramChannel opened = DatagramChannel.open(family(address));
        opened.configureBlocking(false);
        opened.register(selector, SelectionKey.OP_READ, subscriber(channel));
        opened.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BYTES);
        if (!address.isMulticastAddress()) {
            opened.bind(new InetSocketAddress(address, port));
            return;
        }
        if (line.network() == null) {
            throw new IOException(
                    "a group needs the interface on which it is joined: group=" + address.getHostAddress());
        }
        opened.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        opened.bind(new InetSocketAddress(scoped(address, line.network()), port));
        if (sources.isEmpty()) {
            opened.join(address, line.network());
        }
        for (final InetAddress source : sources) {
            opened.join(address, line.network(), source);
        }
    }

    /** Adds the interface to the address of a link-local group of IPv6, which exists once on each interface. */
    private static InetAddress scoped(final InetAddress group, final NetworkInterface network) throws IOException {
        return group instanceof Inet6Address
                ? Inet6Address.getByAddress(null, group.getAddress(), network.getIndex())
                : group;
    }

    private static StandardProtocolFamily family(final InetAddress address) {
        return address instanceof Inet6Address ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET;
    }

    @Override
    public void run() {
        try {
            while (!isStopped) {
                step();
            }
        } catch (final IOException | RuntimeException | Error e) {
            failure = e;
        } finally {
            closeAll();
        }
    }

    private void step() throws IOException {
        final int ready = busySpin ? selector.selectNow(onReady) : selector.select(onReady, TICK_MS);
        if (broken != null) {
            throw broken;
        }
        nowNs = System.nanoTime();
        for (final ChannelSubscriber subscriber : subscribers) {
            subscriber.onTick(nowNs);
        }
        final FeedStream tcp = stream;
        for (int i = 0; tcp != null && i < READS_AT_ONCE && poll(tcp); i++) {
            nowNs = System.nanoTime();
        }
        listener.onTurn();
        if (ready == 0 && busySpin) {
            Thread.onSpinWait();
        }
    }

    /** Ends the wait for packets. Any thread may call this. */
    void wake() {
        if (!busySpin) {
            selector.wakeup();
        }
    }

    private boolean poll(final FeedStream tcp) {
        final SubscriberHops timed = hops;
        if (timed != null) {
            timed.read(nowNs);
        }
        return tcp.poll(nowNs);
    }

    private void read(final SelectionKey key) {
        if (!(key.channel() instanceof DatagramChannel channel)) {
            return; // the connection over TCP is tried at each step anyway
        }
        final ChannelSubscriber subscriber = (ChannelSubscriber) key.attachment();
        final SubscriberHops timed = hops;
        try {
            nowNs = System.nanoTime();
            for (int i = 0; i < PACKETS_AT_ONCE; i++) {
                packetBuffer.clear();
                final SocketAddress sender = channel.receive(packetBuffer);
                if (sender == null) {
                    return;
                }
                if (timed != null) {
                    timed.read(System.nanoTime());
                }
                take(subscriber, packetBuffer.position());
            }
        } catch (final IOException e) {
            packetBuffer.clear();
            if (subscriber != null) { // an error of a request ends nothing: the next address is used
                broken = e;
            }
        }
    }

    /** Takes a packet of a line, or an answer, which is for the channel that its session names. */
    private void take(final @Nullable ChannelSubscriber ofLine, final int length) {
        if (ofLine != null) {
            ofLine.onPacket(packet, 0, length, nowNs);
            return;
        }
        for (final ChannelSubscriber subscriber : subscribers) {
            if (subscriber.isOwn(packet, length)) {
                subscriber.onPacket(packet, 0, length, nowNs);
                return;
            }
        }
    }

    /**
     * Sends the request to the addresses in turn, so that an address that is down costs one try. A request for messages
     * of snapshots goes to all addresses, because only the sender of the snapshots has them.
     */
    @Override
    public void request(final byte[] session, final long number, final int count) {
        MoldPacket.header(request, 0, session, number, count);
        final int asked = FeedSession.isOfSnapshots(session, 0) ? requests.size() : Math.min(1, requests.size());
        for (int i = 0; i < asked; i++) {
            ask(requests.get(nextAsked), requestAddresses.get(nextAsked));
            nextAsked = (nextAsked + 1) % requests.size();
        }
    }

    private void ask(final DatagramChannel asked, final InetSocketAddress address) {
        requestBuffer.clear();
        try {
            if (!asked.isConnected()) {
                asked.connect(address);
            }
            asked.write(requestBuffer);
        } catch (final IOException e) {
            requestBuffer.clear(); // as if the request was lost: it is sent again
        }
    }

    private void closeAll() {
        final FeedStream tcp = stream;
        if (tcp != null) {
            tcp.close();
        }
        try {
            for (final SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            selector.close();
            if (hops != null) {
                hops.close();
            }
        } catch (final IOException e) {
            failure = failure == null ? e : failure;
        }
    }
}
