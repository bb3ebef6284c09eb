package io.daybook.server.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.sessions.member.Account;
import io.daybook.sessions.member.AddressRange;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of keys that two processes have open, such as a server and {@code daybook key}. */
class KeyStoreTest {
    private static final int KEYS = 25;
    private static final int MADE_UP = 30;

    @TempDir
    private Path folder;

    private final List<Integer> addedMeanwhile = new ArrayList<>();
    private KeyStore one;
    private KeyStore other;

    @BeforeEach
    void open() {
        one = KeyStore.open(
                folder,
                null,
                true,
                new PasswordCost(
                        64, 1, () -> addedMeanwhile.add(add(other).key().number())),
                new SecureRandom());
        other = KeyStore.open(folder, null, false);
    }

    @AfterEach
    void close() {
        one.close();
        other.close();
    }

    private static KeyStore.Fresh add(final KeyStore store) {
        return store.add("bot", KeyKind.BEARER, EnumSet.of(Role.VIEWER), List.of(), List.of(), 0, null);
    }

    private static KeyStore.Fresh anna(final KeyStore store) {
        return store.add(
                "anna", KeyKind.PASSWORD, EnumSet.of(Role.VIEWER), List.of(), List.of(), 0, "blue whale, 17 knots");
    }

    @Test
    void shouldReckonAtTheStandardCostWhereNoOtherIsSaid() {
        final int number = anna(other).key().number();
        final KeyStore.Kept anna = other.kept().stream()
                .filter(kept -> kept.key().number() == number)
                .findFirst()
                .orElseThrow();
        final String text = new String(anna.secret(), StandardCharsets.US_ASCII);
        assertTrue(text.startsWith("$argon2id$v=19$m=19456,t=2,p=1$"), text);
    }

    /** Hashing a password takes long; a lock on the file meanwhile would keep a server from its keys. */
    @Test
    void shouldReckonWithAPasswordWhileOthersMayWrite() {
        final KeyStore.Fresh anna = anna(one);
        assertEquals(1, addedMeanwhile.size());
        assertEquals(
                addedMeanwhile.get(0) + 1, anna.key().number(), "a key gets its number after its password was hashed");
        assertTrue(one.password(anna.key().number(), "red kite in the rain"));
        assertEquals(2, addedMeanwhile.size());
    }

    @Test
    void shouldMakeEachKeyWhereTwoMakeThemAtOnce() throws Exception {
        final ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            final Set<Integer> numbers = ConcurrentHashMap.newKeySet();
            final CyclicBarrier together = new CyclicBarrier(2);
            final List<Future<Void>> adding = new ArrayList<>();
            for (final KeyStore store : List.of(one, other)) {
                final Callable<Void> work = () -> {
                    for (int i = 0; i < KEYS; i++) {
                        together.await();
                        numbers.add(add(store).key().number());
                    }
                    return null;
                };
                adding.add(threads.submit(work));
            }
            for (final Future<Void> done : adding) {
                done.get();
            }
            assertEquals(2 * KEYS, numbers.size());
        } finally {
            threads.shutdown();
        }
    }

    /** Each kind of key that can be made is read again as it was made. */
    @Test
    void shouldReadEachKeyAsItWasMade() {
        final long seed = Long.getLong("daybook.seed", System.nanoTime());
        final SplittableRandom random = new SplittableRandom(seed);
        final List<ApiKey> made = new ArrayList<>();
        for (int i = 0; i < MADE_UP; i++) {
            final boolean trades = random.nextBoolean();
            final List<Account> accounts = new ArrayList<>();
            for (int account = trades ? 1 + random.nextInt(3) : 0; account > 0; account--) {
                accounts.add(new Account(
                        text(random, '!', '~', 1 + random.nextInt(32)),
                        random.nextBoolean() ? Long.MAX_VALUE : 1 + random.nextInt(9)));
            }
            final List<AddressRange> from = random.nextBoolean()
                    ? List.of()
                    : List.of(
                            AddressRange.parse("0.0.0.0/0"),
                            AddressRange.parse("2001:db8::/32"),
                            AddressRange.parse("::1.2.3.4"),
                            AddressRange.parse("::/0"));
            final KeyKind kind = random.nextBoolean() ? KeyKind.BEARER : KeyKind.HMAC;
            made.add(one.add(
                            text(random, 'A', 'Z', 64),
                            kind,
                            trades ? EnumSet.allOf(Role.class) : EnumSet.of(Role.ADMIN, Role.OPERATOR),
                            accounts,
                            from,
                            random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(2),
                            null)
                    .key());
        }
        KeyStore.check(folder);
        try (KeyStore again = KeyStore.open(folder, null, false)) {
            final List<ApiKey> read = again.list();
            assertEquals(made, read.subList(1, read.size()), () -> "seed=" + seed);
            assertEquals(made.size() + 1, again.kept().size(), () -> "seed=" + seed);
        }
    }

    /** A key that is off may be switched on again, so its secret needs the master key that encrypted it. */
    @Test
    void shouldKeepTheMasterKeyOfKeysThatAreOff() throws Exception {
        final ApiKey bot = off(hmac(one));
        close();
        final Path master = folder.resolve("master.key");
        final String right = Files.readString(master);
        Files.delete(master);
        open();
        assertFalse(Files.exists(master), "a new master key would take the place of the right one");
        final String note = String.valueOf(one.note());
        assertTrue(note.contains(bot.id()) && note.contains("cannot be read"), note);
        final IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> one.on(bot.number()));
        final String why = String.valueOf(refused.getMessage());
        assertTrue(why.contains(bot.id()) && why.contains(master.toString()), why);
        assertEquals(Set.of(bot.number()), one.off());
        close();

        Files.writeString(master, right);
        Files.setPosixFilePermissions(master, PosixFilePermissions.fromString("rw-------"));
        open();
        assertNull(one.note());
        assertTrue(one.on(bot.number()));
        assertEquals(List.of(), List.copyOf(one.off()));
        assertEquals(2, other.kept().size());
    }

    /** Earlier builds gave a store another master key although secrets of keys that were off needed the first. */
    @Test
    void shouldOpenAStoreOfWhichOneSecretCannotBeRead() throws Exception {
        final ApiKey lost = hmac(one);
        final ApiKey off = hmac(one);
        final ApiKey kept = hmac(one);
        sql("UPDATE key SET secret = (SELECT secret FROM key WHERE number = " + kept.number() + ") WHERE number < "
                + kept.number() + " AND kind = 'hmac'"); // secrets are bound to ids, so copies are unreadable
        final ApiKey unused = off(off);
        close();
        open();
        assertEquals(
                List.of(ApiKey.FIRST, off.number(), kept.number()),
                one.kept().stream().map(row -> row.key().number()).toList());
        final String note = String.valueOf(one.note());
        assertTrue(
                note.contains("(" + lost.id() + ", " + off.id() + "): it was encrypted under another master key"),
                note);
        assertThrows(IllegalArgumentException.class, () -> one.on(off.number()));
        assertEquals(Set.of(off.number()), one.off(), "a refused change must commit nothing");
    }

    private static ApiKey hmac(final KeyStore store) {
        return store.add("bot", KeyKind.HMAC, EnumSet.of(Role.VIEWER), List.of(), List.of(), 0, null)
                .key();
    }

    private ApiKey off(final ApiKey key) throws SQLException {
        sql("UPDATE key SET ended = " + KeyChanges.OFF + " WHERE number = " + key.number());
        return key;
    }

    private void sql(final String change) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(KeyStore.FILE));
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(change);
        }
    }

    private static String text(final SplittableRandom random, final char least, final char most, final int length) {
        final StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append((char) random.nextInt(least, most + 1));
        }
        return text.toString();
    }
}
