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
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A network between real sockets: takes packets on ports of its own and hands them on, on a thread of its own, but for
 * those that it loses, and some of them twice, late, or behind the next one.
 */
final class LossyNetwork implements Runnable, AutoCloseable {
    /**
     * What a way does to packets, each in parts of 1,000.
     *
     * @param maxDelayNs those that are late are later by up to this time
     */
    record Faults(int lost, int doubled, int swapped, int late, long maxDelayNs) {
        static final Faults NONE = new Faults(0, 0, 0, 0, 1);

        /** Loses so many, and does everything else to a few. */
        static Faults losing(final int lost) {
            return new Faults(lost, 20, 20, 20, TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    private static final int MAX_PACKET = 65_536;
    private static final int BUFFER_BYTES = 4 << 20;
    private static final int PACKETS_AT_ONCE = 64;
    private static final long JOIN_MS = 60_000;

    private record Late(long atNs, long order, Way way, byte[] packet) {}

    /** One direction from one socket through another. */
    private static final class Way {
        private final DatagramChannel in;
        private final DatagramChannel out;
        private final Faults faults;

        /** Where packets go; null while nobody is known there. */
        private @Nullable SocketAddress target;

        /** The way back, whose target is whoever sends here; null where there is none. */
        private @Nullable Way back;

        private byte @Nullable [] held;

        Way(final DatagramChannel in, final DatagramChannel out, final Faults faults) {
            this.in = in;
            this.out = out;
            this.faults = faults;
        }
    }

    final AtomicLong passed = new AtomicLong();
    final AtomicLong lost = new AtomicLong();
    final AtomicLong doubled = new AtomicLong();
    final AtomicLong swapped = new AtomicLong();
    final AtomicLong late = new AtomicLong();

    private final Selector selector;
    private final SplittableRandom random;
    private final PriorityQueue<Late> waiting = new PriorityQueue<>(
            (a, b) -> a.atNs != b.atNs ? Long.compare(a.atNs, b.atNs) : Long.compare(a.order, b.order));
    private final ByteBuffer buffer = ByteBuffer.allocate(MAX_PACKET);
    private final Thread thread = new Thread(this, "lossy-network");
    private long order;
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

    /** A port whose packets go on to an address. Before it is started. */
    InetSocketAddress to(final InetSocketAddress target, final Faults faults) throws IOException {
        final Way way = new Way(open(), open(), faults);
        way.target = target;
        register(way);
        return (InetSocketAddress) way.in.getLocalAddress();
    }

    /** A port whose packets go on to an address, and whose answers come back to whoever asked last. */
    InetSocketAddress andBack(final InetSocketAddress target, final Faults faults) throws IOException {
        final DatagramChannel near = open();
        final DatagramChannel far = open();
        final Way there = new Way(near, far, faults);
        final Way back = new Way(far, near, faults);
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

    /** Why it has ended by itself, null where it has not. */
    @Nullable
    IOException failure() {
        return failure;
    }

    @Override
    public void run() {
        try {
            while (!isStopped) {
                final Late next = waiting.peek();
                final long waitNs = next == null ? Long.MAX_VALUE : next.atNs - System.nanoTime();
                if (waitNs > TimeUnit.MILLISECONDS.toNanos(1)) {
                    selector.select(this::read, next == null ? 0 : TimeUnit.NANOSECONDS.toMillis(waitNs));
                } else {
                    selector.selectNow(this::read);
                }
                sendLate();
                final IOException broken = failure;
                if (broken != null) {
                    return;
                }
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
            buffer.clear(); // nobody listens there for now: as lost
        } catch (final IOException e) {
            failure = e;
        }
    }

    private void take(final Way way, final byte[] packet) throws IOException {
        if (isOneOf(way.faults.lost)) {
            lost.incrementAndGet();
            return;
        }
        final boolean isDoubled = isOneOf(way.faults.doubled);
        if (isDoubled) {
            doubled.incrementAndGet();
        }
        for (int copy = 0; copy < (isDoubled ? 2 : 1); copy++) {
            if (isOneOf(way.faults.late)) {
                late.incrementAndGet();
                final long delayNs = random.nextLong(way.faults.maxDelayNs);
                waiting.add(new Late(System.nanoTime() + delayNs, order++, way, packet));
            } else if (way.held == null && isOneOf(way.faults.swapped)) {
                swapped.incrementAndGet();
                way.held = packet;
            } else {
                send(way, packet);
            }
        }
    }

    private boolean isOneOf(final int perThousand) {
        return random.nextInt(1_000) < perThousand;
    }

    private void sendLate() throws IOException {
        Late next = waiting.peek();
        while (next != null && next.atNs - System.nanoTime() <= 0) {
            waiting.remove();
            send(next.way, next.packet);
            next = waiting.peek();
        }
    }

    private void send(final Way way, final byte[] packet) throws IOException {
        if (way.target != null) {
            way.out.send(ByteBuffer.wrap(packet), way.target);
            passed.incrementAndGet();
        }
        final byte[] held = way.held;
        if (held != null) {
            way.held = null;
            send(way, held);
        }
    }

    @Override
    public String toString() {
        return passed + " packets handed on, " + lost + " lost, " + doubled + " doubled, " + swapped + " swapped, "
                + late + " late";
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
