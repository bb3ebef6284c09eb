package io.daybook.server.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.host.SimulatedClock;
import io.daybook.sessions.member.Account;
import io.daybook.sessions.member.AddressRange;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Proves("signatures, tokens and their time windows are checked as documented")
class AuthenticatorTest {
    private static final byte[] BODY = "{}".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    private final SimulatedClock clock = new SimulatedClock(1_000_000);
    private Authenticator authenticator;

    /** Sends requests with keys that need no master key. */
    private Asking others = () -> {
        throw new IllegalStateException("this test has no keys that need no master key");
    };

    @BeforeEach
    void open() {
        authenticator = new Authenticator(KeyStore.open(folder, null, true), clock);
    }

    @AfterEach
    void close() {
        authenticator.close();
    }

    private KeyStore.Fresh add(final KeyKind kind, final @Nullable String publicKey) {
        return authenticator.add(
                "bot",
                kind,
                EnumSet.of(Role.TRADER),
                List.of(new Account("A=1", 301)),
                List.of(AddressRange.parse("127.0.0.0/8")),
                clock.epochMillis() + 60_000,
                publicKey);
    }

    private Caller signed(final ApiKey key, final long time, final String sign, final String address) throws Exception {
        return authenticator.caller(new Credentials(
                null, key.id(), Long.toString(time), sign, "POST", "/v1/x?a=1", BODY, InetAddress.getByName(address)));
    }

    private static String text(final long time) {
        return Signatures.text(Long.toString(time), "POST", "/v1/x?a=1", BODY);
    }

    @Test
    void shouldTakeAnHmacKeyInItsTimeFromItsAddressesOnly() throws Exception {
        final KeyStore.Fresh fresh = add(KeyKind.HMAC, null);
        final byte[] secret = Base64.getUrlDecoder().decode(Objects.requireNonNull(fresh.secret()));
        final long now = clock.epochMillis();
        final String sign = Signatures.hmac(secret, text(now));
        assertEquals(fresh.key(), signed(fresh.key(), now, sign, "127.0.0.1").key());
        assertReason("key", () -> signed(fresh.key(), now, sign, "10.0.0.1"));
        assertReason("signature", () -> signed(fresh.key(), now + 1, sign, "127.0.0.1"));
        assertReason(
                "time",
                () -> signed(fresh.key(), now - 5_001, Signatures.hmac(secret, text(now - 5_001)), "127.0.0.1"));
        clock.advance(60, TimeUnit.SECONDS);
        final String later = Signatures.hmac(secret, text(clock.epochMillis()));
        assertReason("key", () -> signed(fresh.key(), clock.epochMillis(), later, "127.0.0.1"));
    }

    @Test
    void shouldTakeAnEd25519KeyOfWhichItKeepsThePublicHalf() throws Exception {
        final KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        final String publicKey =
                Base64.getEncoder().encodeToString(pair.getPublic().getEncoded());
        final ApiKey key = add(KeyKind.ED25519, publicKey).key();
        final Signature signing = Signature.getInstance("Ed25519");
        signing.initSign(pair.getPrivate());
        signing.update(text(clock.epochMillis()).getBytes(StandardCharsets.UTF_8));
        final String sign = Base64.getEncoder().encodeToString(signing.sign());
        assertEquals(key, signed(key, clock.epochMillis(), sign, "127.0.0.1").key());
        assertEquals(
                signed(key, clock.epochMillis(), sign, "127.0.0.1"),
                signed(key, clock.epochMillis(), sign.replace("=", ""), "127.0.0.1"),
                "another spelling of a signature must be the same request");
        assertReason(
                "signature", () -> signed(key, clock.epochMillis(), sign.replace(sign.charAt(3), '!'), "127.0.0.1"));
        assertThrows(IllegalArgumentException.class, () -> add(KeyKind.ED25519, "AAAA"));
        assertThrows(IllegalArgumentException.class, () -> add(KeyKind.ED25519, null));
    }

    @Test
    void shouldSayTheSameOfAKeyThatIsThereAndOneThatIsNot() throws Exception {
        final ApiKey hmac = add(KeyKind.HMAC, null).key();
        final String hexadecimal = "0".repeat(64);
        final KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        final Signature signing = Signature.getInstance("Ed25519");
        signing.initSign(pair.getPrivate());
        signing.update(text(clock.epochMillis()).getBytes(StandardCharsets.UTF_8));
        final String base64 = Base64.getEncoder().encodeToString(signing.sign());
        for (final String sign : List.of(hexadecimal, base64, "", "x".repeat(5_000))) {
            for (final String id : List.of(hmac.id(), "k1", "")) {
                assertReason(
                        "signature",
                        () -> authenticator.caller(new Credentials(
                                null,
                                id,
                                Long.toString(clock.epochMillis()),
                                sign,
                                "POST",
                                "/v1/x?a=1",
                                BODY,
                                InetAddress.getLoopbackAddress())));
            }
        }
    }

    @Test
    void shouldEndAKeyAtOnceAndGiveItsNumberToNobody() throws Exception {
        final KeyStore.Fresh first = add(KeyKind.BEARER, null);
        final Credentials token = new Credentials(
                "Bearer " + first.secret(), null, null, null, "GET", "/", BODY, InetAddress.getLoopbackAddress());
        assertEquals(301, authenticator.caller(token).accounts().get(0).uid());
        assertTrue(authenticator.end(first.key().number()));
        assertFalse(authenticator.end(first.key().number()));
        assertReason("token", () -> authenticator.caller(token));
        assertEquals(first.key().number() + 1, add(KeyKind.BEARER, null).key().number());
    }

    @Test
    void shouldHearOfWhatAnotherProcessDoes() {
        assertFalse(authenticator.refresh());
        try (KeyStore other = KeyStore.open(folder, null, false)) {
            other.add("other", KeyKind.BEARER, EnumSet.of(Role.VIEWER), List.of(), List.of(), 0, null);
        }
        assertTrue(authenticator.refresh());
        assertEquals(2, authenticator.list().size());
    }

    @Test
    void shouldGoOnWithoutTheMasterKeyForAllButHmacKeys() throws Exception {
        final KeyStore.Fresh hmac = add(KeyKind.HMAC, null);
        final KeyStore.Fresh bearer = add(KeyKind.BEARER, null);
        final ApiKey person = add(KeyKind.PASSWORD, "blue whale, 17 knots").key();
        final KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        final ApiKey ed25519 = add(
                        KeyKind.ED25519,
                        Base64.getEncoder().encodeToString(pair.getPublic().getEncoded()))
                .key();
        final Signature signing = Signature.getInstance("Ed25519");
        signing.initSign(pair.getPrivate());
        signing.update(text(clock.epochMillis()).getBytes(StandardCharsets.UTF_8));
        final String sign = Base64.getEncoder().encodeToString(signing.sign());
        others = () -> {
            assertEquals(
                    ed25519,
                    signed(ed25519, clock.epochMillis(), sign, "127.0.0.1").key());
            return authenticator
                    .person(person.name(), "blue whale, 17 knots", InetAddress.getLoopbackAddress())
                    .caller();
        };
        authenticator.close();
        final Path master = folder.resolve("master.key");
        final String right = Files.readString(master);
        Files.writeString(master, Base64.getEncoder().encodeToString(new byte[32]));
        requireBearerAlone(hmac, bearer, "the master key does not belong to identity.db");
        Files.writeString(master, "?");
        requireBearerAlone(hmac, bearer, "the master key is not base64");
        Files.writeString(master, right);
        Files.setPosixFilePermissions(master, PosixFilePermissions.fromString("rw-r--r--"));
        requireBearerAlone(hmac, bearer, "others may read it");
        Files.delete(master);
        requireBearerAlone(hmac, bearer, "the master key cannot be read");
        assertFalse(Files.exists(master), "a new master key would take the place of the right one");

        try (KeyStore keys = KeyStore.open(folder, null, false)) {
            assertTrue(keys.end(hmac.key().number()));
        }
        authenticator = new Authenticator(KeyStore.open(folder, null, false), clock);
        requireBearer(bearer);
        requireHmac(add(KeyKind.HMAC, null)); // under a new master key
        authenticator.close();
        authenticator = new Authenticator(KeyStore.open(folder, null, false), clock);
        requireBearer(bearer);
    }

    private void requireBearerAlone(final KeyStore.Fresh hmac, final KeyStore.Fresh bearer, final String why)
            throws Exception {
        KeyStore.check(folder);
        final KeyStore keys = KeyStore.open(folder, null, true);
        final String note = String.valueOf(keys.note());
        assertTrue(note.contains(why) && note.contains(hmac.key().id()), note);
        assertFalse(note.contains(bearer.key().id()), note);
        try (Authenticator asked = new Authenticator(keys, clock)) {
            authenticator = asked;
            assertEquals(5, asked.list().size());
            requireBearer(bearer);
            assertEquals(301, others.ask().accounts().get(0).uid());
            assertThrows(NotAuthenticException.class, () -> requireHmac(hmac));
            final IllegalArgumentException none =
                    assertThrows(IllegalArgumentException.class, () -> add(KeyKind.HMAC, null));
            assertTrue(String.valueOf(none.getMessage()).contains(why), none.getMessage());
        }
    }

    private void requireBearer(final KeyStore.Fresh bearer) throws Exception {
        assertTrue(authenticator
                .caller(new Credentials(
                        "Bearer " + bearer.secret(),
                        null,
                        null,
                        null,
                        "GET",
                        "/",
                        BODY,
                        InetAddress.getLoopbackAddress()))
                .roles()
                .contains(Role.TRADER));
    }

    private void requireHmac(final KeyStore.Fresh hmac) throws Exception {
        final byte[] secret = Base64.getUrlDecoder().decode(Objects.requireNonNull(hmac.secret()));
        final long now = clock.epochMillis();
        final Caller unused = signed(hmac.key(), now, Signatures.hmac(secret, text(now)), "127.0.0.1");
    }

    @Test
    void shouldRefuseKeysThatAreLost() throws Exception {
        authenticator.close();
        KeyStore.open(folder, null, true).close();
        Files.write(folder.resolve(KeyStore.FILE), new byte[] {1, 2, 3});
        assertOpenRefused("the keys cannot be read");
        Files.delete(folder.resolve(KeyStore.FILE));
        assertOpenRefused("the keys are lost");
        authenticator = new Authenticator(KeyStore.open(folder.resolve("other"), null, true), clock);
    }

    @Test
    void shouldKeepItsFilesForItsOwnerAlone() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(folder.resolve(KeyStore.FILE), PosixFilePermissions.fromString("rw-r--r--"));
        KeyStore.open(folder, null, false).close();
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
        for (final String name : List.of(KeyStore.FILE, KeyStore.ADMIN_TOKEN, "master.key")) {
            assertEquals(
                    "rw-------",
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))),
                    name);
        }
    }

    @Test
    void shouldBeginAgainWhereTheFirstStartWasCutOff(@TempDir final Path cut) throws Exception {
        // The master key is there, the token waits for its name, and the tables were never committed.
        KeyStore.open(cut, null, true).close();
        Files.write(cut.resolve(KeyStore.FILE), new byte[0]);
        Files.move(cut.resolve(KeyStore.ADMIN_TOKEN), cut.resolve(KeyStore.ADMIN_TOKEN + ".new"));
        final String before = Files.readString(cut.resolve(KeyStore.ADMIN_TOKEN + ".new"));
        KeyStore.check(cut);
        try (KeyStore again = KeyStore.open(cut, null, true)) {
            assertTrue(again.isNew());
            assertEquals(1, again.list().size());
        }
        final String token = Files.readString(cut.resolve(KeyStore.ADMIN_TOKEN));
        assertFalse(token.equals(before));
        assertFalse(Files.exists(cut.resolve(KeyStore.ADMIN_TOKEN + ".new")));
        assertAdmin(cut, token);
    }

    @Test
    void shouldGoOnWhereTheFirstStartWasCutOffBehindItsTables(@TempDir final Path cut) throws Exception {
        KeyStore.open(cut, null, true).close();
        Files.move(cut.resolve(KeyStore.ADMIN_TOKEN), cut.resolve(KeyStore.ADMIN_TOKEN + ".new"));
        try (KeyStore again = KeyStore.open(cut, null, false)) {
            assertFalse(again.isNew());
        }
        assertAdmin(cut, Files.readString(cut.resolve(KeyStore.ADMIN_TOKEN)));
    }

    @Test
    void shouldNotOpenAnEmptyFileOfKeysToWhoeverComesFirst() throws Exception {
        authenticator.close();
        Files.write(folder.resolve(KeyStore.FILE), new byte[0]);
        assertOpenRefused("the keys are lost");
        authenticator = new Authenticator(KeyStore.open(folder.resolve("other"), null, true), clock);
    }

    private void assertAdmin(final Path of, final String token) throws Exception {
        try (Authenticator asked = new Authenticator(KeyStore.open(of, null, false), clock)) {
            assertEquals(
                    Set.of(Role.ADMIN),
                    asked.caller(new Credentials(
                                    "Bearer " + token.trim(),
                                    null,
                                    null,
                                    null,
                                    "GET",
                                    "/",
                                    BODY,
                                    InetAddress.getLoopbackAddress()))
                            .roles());
        }
    }

    private void assertOpenRefused(final String reason) {
        final IdentityException refused =
                assertThrows(IdentityException.class, () -> KeyStore.open(folder, null, true));
        assertTrue(String.valueOf(refused.getMessage()).contains(reason), refused.getMessage());
    }

    private interface Asking {
        Caller ask() throws Exception;
    }

    private static void assertReason(final String reason, final Asking asking) {
        assertEquals(
                reason, assertThrows(NotAuthenticException.class, asking::ask).reason());
    }
}
