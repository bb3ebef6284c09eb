package io.daybook.feed.wire;

import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import org.jspecify.annotations.Nullable;

/**
 * The destination of one line's packets.
 *
 * @param target the address of channel 0, a multicast group or a machine; channel c has a port that is higher by c
 * @param network the interface on which packets to a group leave; null for a machine
 */
public record LineSettings(
        InetSocketAddress target, @Nullable NetworkInterface network) {
    private static final int MAX_PORT = 0xFFFF;

    /** Checks that the address is resolved, and that a group has its interface. */
    public LineSettings {
        if (target.isUnresolved() || target.getPort() == 0) {
            throw new IllegalArgumentException("target must be an address with a port: target=" + target);
        }
        if (target.getAddress().isMulticastAddress() && network == null) {
            throw new IllegalArgumentException("a multicast group needs a network interface: target=" + target);
        }
    }

    /** The address of a channel. */
    InetSocketAddress target(final int channel) {
        return new InetSocketAddress(target.getAddress(), target.getPort() + channel);
    }

    /** Returns whether this many channels have valid ports. */
    boolean hasPorts(final int channels) {
        return target.getPort() + channels - 1 <= MAX_PORT;
    }
}
