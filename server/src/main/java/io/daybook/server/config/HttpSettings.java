package io.daybook.server.config;

import io.daybook.sessions.member.AddressRange;
import io.daybook.sessions.tls.TlsSettings;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the HTTP door.
 *
 * @param address to listen on; any but a loopback address needs TLS or a proxy in front
 * @param port to listen on; 0 for a free one
 * @param hosts names that requests may have in Host, besides localhost
 * @param corsOrigins of pages of other servers that may ask here: scheme, host and port, as browsers write them
 * @param tls null for none
 * @param behindProxy whether a proxy on this machine or network has ended TLS
 * @param proxies the addresses of proxies whose X-Forwarded-For is trusted, if there is one in front
 * @param publicData whether market data needs no key
 * @param offer the optional services
 * @param orderTimeoutMs the longest time that a request waits for its result
 * @param connections the most open connections
 * @param connectionsPerAddress the most of one address, except this machine's
 */
public record HttpSettings(
        InetAddress address,
        int port,
        List<String> hosts,
        List<String> corsOrigins,
        @Nullable TlsSettings tls,
        boolean behindProxy,
        List<AddressRange> proxies,
        boolean publicData,
        Offer offer,
        int orderTimeoutMs,
        int connections,
        int connectionsPerAddress) {

    /** Checks that strangers need TLS, and copies the lists. */
    public HttpSettings {
        hosts = List.copyOf(hosts);
        corsOrigins = List.copyOf(corsOrigins);
        proxies = List.copyOf(proxies);
        if (!address.isLoopbackAddress() && tls == null && !behindProxy) {
            throw new IllegalArgumentException("\"" + address.getHostAddress()
                    + "\" needs TLS. Set http.tls.certificate and http.tls.key, or http.behindProxy");
        }
    }

    /** Whether browsers use TLS, which this server or a proxy ends. */
    public boolean isSecure() {
        return tls != null || behindProxy;
    }

    /** These settings with other hosts and origins. */
    public HttpSettings withPagesOf(final HttpSettings other) {
        return new HttpSettings(
                address,
                port,
                other.hosts,
                other.corsOrigins,
                tls,
                behindProxy,
                proxies,
                publicData,
                offer,
                orderTimeoutMs,
                connections,
                connectionsPerAddress);
    }
}
