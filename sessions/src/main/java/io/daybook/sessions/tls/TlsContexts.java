package io.daybook.sessions.tls;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;

/** Creates the TLS contexts of a door's sockets from its PEM files: TLS 1.2 and 1.3 with the JDK's engine. */
public final class TlsContexts {
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    private TlsContexts() {}

    /** The versions of TLS that a door supports. */
    public static String[] protocols() {
        return PROTOCOLS.clone();
    }

    /**
     * Creates the context for doors without Netty. The caller sets on each engine whether clients have to present a
     * certificate.
     *
     * @throws IllegalArgumentException if the files do not match
     */
    public static SSLContext jdk(final TlsSettings files) {
        return ((JdkSslContext) netty(files)).context();
    }

    /**
     * Creates the context for doors with Netty. If the settings name authorities, clients have to present a certificate
     * of one of them.
     *
     * @throws IllegalArgumentException if the files do not match
     */
    public static SslContext netty(final TlsSettings files) {
        try {
            final SslContextBuilder builder = SslContextBuilder.forServer(
                            files.certificate().toFile(), files.key().toFile())
                    .sslProvider(SslProvider.JDK)
                    .protocols(PROTOCOLS);
            final Path authorities = files.clientCertificates();
            if (authorities != null) {
                builder.trustManager(authorities.toFile()).clientAuth(ClientAuth.REQUIRE);
            }
            return builder.build();
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "certificate and key must be readable PEM files that belong together: certificate="
                            + files.certificate() + " key=" + files.key() + ": " + e.getMessage(),
                    e);
        }
    }
}
