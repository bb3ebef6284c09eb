package io.daybook.server.config;

import io.daybook.sessions.member.AddressRange;
import io.daybook.sessions.tls.TlsSettings;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the HTTP door.
 *
 * @param address the address to listen on; it must be a loopback address unless there is TLS or a proxy in front
 * @param port the port to listen on; 0 for a free one
 * @param hosts the names that requests may have in Host, besides localhost
 * @param corsOrigins the origins of other servers whose pages may send requests: scheme, host and port, as browsers
 *     write them
 * @param tls null for none
 * @param behindProxy whether a proxy on this machine or network has ended TLS
 * @param proxies the addresses of proxies whose X-Forwarded-For is trusted, if there is one in front
 * @param publicData whether market data needs no key
 * @param offer the optional services
 * @param orderTimeoutMs the longest time that a request waits for its result
 * @param connections the largest number of open connections
 * @param connectionsPerAddress the largest number of open connections from one address, except this machine's
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

    /** Copies the lists. */
    public HttpSettings {
        hosts = List.copyOf(hosts);
        corsOrigins = List.copyOf(corsOrigins);
        proxies = List.copyOf(proxies);
    }

    /** Returns whether browsers use TLS, which this server or a proxy ends. */
    public boolean isSecure() {
        return tls != null || behindProxy;
    }

    /** These settings with other hosts and origins. */
    public HttpSettings withPagesOf(final HttpSettings other) {
        return with(address, other.hosts, other.corsOrigins);
    }

    /** These settings with another address, and further names that requests may have in Host. */
    public HttpSettings at(final InetAddress other, final List<String> names) {
        return with(other, Stream.concat(hosts.stream(), names.stream()).toList(), corsOrigins);
    }

    private HttpSettings with(final InetAddress listening, final List<String> names, final List<String> origins) {
        return new HttpSettings(
                listening,
                port,
                names,
                origins,
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
