package io.daybook.feed.wire;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/** Sends the packets of one line to the addresses of the line, and never waits. Used by one thread. */
final class UdpLine implements AutoCloseable {
    private static final int SEND_BYTES = 4 << 20;

    private final DatagramChannel socket;
    private final InetSocketAddress[] targets;
    private final WireCounters counters;

    private UdpLine(final DatagramChannel socket, final InetSocketAddress[] targets, final WireCounters counters) {
        this.socket = socket;
        this.targets = targets;
        this.counters = counters;
    }

    static UdpLine open(final LineSettings settings, final int channels, final WireCounters counters)
            throws IOException {
        final boolean isV6 = settings.target().getAddress() instanceof Inet6Address;
        final DatagramChannel socket =
                DatagramChannel.open(isV6 ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET);
        boolean isOpen = false;
        try {
            socket.configureBlocking(false);
            socket.setOption(StandardSocketOptions.SO_SNDBUF, SEND_BYTES);
            if (settings.network() != null) {
                socket.setOption(StandardSocketOptions.IP_MULTICAST_IF, settings.network());
            }
            isOpen = true;
        } finally {
            if (!isOpen) {
                socket.close();
            }
        }
        final InetSocketAddress[] targets = new InetSocketAddress[channels];
        for (int channel = 0; channel < channels; channel++) {
            targets[channel] = settings.target(channel);
        }
        return new UdpLine(socket, targets, counters);
    }

    /** Sends a packet from its position to its limit, or drops it. */
    void send(final int channel, final ByteBuffer packet) {
        final int begin = packet.position();
        boolean isTaken = false;
        try {
            isTaken = socket.send(packet, targets[channel]) > 0;
        } catch (final IOException e) {
            isTaken = false; // no route or no network: the packet is dropped, as if the buffer were full
        }
        packet.position(begin);
        counters.sent(isTaken);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
