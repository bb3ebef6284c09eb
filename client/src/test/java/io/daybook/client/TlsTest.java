package io.daybook.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.wire.OrderNumbers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Proves("the Java client survives wrong use and torn files, speaks TLS and allocates nothing")
@Tag("whole")
@Timeout(300)
final class TlsTest {
    private static final char[] PASSWORD = "of-a-test".toCharArray();

    private static final int SHORT_MS = 1_000;
    private static final int LONG_MS = 16_000;

    @TempDir
    private static Path folder;

    private static SSLContext trusted;
    private static SSLContext other;

    private final RecordingListener heard = new RecordingListener();

    @BeforeAll
    static void makeCertificates() throws Exception {
        trusted = context("trusted");
        other = context("other");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void shouldTradeUnderTls(final String protocol) throws Exception {
        final SSLContext context = context("trusted");
        context.getServerSessionContext().setSessionCacheSize(1);
        try (TestVenue venue = new TestVenue(new OneProtocol(context.getServerSocketFactory(), protocol));
                DaybookClient client = connect(venue, "localhost", context, LONG_MS)) {
            heard.expect("welcome 0 next 1");
            final OrderHandle order = new OrderHandle();
            for (int i = 1; i <= 300; i++) {
                assertEquals(OrderNumbers.cookie(17, i), client.place(order, 301, 7, Side.BID, OrderType.GTC, 100, 4));
            }
            for (int i = 1; i <= 300; i++) {
                heard.expect("answer " + i + ": request " + i + " code 0");
            }
            venue.drop();
            heard.expect("disconnected");
            heard.expect("welcome 300 next 301");
        }
    }

    @Test
    void shouldRefuseACertificateThatIsNotTrusted() throws Exception {
        try (TestVenue venue = new TestVenue(trusted.getServerSocketFactory())) {
            final IOException e = refusal(venue, "localhost", other);
            assertTrue(e.getMessage().contains("certification path"), e.getMessage());
        }
    }

    @Test
    void shouldRefuseACertificateOfAnotherName() throws Exception {
        try (TestVenue venue = new TestVenue(trusted.getServerSocketFactory())) {
            final IOException e = refusal(venue, "127.0.0.1", trusted);
            assertTrue(e.getMessage().contains("127.0.0.1"), e.getMessage());
        }
    }

    /**
     * Returns why no attempt succeeds: the client tries until its time is over, and a slow machine needs more for the
     * first one.
     */
    private IOException refusal(final TestVenue venue, final String host, final SSLContext context) {
        for (int timeoutMs = SHORT_MS; ; timeoutMs *= 2) {
            final int most = timeoutMs;
            final IOException e = assertThrows(IOException.class, () -> connect(venue, host, context, most));
            if (!e.getMessage().endsWith("last: ") || timeoutMs >= LONG_MS) {
                return e;
            }
        }
    }

    private DaybookClient connect(
            final TestVenue venue, final String host, final SSLContext context, final int timeoutMs)
            throws IOException {
        return DaybookClient.builder()
                .address(host, venue.port())
                .session(17, "secret")
                .heartbeatMs(TestVenue.HEARTBEAT_MS)
                .tls(context)
                .nextOut(1)
                .connectTimeoutMs(timeoutMs)
                .listener(heard)
                .connect();
    }

    /**
     * Creates a context with a self-signed certificate for localhost, made by the JDK's keytool, which it also trusts.
     */
    private static SSLContext context(final String name)
            throws IOException, GeneralSecurityException, InterruptedException {
        final Path path = folder.resolve(name + ".p12");
        if (!Files.exists(path)) {
            final Process keytool = new ProcessBuilder(List.of(
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
                            "SAN=dns:localhost",
                            "-validity",
                            "2",
                            "-storetype",
                            "PKCS12",
                            "-keystore",
                            path.toString(),
                            "-storepass",
                            new String(PASSWORD)))
                    .redirectErrorStream(true)
                    .start();
            final String output =
                    new String(keytool.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            assertEquals(0, keytool.waitFor(), output);
        }
        final KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(path)) {
            store.load(in, PASSWORD);
        }
        final KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry(name, store.getCertificate(name));
        final KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        final TrustManagerFactory trusts = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusts.init(trust);
        final SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trusts.getTrustManagers(), null);
        return context;
    }
}
