package io.daybook.cluster.node;

import io.aeron.driver.DataPacketDispatcher;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ext.DebugReceiveChannelEndpoint;
import io.aeron.driver.ext.DebugSendChannelEndpoint;
import io.aeron.driver.ext.LossGenerator;
import io.aeron.driver.media.UdpChannel;
import io.aeron.protocol.DataHeaderFlyweight;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterMember;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * The faults of a node's network, made by the channel endpoints that Aeron has for this. A file beside the node's
 * configuration sets them; a thread reads it again and again.
 *
 * <pre>
 *  file: lossPercent delayMs duplicatesPercent cut
 *        cut: NONE, IN, OUT, ALL, or NODES: from the others, not from clients
 * </pre>
 */
final class NetworkFaults {
    /** The packets that are dropped. */
    enum Cut {
        NONE,
        IN,
        OUT,
        ALL,
        NODES
    }

    /** The treatment of packets from now on. */
    record Plan(double loss, int delayMs, double duplicates, Cut cut) {
        static final Plan HEALTHY = new Plan(0, 0, 0, Cut.NONE);

        String toLine() {
            return String.format(Locale.ROOT, "%s %d %s %s", loss, delayMs, duplicates, cut);
        }

        static Plan of(final String line) {
            final String[] parts = line.strip().split(" ");
            return new Plan(
                    Double.parseDouble(parts[0]),
                    Integer.parseInt(parts[1]),
                    Double.parseDouble(parts[2]),
                    Cut.valueOf(parts[3]));
        }
    }

    private static final int EVERY_MS = 50;

    private final ClusterConfig config;
    private final Path file;
    private final SplittableRandom random = new SplittableRandom(7);
    private volatile Plan plan = Plan.HEALTHY;

    NetworkFaults(final ClusterConfig config, final Path file) {
        this.config = config;
        this.file = file;
    }

    /** Sets the faults of a node's network; the node may run. */
    static void tell(final Path file, final Plan plan) throws IOException {
        final Path draft = file.resolveSibling(file.getFileName() + ".draft");
        Files.writeString(draft, plan.toLine());
        Files.move(draft, file, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    }

    /** Installs the faults in a driver. */
    void into(final MediaDriver.Context driver) {
        final Thread reader = new Thread(this::read, "network-faults");
        reader.setDaemon(true);
        reader.start();
        driver.sendChannelEndpointSupplier((channel, status, context) -> {
            final LossGenerator out = loss(isToNodes(channel), false);
            final LossGenerator in = loss(isToNodes(channel), true);
            return new DebugSendChannelEndpoint(channel, status, context, out, in);
        });
        driver.receiveChannelEndpointSupplier(Receiving::new);
    }

    private void read() {
        while (true) {
            try {
                if (Files.exists(file)) {
                    plan = Plan.of(Files.readString(file));
                }
                TimeUnit.MILLISECONDS.sleep(EVERY_MS);
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Returns whether packets of a channel go to another node: the log has several targets, the rest known ports. */
    private boolean isToNodes(final UdpChannel channel) {
        return channel.isMultiDestination() || isOfNodes(channel.remoteData().getPort(), 0);
    }

    private boolean isOfNodes(final int port, final int lowest) {
        for (final ClusterMember member : config.members()) {
            final int above = port - member.statusPort() + ClusterMember.PORTS - 1;
            if (above >= lowest && above < ClusterMember.PORTS) {
                return true;
            }
        }
        return false;
    }

    private LossGenerator loss(final boolean isOfNodes, final boolean isIn) {
        return new LossGenerator() {
            @Override
            public boolean shouldDropFrame(
                    final InetSocketAddress address, final UnsafeBuffer buffer, final int length) {
                return isDropped(isOfNodes, isIn);
            }

            @Override
            public boolean shouldDropFrame(
                    final InetSocketAddress address,
                    final UnsafeBuffer buffer,
                    final int streamId,
                    final int sessionId,
                    final int termId,
                    final int termOffset,
                    final int length) {
                return isDropped(isOfNodes, isIn);
            }
        };
    }

    private boolean isDropped(final boolean isOfNodes, final boolean isIn) {
        final Plan now = plan;
        final boolean isCut =
                switch (now.cut) {
                    case NONE -> false;
                    case ALL -> true;
                    case IN -> isIn;
                    case OUT -> !isIn;
                    case NODES -> isOfNodes;
                };
        return isCut || now.loss > 0 && chance(now.loss);
    }

    private synchronized boolean chance(final double percent) {
        return random.nextDouble() * 100 < percent;
    }

    private record Held(byte[] packet, InetSocketAddress source, int transport, long dueNs) {}

    /** Delays and doubles packets. A held packet is delivered after a later one, which always comes: heartbeats do. */
    private final class Receiving extends DebugReceiveChannelEndpoint {
        private final ArrayDeque<Held> held = new ArrayDeque<>();

        Receiving(
                final UdpChannel channel,
                final DataPacketDispatcher dispatcher,
                final AtomicCounter status,
                final MediaDriver.Context context) {
            super(
                    channel,
                    dispatcher,
                    status,
                    context,
                    loss(isOfNodes(channel.localData().getPort(), 1), true),
                    loss(isOfNodes(channel.localData().getPort(), 1), false));
        }

        @Override
        public int onDataPacket(
                final DataHeaderFlyweight header,
                final UnsafeBuffer buffer,
                final int length,
                final InetSocketAddress source,
                final int transport) {
            final Plan now = plan;
            if (now.delayMs == 0 && held.isEmpty()) {
                final int taken = super.onDataPacket(header, buffer, length, source, transport);
                if (now.duplicates > 0 && chance(now.duplicates)) {
                    super.onDataPacket(header, buffer, length, source, transport);
                }
                return taken;
            }
            final byte[] packet = new byte[length];
            buffer.getBytes(0, packet);
            final long nowNs = System.nanoTime();
            held.add(new Held(packet, source, transport, nowNs + TimeUnit.MILLISECONDS.toNanos(now.delayMs)));
            int taken = 0;
            while (!held.isEmpty() && held.peek().dueNs - nowNs <= 0) {
                final Held one = held.poll();
                taken += super.onDataPacket(
                        new DataHeaderFlyweight(new UnsafeBuffer(one.packet)),
                        new UnsafeBuffer(one.packet),
                        one.packet.length,
                        one.source,
                        one.transport);
            }
            return taken;
        }
    }
}
