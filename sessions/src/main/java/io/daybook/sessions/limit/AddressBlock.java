package io.daybook.sessions.limit;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * The addresses that limits count together: a single address of IPv4, or the /64 of an address of IPv6, because the
 * owner of one address in it has all of them. Link-local addresses belong to different neighbours, so each counts
 * alone.
 */
public final class AddressBlock {
    private static final int PREFIX_BYTES = 8;

    private AddressBlock() {}

    /** The first address of the block. */
    public static InetAddress of(final InetAddress address) {
        if (!(address instanceof Inet6Address) || address.isLinkLocalAddress()) {
            return address;
        }
        final byte[] bytes = address.getAddress();
        Arrays.fill(bytes, PREFIX_BYTES, bytes.length, (byte) 0);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("a masked address must keep its length: " + bytes.length, e);
        }
    }
}
