package io.daybook.feed.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A network between real sockets: it takes packets on its own ports and forwards them, on its own thread. Of the
 * packets of each direction it loses a given number in 1,000.
 */
final class LossyNetwork implements Runnable, AutoCloseable {
    private static final int MAX_PACKET = 65_536;
    private static final int BUFFER_BYTES = 4 << 20;
    private static final int PACKETS_AT_ONCE = 64;
    private static final long JOIN_MS = 60_000;

    /** One direction from one socket through another. */
    private static final class Way {
        private final DatagramChannel in;
        private final DatagramChannel out;
        private final int lostOf1000;

        /** The destination of packets; null until it is known. */
        private @Nullable SocketAddress target;

        /** The way back, whose target is the last sender on this way; null if there is none. */
        private @Nullable Way back;

        Way(final DatagramChannel in, final DatagramChannel out, final int lostOf1000) {
            this.in = in;
            this.out = out;
            this.lostOf1000 = lostOf1000;
        }
    }

    final AtomicLong lost = new AtomicLong();

    private final Selector selector;
    private final SplittableRandom random;
    private final ByteBuffer buffer = ByteBuffer.allocate(MAX_PACKET);
    private final Thread thread = new Thread(this, "lossy-network");
    private volatile boolean isStopped;
    private volatile @Nullable IOException failure;

    LossyNetwork(final long seed) throws IOException {
        selector = Selector.open();
        random = new SplittableRandom(seed);
    }

    private static DatagramChannel open() throws IOException {
        final DatagramChannel opened = DatagramChannel.open();
        opened.configureBlocking(false);
        opened.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER_BYTES);
        opened.setOption(StandardSocketOptions.SO_SNDBUF, BUFFER_BYTES);
        opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return opened;
    }

    private void register(final Way way) throws IOException {
        way.in.register(selector, SelectionKey.OP_READ, way);
    }

    /** Returns a port whose packets are forwarded to an address. Called before the start. */
    InetSocketAddress to(final InetSocketAddress target, final int lostOf1000) throws IOException {
        final Way way = new Way(open(), open(), lostOf1000);
        way.target = target;
        register(way);
        return (InetSocketAddress) way.in.getLocalAddress();
    }

    /** Returns a port whose packets are forwarded to an address, and whose answers go to the last sender. */
    InetSocketAddress andBack(final InetSocketAddress target, final int lostOf1000) throws IOException {
        final DatagramChannel near = open();
        final DatagramChannel far = open();
        final Way there = new Way(near, far, lostOf1000);
        final Way back = new Way(far, near, lostOf1000);
        there.target = target;
        there.back = back;
        register(there);
        register(back);
        return (InetSocketAddress) near.getLocalAddress();
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        try {
            while (!isStopped && failure == null) {
                selector.select(this::read);
            }
        } catch (final IOException e) {
            failure = e;
        }
    }

    private void read(final SelectionKey key) {
        final Way way = (Way) key.attachment();
        try {
            for (int i = 0; i < PACKETS_AT_ONCE; i++) {
                buffer.clear();
                final SocketAddress sender = way.in.receive(buffer);
                if (sender == null) {
                    return;
                }
                if (way.back != null) {
                    way.back.target = sender;
                }
                take(way, Arrays.copyOf(buffer.array(), buffer.position()));
            }
        } catch (final PortUnreachableException e) {
            buffer.clear(); // no socket listens at the moment: the packet counts as lost
        } catch (final IOException e) {
            failure = e;
        }
    }

    private void take(final Way way, final byte[] packet) throws IOException {
        if (random.nextInt(1_000) < way.lostOf1000) {
            lost.incrementAndGet();
        } else if (way.target != null) {
            way.out.send(ByteBuffer.wrap(packet), way.target);
        }
    }

    @Override
    public void close() throws IOException {
        isStopped = true;
        selector.wakeup();
        try {
            thread.join(JOIN_MS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (final SelectionKey key : selector.keys()) {
            final Way way = (Way) key.attachment();
            way.in.close();
            way.out.close();
        }
        selector.close();
    }
}
