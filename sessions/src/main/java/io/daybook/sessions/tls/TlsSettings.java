package io.daybook.sessions.tls;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * TLS 1.2 and 1.3 with the JDK's engine.
 *
 * @param certificate the server's certificate chain, PEM
 * @param key its private key, PEM, PKCS#8 without a password
 * @param clientCertificates the authorities of clients' certificates, PEM; null if clients need none
 */
public record TlsSettings(
        Path certificate, Path key, @Nullable Path clientCertificates) {}
