package io.daybook.gateway.fix.session;

import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.tls.TlsSettings;
import java.net.InetAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the FIX door.
 *
 * @param address the address to listen on; a file may name an address other than loopback only with TLS
 * @param port the port to listen on; 0 for a free one
 * @param tls the files of TLS; null for none
 * @param limits the limits of connections
 * @param lossOnPowerFailure whether the exchange may answer before it is forced
 */
public record FixSettings(
        InetAddress address, int port, @Nullable TlsSettings tls, SessionLimits limits, boolean lossOnPowerFailure) {
    private static final int MAX_PORT = 65_535;

    /** Checks everything that can be checked without files. */
    public FixSettings {
        Objects.requireNonNull(limits, "limits");
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("port must be from 0 to " + MAX_PORT + ": port=" + port);
        }
    }
}
