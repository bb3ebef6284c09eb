package io.daybook.server.http;

import io.daybook.sessions.member.AddressRange;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the address of a client. Each proxy appends to {@code X-Forwarded-For} the address from which it got the
 * request, so the last entry comes from the proxy that is connected to this server. Only entries that trusted proxies
 * wrote count: read from the end, the first address that is not a proxy's is the client's. Entries that the client
 * itself wrote come before it.
 */
public final class Proxies {
    private static final int MAX_HOPS = 16;

    private final List<AddressRange> trusted;

    /** Trusts these proxies; without any, the header is ignored. */
    public Proxies(final List<AddressRange> trusted) {
        this.trusted = List.copyOf(trusted);
    }

    /** Returns whether an address is a proxy's. */
    boolean has(final InetAddress address) {
        return trusted.stream().anyMatch(range -> range.contains(address));
    }

    /**
     * The address of the client of a request.
     *
     * @param peer the peer of the connection
     * @param forwarded all values of the header, joined by commas; null for none
     */
    InetAddress client(final InetAddress peer, final @Nullable String forwarded) {
        InetAddress known = peer;
        String rest = forwarded;
        for (int hop = 0; hop < MAX_HOPS && rest != null && has(known); hop++) {
            final int comma = rest.lastIndexOf(',');
            final InetAddress before = address(rest.substring(comma + 1).strip());
            if (before == null) {
                return known;
            }
            known = before;
            rest = comma < 0 ? null : rest.substring(0, comma);
        }
        return known;
    }

    /** An address in numerals, with or without a port; null for anything else. */
    private static @Nullable InetAddress address(final String text) {
        final int bracket = text.indexOf(']');
        final String numerals;
        if (text.startsWith("[") && bracket > 0) {
            numerals = text.substring(1, bracket);
        } else if (text.indexOf(':') >= 0 && text.indexOf(':') == text.lastIndexOf(':')) {
            numerals = text.substring(0, text.indexOf(':'));
        } else {
            numerals = text;
        }
        final byte[] bytes = NetUtil.createByteArrayFromIpAddressString(numerals);
        try {
            return bytes == null ? null : InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            return null;
        }
    }
}
