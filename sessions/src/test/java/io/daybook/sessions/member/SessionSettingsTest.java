package io.daybook.sessions.member;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AckMode;
import io.daybook.api.ExchangeConfig;
import io.daybook.sessions.SessionRules;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionSettingsTest {
    private static final Secret.Fresh SECRET = Secret.make(bytes(7));
    private static final Secret.Fresh OTHER = Secret.make(bytes(8));

    @Test
    void shouldKnowASecretByItsCharacters() {
        final byte[] padded = Arrays.copyOf(SECRET.text().getBytes(StandardCharsets.US_ASCII), 48);
        assertEquals(Secret.TEXT_LENGTH, SECRET.text().length());
        assertTrue(SECRET.kept().matches(padded, 0, 48));
        assertTrue(Secret.parse(SECRET.kept().kept()).matches(padded, 0, 43));
        assertFalse(OTHER.kept().matches(padded, 0, 48));
        assertFalse(SECRET.kept().matches(padded, 0, 42));
        assertFalse(SECRET.kept().matches(padded, 0, 0));
        padded[3] ^= 1;
        assertFalse(SECRET.kept().matches(padded, 0, 48));
    }

    @Test
    void shouldShowNoSecretInTexts() {
        assertFalse((SECRET.toString() + SECRET.kept()).contains(SECRET.text()));
        assertFalse(settings().build().toString().contains(SECRET.kept().hash()));
        final var mistaken = assertThrows(IllegalArgumentException.class, () -> Secret.parse(SECRET.text()));
        assertFalse(mistaken.getMessage().contains(SECRET.text()), mistaken.getMessage());
    }

    @Test
    void shouldAdmitEitherOfTwoSecrets() {
        final SessionSettings both =
                settings().secrets(SECRET.kept(), OTHER.kept()).build();
        for (final Secret.Fresh fresh : List.of(SECRET, OTHER)) {
            final byte[] characters = fresh.text().getBytes(StandardCharsets.US_ASCII);
            assertTrue(both.admits(characters, 0, characters.length));
        }
        assertFalse(both.admits(new byte[48], 0, 48));
        assertRefused("a session must have one or two secrets: 0", settings().secrets());
    }

    @Test
    void shouldSortAccountsAndFindThem() {
        final SessionSettings settings = settings()
                .accounts(new Account("c", 30), new Account("a", 10), new Account("b", 20))
                .build();
        assertEquals(
                List.of(10L, 20L, 30L),
                settings.accounts().stream().map(Account::uid).toList());
        for (long uid = 0; uid < 40; uid++) {
            assertEquals(uid > 0 && uid % 10 == 0, settings.mayActFor(uid), "uid=" + uid);
        }
        assertRefused("accounts must have different users: 1", settings().accounts(account("a", 1), account("b", 1)));
        assertRefused("accounts must have different names: a", settings().accounts(account("a", 1), account("a", 2)));
    }

    @Test
    void shouldRefuseADropCopyThatTrades() {
        assertRefused(
                "a session that gets drop copies must not trade: [TRADE, DROPCOPY]",
                settings().rights(Right.DROPCOPY, Right.TRADE));
        assertTrue(settings().rights(Right.DROPCOPY).build().may(Right.DROPCOPY));
    }

    @Test
    void shouldKeepTheOwnerOfASession() {
        // Journals contain this number: it must never change.
        assertEquals(-5120081380734489490L, settings().build().owner());
        assertNotEquals(
                settings().build().owner(),
                SessionSettings.tcp(18, "ALPHA").secrets(SECRET.kept()).build().owner());
        assertNotEquals(
                settings().build().owner(),
                SessionSettings.tcp(17, "BETA").secrets(SECRET.kept()).build().owner());
    }

    @Test
    void shouldKnowTheAddressesOfARange() throws Exception {
        final String[][] rows = {
            {"10.0.0.0/8", "10.255.1.2", "11.0.0.0"},
            {"10.1.2.3", "10.1.2.3", "10.1.2.2"},
            {"192.168.4.0/22", "192.168.7.255", "192.168.8.0"},
            {"0.0.0.0/0", "200.1.1.1", "::2"},
            {"2001:db8::/33", "2001:db8:7fff::1", "2001:db8:8000::1"},
            {"::1", "::1", "127.0.0.1"},
        };
        for (final String[] row : rows) {
            final AddressRange range = AddressRange.parse(row[0]);
            assertTrue(range.contains(InetAddress.getByName(row[1])), row[0]);
            assertFalse(range.contains(InetAddress.getByName(row[2])), row[0]);
        }
        for (final String bad : List.of(
                "",
                "10.0.0.0/33",
                "10.0.0.1/8",
                "localhost",
                "10.0.0",
                "256.0.0.1",
                "10.0.0.0/",
                "::1/129",
                "::ffff:10.0.0.1",
                "2001:db8::1/32",
                ":::",
                "10.0.0.0/8/8")) {
            assertThrows(IllegalArgumentException.class, () -> AddressRange.parse(bad), bad);
        }
    }

    @Test
    void shouldFindSessionsAmongMembers() {
        final Members members = Members.of(List.of(
                SessionSettings.tcp(20, "BETA").secrets(OTHER.kept()).build(),
                settings().build()));
        assertEquals(
                List.of(17, 20),
                members.sessions().stream().map(SessionSettings::session).toList());
        assertEquals(members.sessions().get(1), members.session(20));
        assertNull(members.session(18));
        final List<SessionSettings> twice =
                List.of(settings().build(), settings().build());
        assertThrows(IllegalArgumentException.class, () -> Members.of(twice));
    }

    private static SessionSettings.Builder settings() {
        return SessionSettings.tcp(17, "ALPHA").accounts(account("A-301", 301)).secrets(SECRET.kept());
    }

    private static Account account(final String name, final long uid) {
        return new Account(name, uid);
    }

    private static void assertRefused(final String message, final SessionSettings.Builder builder) {
        final var refused = assertThrows(IllegalArgumentException.class, builder::build);
        assertEquals(message, refused.getMessage());
    }

    private static byte[] bytes(final int seed) {
        final byte[] bytes = new byte[Secret.RANDOM_BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31 + seed);
        }
        return bytes;
    }

    @Test
    void shouldRefuseAnExchangeOnWhichItsPromisesCannotHold() {
        final Path folder = Path.of("data");
        SessionRules.requireFit(ExchangeConfig.builder().journal(folder).build(), false);
        SessionRules.requireFit(
                ExchangeConfig.builder()
                        .journal(folder)
                        .ackMode(AckMode.AFTER_WRITE)
                        .build(),
                true);
        refuses(
                "resetAllowed must be false",
                ExchangeConfig.builder().journal(folder).resetAllowed(true));
        refuses("journal must be set", ExchangeConfig.builder());
        refuses(
                "ackMode must be AFTER_FORCE",
                ExchangeConfig.builder().journal(folder).ackMode(AckMode.AFTER_WRITE));
    }

    private static void refuses(final String what, final ExchangeConfig.Builder config) {
        final String message = assertThrows(
                        IllegalArgumentException.class, () -> SessionRules.requireFit(config.build(), false))
                .getMessage();
        assertTrue(message.startsWith(what), message);
    }
}
