package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.ClientException;
import io.daybook.host.Proves;
import io.daybook.wire.ByeReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a TCP venue in a process of its own, and tests its files, its signals, TLS, and clients that misbehave. */
@Proves("a TCP venue serves a good member while others misbehave, and survives bad members files")
@Tag("whole")
class GatewayProcessTest {
    private static final int TIME_OUT_MS = 60_000;
    private static final int LOOK_MS = 20;
    private static final int MAX_SLOW = 2_000_000;
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final String TRADES = "\"protocol\":\"tcp\",\"may\":[\"trade\"],";

    private static final String GOOD = "\"session\":17," + TRADES
            + "\"accounts\":{\"A\":301},\"limits\":{\"perSecond\":1000000,\"burst\":1000000}";
    private static final String OTHER = "\"session\":18," + TRADES + "\"accounts\":{\"B\":302}";

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private VenueProcess venue;

    @BeforeEach
    void makeVenue() throws IOException {
        venue = new VenueProcess(folder, seed);
        venue.endow();
    }

    @AfterEach
    void killVenue() throws InterruptedException {
        venue.kill();
    }

    @Test
    void shouldReadTheMembersAgainWholeOrNotAtAll() throws Exception {
        venue.configure("", "", GOOD);
        venue.start();
        assertEquals(ByeReason.LOGIN_REFUSED, refusal(18));
        venue.members(GOOD, OTHER);
        awaitLog("2 sessions are in force");
        login(18);
        Files.writeString(folder.resolve("members.json"), "{\"members\":[{\"name\":\"ALPHA\"}]}");
        venue.signal("HUP");
        // The venue may first read a half-written file, and log another error.
        awaitLog("members.json:1:13 member.sessions: is missing.");
        awaitLog("the earlier settings stay in force");
        Files.delete(folder.resolve("members.json"));
        venue.signal("HUP");
        awaitLog("there is no such file");
        login(17);
        login(18);
        venue.members(GOOD);
        venue.signal("HUP");
        awaitLog("session 18");
        assertTrue(audit().contains("\"event\":\"reloadRefused\""), audit());
        venue.stop();
    }

    @Test
    void shouldEndInOrderAndGoOnWhereItWas() throws Exception {
        venue.configure("", "", GOOD, OTHER);
        venue.start();
        final RawConnection raw = new RawConnection(venue.port());
        raw.login(18, venue.secret(), 60_000); // with this heartbeat only the end of the venue ends the session
        raw.place(1, 10, 302);
        venue.terminate();
        assertEquals(ByeReason.CLOSING, raw.end());
        raw.close();
        assertTrue(venue.ends(TIME_OUT_MS), venue::log);
        venue.start();
        login(18);
        venue.stop();
        assertEquals(
                2,
                audit().lines()
                        .filter(line -> line.contains("\"event\":\"stopped\""))
                        .count());
    }

    @Test
    void shouldSpeakTlsToThoseWhoTrustIt() throws Exception {
        final SSLContext trust = makeCertificate();
        venue.configure("", "[tcp.tls]\ncertificate = \"venue.pem\"\nkey = \"venue.key\"", GOOD, OTHER);
        venue.start();
        try (TradingMember member = new TradingMember(301, seed)) {
            member.connect(venue.client(17).tls(trust));
            assertTrue(member.await(() -> member.answered() > 200, TIME_OUT_MS), member::failure);
            member.stopSending();
            assertTrue(member.await(member::isQuiet, TIME_OUT_MS), member::failure);
        }
        assertThrows(ClientException.class, () -> venue.client(18)
                .connectTimeoutMs(1_500)
                .nextOut(1)
                .listener(new TradingMember(302, seed))
                .connect());
        venue.stop();
    }

    @Test
    void shouldRefuseToListenInTheOpenWithoutTls() throws Exception {
        venue.configure("", "bind = \"0.0.0.0\"", GOOD);
        final var ended = DaybookProcess.run(
                "serve", "--config", folder.resolve("daybook.toml").toString());
        assertEquals(2, ended.status());
        assertTrue(ended.err().contains("tcp.bind: \"0.0.0.0\" needs TLS"), ended.err());
    }

    @Test
    void shouldServeAGoodMemberBesideBadOnes() throws Exception {
        venue.configure(
                "",
                "[tcp.limits]\nloginMs = 5000\nstuckMs = 4000\nunsentBytes = 65536\nfailedLoginsPerMinute = 1000\n"
                        + "connectionsPerAddress = 100",
                GOOD,
                OTHER + ",\"limits\":{\"perSecond\":1000000,\"burst\":1000000}",
                "\"session\":19," + TRADES + "\"accounts\":{\"C\":303},\"limits\":{\"perSecond\":10,\"burst\":10}",
                "\"session\":20," + TRADES + "\"accounts\":{\"C\":303}");
        venue.start();
        final List<RawConnection> bad = new ArrayList<>();
        try (TradingMember member = new TradingMember(301, seed)) {
            member.connect(venue.client(17));
            final RawConnection flooding = new RawConnection(venue.port());
            flooding.login(19, venue.secret(), 60_000);
            flooding.place(1, 500, 303);
            assertEquals(ByeReason.ABUSE, flooding.end());
            final RawConnection silent = new RawConnection(venue.port());
            silent.login(20, venue.secret(), 200);
            assertEquals(ByeReason.SILENT, silent.end());
            final RawConnection halfOpen = new RawConnection(venue.port());
            halfOpen.send(new byte[] {0, 0, 0}, 3);
            assertEquals(ByeReason.NOT_LOGGED_IN, halfOpen.end());
            final SplittableRandom random = new SplittableRandom(seed);
            for (int i = 0; i < 50; i++) {
                final byte[] garbage = new byte[1 + random.nextInt(2_000)];
                for (int j = 0; j < garbage.length; j++) {
                    garbage[j] = (byte) random.nextInt();
                }
                final RawConnection stranger = new RawConnection(venue.port());
                bad.add(stranger);
                stranger.send(garbage, garbage.length);
            }
            final RawConnection slow = new RawConnection(venue.port());
            bad.add(slow);
            slow.login(18, venue.secret(), 60_000);
            for (int request = 1; slow.isTaken(request, 1_000, 302); request += 1_000) {
                assertTrue(request < MAX_SLOW, () -> venue.log() + " seed=" + seed);
            }
            final long before = member.answered();
            assertTrue(
                    member.await(() -> member.answered() > before + 500, TIME_OUT_MS),
                    () -> member.failure() + venue.log());
            assertEquals(1, member.welcomes(), "the good member's connection must never be cut");
            member.stopSending();
            assertTrue(member.await(member::isQuiet, TIME_OUT_MS), member::failure);
            assertNull(member.failure());
        } finally {
            for (final RawConnection each : bad) {
                each.close();
            }
        }
        venue.stop();
        for (final String reason : List.of("ABUSE", "SILENT", "SLOW", "LOGGED_OUT")) {
            assertTrue(audit().contains("\"reason\":\"" + reason + "\""), reason + ":\n" + audit());
        }
        assertFalse(audit().contains(venue.secret()) || venue.log().contains(venue.secret()));
    }

    /** Logs in and disconnects. Repeats the login until the gateway has noticed the end of the last connection. */
    private void login(final int session) throws IOException, InterruptedException {
        final long endNs = System.nanoTime() + TIME_OUT_MS * 1_000_000L;
        boolean isWelcome = false;
        while (!isWelcome) {
            assertTrue(System.nanoTime() < endNs, venue::log);
            try (RawConnection raw = new RawConnection(venue.port())) {
                isWelcome = raw.isWelcome(session, venue.secret(), 1_000);
            }
            assertFalse(venue.ends(LOOK_MS), venue::log);
        }
    }

    private @Nullable ByeReason refusal(final int session) throws IOException {
        try (RawConnection raw = new RawConnection(venue.port())) {
            return raw.refused(session, venue.secret());
        }
    }

    private void awaitLog(final String text) throws InterruptedException {
        final long endNs = System.nanoTime() + TIME_OUT_MS * 1_000_000L;
        while (!venue.log().contains(text)) {
            assertTrue(System.nanoTime() < endNs, () -> "no \"" + text + "\" in " + venue.log());
            assertFalse(venue.ends(LOOK_MS), venue::log);
        }
    }

    private String audit() throws IOException {
        return Files.readString(venue.data().resolve("gateway").resolve("audit.jsonl"));
    }

    /** Makes a certificate for 127.0.0.1 in the folder of the configuration, and a context that trusts it. */
    private SSLContext makeCertificate() throws Exception {
        final Path store = folder.resolve("venue.p12");
        final Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
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
                .start();
        assertEquals(0, keytool.waitFor(), () -> "keytool failed");
        final KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
        final Certificate certificate = keys.getCertificate("venue");
        final Key key = keys.getKey("venue", PASSWORD);
        writePem("venue.pem", "CERTIFICATE", certificate.getEncoded());
        writePem("venue.key", "PRIVATE KEY", key.getEncoded());
        final KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("venue", certificate);
        final TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        final SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private void writePem(final String name, final String kind, final byte[] content) throws IOException {
        Files.writeString(
                folder.resolve(name),
                "-----BEGIN " + kind + "-----\n"
                        + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                                .encodeToString(content)
                        + "\n-----END " + kind + "-----\n");
    }
}
