package io.daybook.gateway.config;

import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.tls.TlsSettings;
import java.net.InetAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the FIX door in {@code daybook.toml}.
 *
 * @param address to listen on
 * @param port to listen on; 0 for a free one
 * @param tls the files of TLS; null for none
 * @param limits the limits of connections
 * @param slippage ticks beyond the best opposite price that a market order may pay, by symbol
 */
public record FixDoor(
        InetAddress address, int port, @Nullable TlsSettings tls, SessionLimits limits, Map<Integer, Long> slippage) {

    /** Copies the map. */
    public FixDoor {
        slippage = Map.copyOf(slippage);
    }

    /** Returns these settings with another address. */
    public FixDoor at(final InetAddress other) {
        return new FixDoor(other, port, tls, limits, slippage);
    }
}
