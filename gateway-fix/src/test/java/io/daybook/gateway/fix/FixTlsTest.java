package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.sessions.audit.AuditEvent;
import io.daybook.sessions.tls.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import quickfix.MemoryStoreFactory;
import quickfix.Message;

/**
 * Tests the door with TLS: with the PEM files that an operator names, and with clients that have their own key stores.
 */
@Proves("stock FIX clients trade, with TLS too, and see lists and reports")
@Tag("whole")
@Timeout(300)
final class FixTlsTest {
    private static final String PASSWORD = "of-a-test";
    private static final String VENUE = "venue";
    private static final String MEMBER = "member";
    private static final String OTHER = "other";

    @TempDir
    private static Path certificates;

    @TempDir
    private Path folder;

    private @Nullable FixVenue venue;

    @BeforeAll
    static void makeCertificates() throws Exception {
        for (final String name : List.of(VENUE, MEMBER, OTHER)) {
            makeCertificate(name);
        }
    }

    @AfterEach
    void close() {
        if (venue != null) {
            venue.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void shouldTradeUnderTls(final String protocol) throws Exception {
        start(null);
        try (StockInitiator client = connect(Map.of("EnabledProtocols", protocol))) {
            client.loggedOn();
            client.send(order("t1"));
            final Message report = client.receive();
            assertEquals("8", StockInitiator.type(report));
            assertEquals("0", report.getString(150));
            assertEquals("t1", report.getString(11));
        }
    }

    @Test
    void shouldNotBeTrustedWithoutItsAuthority() throws Exception {
        final FixVenue own = start(null);
        final SSLException e = assertThrows(SSLException.class, () -> logon(own, OTHER, null));
        assertTrue(String.valueOf(e.getMessage()).contains("certification path"), e.getMessage());
        assertNobodyCameIn(own);
    }

    @Test
    void shouldNotSpeakInTheClear() throws Exception {
        final FixVenue own = start(null);
        try (RawFix client = own.logon(17)) {
            assertFalse(String.valueOf(client.receive()).contains("35=A"));
        }
        assertNobodyCameIn(own);
    }

    @Test
    void shouldAskClientsForACertificateOfTheAuthority() throws Exception {
        final FixVenue own = start(pem(MEMBER));
        assertTurnedAway(own, null);
        assertTurnedAway(own, OTHER);
        assertNobodyCameIn(own);
        try (StockInitiator client = connect(Map.of(
                "SocketKeyStore",
                store(MEMBER).toString(),
                "SocketKeyStorePassword",
                PASSWORD,
                "KeyStoreType",
                "PKCS12"))) {
            client.loggedOn();
            client.send(order("m1"));
            assertEquals("0", client.receive().getString(150));
        }
    }

    private FixVenue start(final @Nullable Path authorities) {
        final FixVenue started = new FixVenue(
                folder.resolve("venue"), new TlsSettings(pem(VENUE), key(VENUE), authorities), FixVenue.trader(17, 1));
        venue = started;
        return started;
    }

    /** A stock client that trusts the venue. */
    private StockInitiator connect(final Map<String, String> more) throws Exception {
        final Map<String, String> settings = new HashMap<>(Map.of(
                "SocketUseSSL", "Y",
                "SocketTrustStore", trustStore(VENUE).toString(),
                "SocketTrustStorePassword", PASSWORD,
                "TrustStoreType", "PKCS12",
                "EndpointIdentificationAlgorithm", "HTTPS"));
        settings.putAll(more);
        return new StockInitiator(
                venue.port(), "S17", 17, FixVenue.SECRET.text(), folder, new MemoryStoreFactory(), settings);
    }

    private static Message order(final String id) {
        final Message order = new Message();
        order.getHeader().setString(35, "D");
        order.setString(11, id);
        order.setString(55, "BTC-EUR");
        order.setChar(54, '1');
        order.setUtcTimeStamp(60, LocalDateTime.now(ZoneOffset.UTC));
        order.setString(38, "0.012");
        order.setChar(40, '2');
        order.setString(44, "154000");
        return order;
    }

    /** The venue's answer to the logon of a client that trusts a certificate and may present one. */
    private static @Nullable String logon(final FixVenue own, final String trusted, final @Nullable String shown)
            throws Exception {
        final SSLSocket socket = (SSLSocket)
                context(trusted, shown).getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), own.port());
        try (RawFix client = new RawFix(socket, "S17", "DAYBOOK")) {
            client.send("35=A|98=0|108=30|553=17|554=" + FixVenue.SECRET.text());
            return client.receive();
        }
    }

    /** Asserts that the venue refuses a client, by an alert or, with TLS 1.3, perhaps by the end of the connection. */
    private static void assertTurnedAway(final FixVenue own, final @Nullable String shown) throws Exception {
        try {
            assertNull(logon(own, VENUE, shown));
        } catch (final IOException e) {
            assertFalse(e instanceof SocketTimeoutException, () -> "the client was not disconnected: " + e);
        }
    }

    private static void assertNobodyCameIn(final FixVenue own) {
        assertTrue(own.audited.stream().noneMatch(AuditEvent.LoggedIn.class::isInstance), own.audited::toString);
    }

    private static SSLContext context(final String trusted, final @Nullable String shown)
            throws IOException, GeneralSecurityException {
        final TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(load(trustStore(trusted)));
        KeyManager[] keys = null;
        if (shown != null) {
            final KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(load(store(shown)), PASSWORD.toCharArray());
            keys = factory.getKeyManagers();
        }
        final SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trust.getTrustManagers(), null);
        return context;
    }

    private static Path store(final String name) {
        return certificates.resolve(name + ".p12");
    }

    private static Path trustStore(final String name) {
        return certificates.resolve(name + "-trust.p12");
    }

    private static Path pem(final String name) {
        return certificates.resolve(name + ".pem");
    }

    private static Path key(final String name) {
        return certificates.resolve(name + ".key");
    }

    private static KeyStore load(final Path path) throws IOException, GeneralSecurityException {
        final KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(path)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    /** Makes a self-signed certificate for this machine with the JDK's keytool, as key stores and as PEM files. */
    private static void makeCertificate(final String name) throws Exception {
        final Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-J-XX:TieredStopAtLevel=1",
                        "-genkeypair",
                        "-alias",
                        name,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "SAN=ip:127.0.0.1,dns:localhost",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store(name).toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        final String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, keytool.waitFor(), output);
        final KeyStore made = load(store(name));
        writePem(pem(name), "CERTIFICATE", made.getCertificate(name).getEncoded());
        writePem(
                key(name),
                "PRIVATE KEY",
                made.getKey(name, PASSWORD.toCharArray()).getEncoded());
        final KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry(name, made.getCertificate(name));
        try (OutputStream out = Files.newOutputStream(trustStore(name))) {
            trust.store(out, PASSWORD.toCharArray());
        }
    }

    private static void writePem(final Path path, final String what, final byte[] content) throws IOException {
        final String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        Files.writeString(path, "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n");
    }
}
