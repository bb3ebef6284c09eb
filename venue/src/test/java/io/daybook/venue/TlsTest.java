package io.daybook.venue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.config.Inputs;
import io.daybook.host.Proves;
import io.daybook.server.StartException;
import io.daybook.server.config.ServerSections;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP under TLS, with certificates made by the JDK's keytool. */
@Proves("a server speaks TLS, and takes new certificates at a reload")
@Tag("whole")
class TlsTest {
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final int TIME_OUT_MS = 60_000;

    /** The limit of plain text in one record. */
    private static final int RECORD_BYTES = 16_384;

    private static final String[] SETTINGS = {"http.tls.certificate=venue.pem", "http.tls.key=venue.key"};

    @TempDir
    private static Path made;

    /** The certificates of this venue, and of another or a later one. */
    private static KeyStore one;

    private static KeyStore other;

    @TempDir
    private Path folder;

    @BeforeAll
    static void makeCertificates() throws Exception {
        one = make("one");
        other = make("other");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void shouldAnswerUnderTls(final String protocol) throws Exception {
        final SSLContext trusted = put(one);
        try (ServedVenue venue = ServedVenue.start(folder, SETTINGS)) {
            try (SSLSocket socket = connect(trusted, venue.port())) {
                socket.setEnabledProtocols(new String[] {protocol});
                final String said =
                        said(socket, "GET /v1/time HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
                assertTrue(said.startsWith("HTTP/1.1 200 "), said);
                assertEquals(protocol, socket.getSession().getProtocol());
            }
            try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), venue.port())) {
                plain.setSoTimeout(TIME_OUT_MS);
                final String said = said(plain, "GET /v1/time HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertTrue(!said.contains("HTTP/1.1"), said);
            }
            try (SSLSocket stranger = connect(trusting(other), venue.port())) {
                assertThrows(SSLHandshakeException.class, stranger::startHandshake);
            }
        }
    }

    /** A record of TLS is decoded as a whole, so more requests come at once than with one read of a plain socket. */
    @Test
    void shouldAnswerEachOfManyRequestsInOneRecord() throws Exception {
        final String request = "GET /v1/time HTTP/1.1\r\nHost:localhost\r\n\r\n";
        final int requests = RECORD_BYTES / request.length();
        final SSLContext trusted = put(one);
        try (ServedVenue venue = ServedVenue.start(folder, SETTINGS);
                SSLSocket socket = connect(trusted, venue.port())) {
            socket.startHandshake();
            socket.getOutputStream().write(request.repeat(requests).getBytes(StandardCharsets.US_ASCII));
            final String said = said(socket, "GET /v1/no HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            assertEquals(requests + 1, said.split("HTTP/1.1 200 ", -1).length, said);
            assertTrue(said.contains("HTTP/1.1 404 "), "the last request must be answered");
        }
    }

    @Test
    void shouldAskClientsForACertificateOfTheAuthority() throws Exception {
        put(one);
        final String[] settings = {SETTINGS[0], SETTINGS[1], "http.tls.clientCertificates=venue.pem"};
        try (ServedVenue venue = ServedVenue.start(folder, settings)) {
            try (SSLSocket stranger = connect(trusting(one), venue.port())) {
                stranger.setEnabledProtocols(new String[] {"TLSv1.2"}); // so that the handshake itself fails
                assertThrows(IOException.class, stranger::startHandshake);
            }
            try (SSLSocket known = connect(showing(one), venue.port())) {
                final String said =
                        said(known, "GET /v1/time HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
                assertTrue(said.startsWith("HTTP/1.1 200 "), said);
            }
        }
    }

    @Test
    void shouldTakeARenewedCertificateAndKeepTheOldWhereTheNewCannotBeRead() throws Exception {
        final SSLContext first = put(one);
        try (ServedVenue venue = ServedVenue.start(folder, SETTINGS);
                SSLSocket open = connect(first, venue.port())) {
            open.startHandshake();
            final var before = serial(open);
            final Path pem = folder.resolve("venue.pem");
            final Path aside = folder.resolve("venue.aside");
            Files.move(pem, aside);
            Files.writeString(pem, "no certificate");
            final StartException refused = assertThrows(StartException.class, () -> reload(venue));
            assertTrue(String.valueOf(refused.getMessage()).contains("venue.pem"), refused.getMessage());
            try (SSLSocket still = connect(first, venue.port())) {
                still.startHandshake();
                assertEquals(before, serial(still));
            }
            Files.move(aside, pem, StandardCopyOption.REPLACE_EXISTING);

            final SSLContext second = put(other);
            reload(venue);
            try (SSLSocket renewed = connect(second, venue.port())) {
                renewed.startHandshake();
                assertNotEquals(before, serial(renewed));
            }
            final String said = said(open, "GET /v1/time HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            assertTrue(said.startsWith("HTTP/1.1 200 "), said);
        }
    }

    private void reload(final ServedVenue venue) throws Exception {
        venue.server()
                .reload(ServerSections.read(folder.resolve("daybook.toml"), Inputs.of(Map.of(), List.of(SETTINGS))));
    }

    private static Object serial(final SSLSocket socket) throws IOException {
        return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
    }

    private static SSLSocket connect(final SSLContext context, final int port) throws IOException {
        final SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIME_OUT_MS);
        return socket;
    }

    private static String said(final Socket socket, final String request) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    /** Makes a self-signed certificate and its key. */
    private static KeyStore make(final String name) throws Exception {
        final Path store = made.resolve(name + ".p12");
        final Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-J-XX:TieredStopAtLevel=1",
                        "-genkeypair",
                        "-alias",
                        "venue",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=venue",
                        "-ext",
                        "SAN=ip:127.0.0.1",
                        "-keystore",
                        store.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertEquals(0, keytool.waitFor(), "keytool failed");
        return KeyStore.getInstance(store.toFile(), PASSWORD);
    }

    /** Puts a certificate next to the configuration; returns a context that trusts it. */
    private SSLContext put(final KeyStore keys) throws Exception {
        pem("venue.pem", "CERTIFICATE", keys.getCertificate("venue").getEncoded());
        pem("venue.key", "PRIVATE KEY", keys.getKey("venue", PASSWORD).getEncoded());
        return trusting(keys);
    }

    private static SSLContext trusting(final KeyStore keys) throws Exception {
        return context(keys, null);
    }

    private static SSLContext showing(final KeyStore keys) throws Exception {
        final KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        return context(keys, own.getKeyManagers());
    }

    private static SSLContext context(final KeyStore keys, final KeyManager @Nullable [] own) throws Exception {
        final KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("venue", keys.getCertificate("venue"));
        final TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        final SSLContext context = SSLContext.getInstance("TLS");
        context.init(own, trust.getTrustManagers(), null);
        return context;
    }

    private void pem(final String name, final String kind, final byte[] content) throws IOException {
        Files.writeString(
                folder.resolve(name),
                "-----BEGIN " + kind + "-----\n"
                        + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                                .encodeToString(content)
                        + "\n-----END " + kind + "-----\n");
    }
}
