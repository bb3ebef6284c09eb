package io.daybook.gateway.tcp;

import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.tls.TlsSettings;
import java.net.InetAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the TCP door.
 *
 * @param address to listen on; a file may name an address other than loopback only with TLS, because logins carry
 *     secrets
 * @param port to listen on; 0 for a free one
 * @param tls the files of TLS; null for none
 * @param limits the limits of connections
 * @param lossOnPowerFailure whether the exchange may answer before a force; WELCOME reports it
 * @param spinMicros the time that the gateway's thread polls for more before it sleeps
 */
public record TcpSettings(
        InetAddress address,
        int port,
        @Nullable TlsSettings tls,
        SessionLimits limits,
        boolean lossOnPowerFailure,
        int spinMicros) {

    /** The default of {@code spinMicros}. */
    public static final int DEFAULT_SPIN_MICROS = 50;

    private static final int MAX_PORT = 65_535;
    private static final int MAX_SPIN_MICROS = 1_000_000;

    /** Checks everything that can be checked without files. */
    public TcpSettings {
        Objects.requireNonNull(limits, "limits");
        if (spinMicros < 0 || spinMicros > MAX_SPIN_MICROS) {
            throw new IllegalArgumentException(
                    "spinMicros must be from 0 to " + MAX_SPIN_MICROS + ": spinMicros=" + spinMicros);
        }
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("port must be from 0 to " + MAX_PORT + ": port=" + port);
        }
    }

    /** Returns these settings with another address. */
    public TcpSettings at(final InetAddress other) {
        return new TcpSettings(other, port, tls, limits, lossOnPowerFailure, spinMicros);
    }
}
