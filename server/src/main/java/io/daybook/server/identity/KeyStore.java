package io.daybook.server.identity;

import io.daybook.journal.folder.IoFailure;
import io.daybook.sessions.member.Account;
import io.daybook.sessions.member.AddressRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;

/**
 * The keys of a folder, in {@code identity.db} (SQLite). Each change is forced before its method returns. Two processes
 * may have the file open: a server, and {@code daybook key}. Used by one thread at a time.
 */
public final class KeyStore implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KeyStore.class);

    /** The file of keys. */
    public static final String FILE = "identity.db";

    /** The file with the first admin's token. */
    public static final String ADMIN_TOKEN = "admin-token";

    private static final String MASTER_KEY = "master.key";
    private static final int SCHEMA = 1;
    private static final int SECRET_BYTES = 32;
    private static final String CHECK = "check";
    private static final byte[] CHECKED = {'d', 'a', 'y', 'b', 'o', 'o', 'k'};

    private final Connection connection;
    private final MasterKey master;
    private final SecureRandom random;
    private final Passwords passwords;
    private final boolean isNew;

    /**
     * A key that was just made.
     *
     * @param key the key
     * @param secret the secret that its owner gets once: the token, or the HMAC secret in base64url; null for ed25519
     * @param apiKey the name of an HMAC key in the spot dialect: its id, a point, and a proof that opens streams of the
     *     account and cannot sign; null for other kinds
     */
    public record Fresh(
            ApiKey key, @Nullable String secret, @Nullable String apiKey) {
        @Override
        public String toString() {
            return "Fresh[" + key.id() + ", secret not shown]";
        }
    }

    /** A key with the stored form of its secret; never compared. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Kept(ApiKey key, byte[] secret) {
        @Override
        public String toString() {
            return "Kept[" + key.id() + ", secret not shown]";
        }
    }

    private KeyStore(
            final Connection connection,
            final MasterKey master,
            final SecureRandom random,
            final Passwords passwords,
            final boolean isNew) {
        this.connection = connection;
        this.master = master;
        this.random = random;
        this.passwords = passwords;
        this.isNew = isNew;
    }

    /**
     * Opens the store of a folder, or makes one with a first admin key, whose token is in {@value #ADMIN_TOKEN}.
     *
     * @param folder the folder of the server
     * @param masterKeyFile the file of the master key; null for {@code master.key} in the folder
     * @param mayCreate whether the folder may have no store yet; a folder that had a server must have one
     * @throws IdentityException if the store is lost or damaged; a store without its master key has a {@link #note}
     */
    public static KeyStore open(final Path folder, final @Nullable Path masterKeyFile, final boolean mayCreate) {
        return open(folder, masterKeyFile, mayCreate, PasswordCost.STANDARD, new SecureRandom());
    }

    /**
     * Opens the store of a folder, or makes one, with another cost of passwords.
     *
     * @param random draws keys and secrets
     */
    public static KeyStore open(
            final Path folder,
            final @Nullable Path masterKeyFile,
            final boolean mayCreate,
            final PasswordCost cost,
            final SecureRandom random) {
        final Path file = folder.resolve(FILE);
        final Path masterFile = masterKeyFile == null ? folder.resolve(MASTER_KEY) : masterKeyFile;
        final Path token = folder.resolve(ADMIN_TOKEN);
        try {
            if (!Files.exists(file) && (!mayCreate || Files.exists(token))) {
                throw lost(folder);
            }
            OwnFiles.folder(folder);
            OwnFiles.touch(file);
            final Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file, atOnce());
            boolean isOpen = false;
            try {
                try (Statement settings = connection.createStatement()) {
                    settings.execute("PRAGMA busy_timeout=5000");
                    settings.execute("PRAGMA synchronous=FULL");
                }
                final boolean isThere = schema(connection) != 0;
                if (!isThere && (!mayCreate || Files.exists(token))) {
                    throw lost(folder);
                }
                final MasterKey master =
                        isThere ? masterOf(connection, file, masterFile, random) : firstMaster(masterFile, random);
                final KeyStore store = new KeyStore(connection, master, random, new Passwords(random, cost), !isThere);
                if (!isThere) {
                    store.create(token);
                }
                store.finish(token);
                isOpen = true;
                return store;
            } finally {
                if (!isOpen) {
                    connection.close();
                }
            }
        } catch (SQLException e) {
            throw new IdentityException(
                    "the keys cannot be read: " + file + ": " + e.getMessage() + ". Restore the file from a backup", e);
        } catch (IOException e) {
            throw new UncheckedIOException("the keys cannot be stored: " + folder, e);
        }
    }

    /**
     * The settings with which each transaction takes the write lock first: two transactions that read and then write
     * would block each other.
     */
    private static Properties atOnce() {
        final SQLiteConfig config = new SQLiteConfig();
        config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
        return config.toProperties();
    }

    /**
     * Copies a store that may be open, in this process or another.
     *
     * @param to a new file that only its owner may read
     * @throws IOException if the store cannot be read or the copy cannot be written
     */
    public static void copy(final Path from, final Path to) throws IOException {
        OwnFiles.touch(to); // SQLite fills an empty file; a file that it made itself could be read by others
        try (Connection reading = DriverManager.getConnection("jdbc:sqlite:" + from);
                PreparedStatement copy = reading.prepareStatement("VACUUM INTO ?")) {
            copy.setString(1, to.toString());
            final boolean unused = copy.execute();
        } catch (SQLException e) {
            throw new IOException("the keys cannot be copied: " + from + ": " + e.getMessage(), e);
        }
    }

    /**
     * Reads the store of a folder, which may be open elsewhere, without its master key.
     *
     * @throws IdentityException if a server could not read it
     */
    public static void check(final Path folder) {
        final Path file = folder.resolve(FILE);
        try (Connection reading = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            if (schema(reading) != 0) {
                checkSchema(reading, file);
                final List<Kept> unused = rows(reading);
            } else if (Files.exists(folder.resolve(ADMIN_TOKEN))) {
                throw lost(folder);
            }
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private static MasterKey firstMaster(final Path file, final SecureRandom random) {
        if (!Files.exists(file)) {
            return MasterKey.create(file, random);
        }
        final MasterKey master = MasterKey.read(file, random);
        if (master.flaw() != null) {
            throw new IdentityException(master.flaw() + ". Restore the right file, or delete it: no key needs it");
        }
        return master;
    }

    /**
     * The master key of an existing store; an unusable one if the file is lost or has another key. If all HMAC keys
     * have ended, nothing is encrypted with the master key: then the store uses the file that is there, or makes a new
     * one.
     */
    private static MasterKey masterOf(
            final Connection connection, final Path file, final Path masterFile, final SecureRandom random)
            throws SQLException {
        checkSchema(connection, file);
        final boolean isLost = !Files.exists(masterFile);
        final MasterKey found = MasterKey.read(masterFile, random);
        if (found.flaw() == null && opens(connection, file, found)) {
            return found;
        }
        if ((isLost || found.flaw() == null) && hmacRows(connection).isEmpty()) {
            final MasterKey other;
            try {
                other = isLost ? MasterKey.create(masterFile, random) : found;
            } catch (UncheckedIOException e) {
                return found; // the file's folder is missing now: HMAC keys can be made once it is there again
            }
            try (PreparedStatement meta = connection.prepareStatement("UPDATE meta SET value = ? WHERE name = ?")) {
                meta.setBytes(1, other.encrypt(CHECKED, CHECK));
                meta.setString(2, CHECK);
                meta.executeUpdate();
            }
            return other;
        }
        return found.flaw() != null
                ? found
                : MasterKey.unusable(random, "the master key does not belong to identity.db: " + masterFile);
    }

    private static boolean opens(final Connection connection, final Path file, final MasterKey master)
            throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet check = statement.executeQuery("SELECT value FROM meta WHERE name = '" + CHECK + "'")) {
            if (!check.next()) {
                throw new IdentityException(file + " is damaged. Restore the file from a backup");
            }
            return Arrays.equals(CHECKED, master.decrypt(check.getBytes(1), CHECK));
        } catch (IdentityException e) {
            if (e.getCause() == null) {
                throw e;
            }
            return false;
        }
    }

    /** The HMAC keys with their secrets as in the file, including keys that are off, which may be switched on. */
    private static List<Kept> hmacRows(final Connection connection) throws SQLException {
        final Set<Integer> off = off(connection);
        return rows(connection).stream()
                .filter(row -> row.key().kind() == KeyKind.HMAC)
                .filter(row -> !row.key().ended() || off.contains(row.key().number()))
                .toList();
    }

    /** A message about HMAC keys that are not usable, with the reason and the remedy; null if all are usable. */
    public @Nullable String note() {
        try {
            final List<String> ids = hmacRows(connection).stream()
                    .filter(row -> clear(row) == null)
                    .map(row -> row.key().id())
                    .toList();
            return ids.isEmpty()
                    ? null
                    : "keys of the kind hmac cannot be used (" + String.join(", ", ids) + "): " + why()
                            + ". Restore the right file, or, if it is lost, end these keys with: daybook key end";
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /** The reason why the secret of an HMAC key cannot be read. */
    private String why() {
        final String flaw = master.flaw();
        return flaw == null ? "it was encrypted under another master key" : flaw;
    }

    /** The secret of an HMAC key in the clear; null if the master key does not decrypt it. */
    private byte @Nullable [] clear(final Kept row) {
        try {
            return master.decrypt(row.secret(), row.key().id());
        } catch (IdentityException e) {
            return null;
        }
    }

    /** Returns whether this {@link #open} made the store. */
    public boolean isNew() {
        return isNew;
    }

    /** All keys, by ascending number. */
    public List<ApiKey> list() {
        try {
            return rows(connection).stream().map(Kept::key).toList();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /**
     * Makes a key.
     *
     * @param given the owner's part: the public key of an ed25519 key, base64, or the password; null for other kinds
     * @throws IllegalArgumentException with the invalid value
     */
    public Fresh add(
            final String name,
            final KeyKind kind,
            final Set<Role> roles,
            final List<Account> accounts,
            final List<AddressRange> from,
            final long expiresMs,
            final @Nullable String given) {
        return addKept(name, kind, roles, accounts, from, expiresMs, keptOf(kind, given));
    }

    /**
     * Makes the stored form of the owner's part of a key; null for kinds without one. Slow for a password. Any thread
     * may call this method, because it uses nothing of the store.
     *
     * @throws IllegalArgumentException with the invalid value
     */
    byte @Nullable [] keptOf(final KeyKind kind, final @Nullable String given) {
        if ((kind == KeyKind.ED25519 || kind == KeyKind.PASSWORD) == (given == null)) {
            throw new IllegalArgumentException("a public key must be given for an ed25519 key, a password for a key of"
                    + " that kind, and neither for the others: kind=" + kind.text());
        }
        return switch (kind) {
            case ED25519 -> Signatures.ed25519Key(String.valueOf(given));
            case PASSWORD -> passwords.hash(String.valueOf(given));
            case BEARER, HMAC -> null;
        };
    }

    /** Makes a key with the {@link #keptOf stored form} of its secret. */
    Fresh addKept(
            final String name,
            final KeyKind kind,
            final Set<Role> roles,
            final List<Account> accounts,
            final List<AddressRange> from,
            final long expiresMs,
            final byte @Nullable [] kept) {
        try {
            connection.setAutoCommit(false);
            try {
                final Fresh fresh = make(name, kind, roles, accounts, from, expiresMs, kept);
                connection.commit();
                return fresh;
            } finally {
                endTransaction();
            }
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /** Makes a key in the transaction that is open. */
    private Fresh make(
            final String name,
            final KeyKind kind,
            final Set<Role> roles,
            final List<Account> accounts,
            final List<AddressRange> from,
            final long expiresMs,
            final byte @Nullable [] kept)
            throws SQLException {
        final byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        final String text = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        final ApiKey key = new ApiKey(nextNumber(), name, kind, roles, accounts, from, expiresMs, false);
        return switch (kind) {
            case BEARER -> {
                final String token = Authenticator.TOKEN_PREFIX + text;
                insert(key, Authenticator.tokenHash(token));
                yield new Fresh(key, token, null);
            }
            case HMAC -> {
                insert(key, master.encrypt(secret, key.id()));
                yield new Fresh(key, text, key.id() + "." + Signatures.proof(secret));
            }
            case ED25519 -> {
                insert(key, Objects.requireNonNull(kept));
                yield new Fresh(key, null, null);
            }
            case PASSWORD -> {
                requireNewName(name);
                insert(key, Objects.requireNonNull(kept));
                yield new Fresh(key, null, null);
            }
        };
    }

    /**
     * Ends a key for good.
     *
     * @return whether the key was valid until now
     */
    public boolean end(final int number) {
        try (PreparedStatement end =
                connection.prepareStatement("UPDATE key SET ended = 1 WHERE number = ? AND ended <> 1")) {
            end.setInt(1, number);
            return end.executeUpdate() == 1;
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /** The keys that a restore has switched off. */
    public Set<Integer> off() {
        try {
            return off(connection);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private static Set<Integer> off(final Connection connection) throws SQLException {
        final Set<Integer> numbers = new TreeSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT number FROM key WHERE ended = " + KeyChanges.OFF)) {
            while (row.next()) {
                numbers.add(row.getInt(1));
            }
        }
        return numbers;
    }

    /**
     * Switches on a key that a restore has switched off.
     *
     * @return whether the key was off
     * @throws IllegalArgumentException if the key is an HMAC key whose secret the master key does not decrypt
     */
    public boolean on(final int number) {
        try {
            for (final Kept row : hmacRows(connection)) {
                if (row.key().number() == number && row.key().ended() && clear(row) == null) {
                    throw new IllegalArgumentException("the key " + row.key().id() + " stays off, because its secret"
                            + " cannot be read: " + why() + ". Restore the right file, or end the key and make"
                            + " another");
                }
            }
            try (PreparedStatement on = connection.prepareStatement(
                    "UPDATE key SET ended = 0 WHERE number = ? AND ended = " + KeyChanges.OFF)) {
                on.setInt(1, number);
                return on.executeUpdate() == 1;
            }
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /**
     * Changes the password of a key.
     *
     * @return whether there is such a valid key
     * @throws IllegalArgumentException if the password is too short or too long
     */
    public boolean password(final int number, final String password) {
        final byte[] kept = passwords.hash(password);
        try (PreparedStatement change =
                connection.prepareStatement("UPDATE key SET secret = ? WHERE number = ? AND kind = ? AND ended = 0")) {
            change.setBytes(1, kept);
            change.setInt(2, number);
            change.setString(3, KeyKind.PASSWORD.text());
            return change.executeUpdate() == 1;
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /**
     * Changes the password of a key if the key still has the expected password.
     *
     * @param fresh the stored form of the new password
     * @return whether the key had the expected password, and is valid
     */
    boolean password(final Kept before, final byte[] fresh) {
        try (PreparedStatement change = connection.prepareStatement(
                "UPDATE key SET secret = ? WHERE number = ? AND secret = ? AND ended = 0")) {
            change.setBytes(1, fresh);
            change.setInt(2, before.key().number());
            change.setBytes(3, before.secret());
            return change.executeUpdate() == 1;
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /** Computes hashes of passwords. */
    Passwords passwords() {
        return passwords;
    }

    /** Refuses a name that another key with a password has, because people log in by their names. */
    private void requireNewName(final String name) throws SQLException {
        try (PreparedStatement same =
                connection.prepareStatement("SELECT number FROM key WHERE name = ? AND kind = ? AND ended = 0")) {
            same.setString(1, name);
            same.setString(2, KeyKind.PASSWORD.text());
            try (ResultSet found = same.executeQuery()) {
                if (found.next()) {
                    throw new IllegalArgumentException("another key has a password under that name: name=" + name
                            + "; take another name, or end the key k" + found.getInt(1));
                }
            }
        }
    }

    /** A number that changes whenever another process has changed the file. */
    long version() {
        try (Statement statement = connection.createStatement();
                ResultSet version = statement.executeQuery("PRAGMA data_version")) {
            return version.next() ? version.getLong(1) : 0;
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /**
     * The keys with the stored forms of their secrets, HMAC secrets in the clear. Keys that need another master key are
     * left out; {@link #note} names them.
     */
    List<Kept> kept() {
        final List<Kept> keys = new ArrayList<>();
        try {
            for (final Kept row : rows(connection)) {
                final ApiKey key = row.key();
                if (key.kind() != KeyKind.HMAC || key.ended()) {
                    keys.add(row);
                } else {
                    final byte[] clear = clear(row);
                    if (clear != null) {
                        keys.add(new Kept(key, clear));
                    }
                }
            }
        } catch (SQLException e) {
            throw failed(e);
        }
        return keys;
    }

    /** All keys, with their secrets as they are in the file. */
    private static List<Kept> rows(final Connection connection) throws SQLException {
        final List<Kept> keys = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT number, name, kind, roles, accounts, ranges, expires,"
                        + " ended, secret FROM key ORDER BY number")) {
            while (row.next()) {
                keys.add(new Kept(read(row), row.getBytes("secret")));
            }
        } catch (IllegalArgumentException e) {
            throw failed(e);
        }
        return keys;
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /**
     * Makes the tables, the check value and the first key in one transaction. The key's token is forced before, under a
     * temporary name: after a crash, the next start begins again, or continues.
     */
    private void create(final Path token) throws SQLException, IOException {
        connection.setAutoCommit(false);
        try {
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL)");
                statement.execute("CREATE TABLE key (number INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT"
                        + " NULL, roles TEXT NOT NULL, accounts TEXT NOT NULL, ranges TEXT NOT NULL, expires INTEGER"
                        + " NOT NULL, ended INTEGER NOT NULL, secret BLOB NOT NULL)");
                statement.execute("PRAGMA user_version=" + SCHEMA);
            }
            try (PreparedStatement meta = connection.prepareStatement("INSERT INTO meta VALUES (?, ?)")) {
                meta.setString(1, CHECK);
                meta.setBytes(2, master.encrypt(CHECKED, CHECK));
                meta.executeUpdate();
            }
            final Fresh admin = make("admin", KeyKind.BEARER, EnumSet.of(Role.ADMIN), List.of(), List.of(), 0, null);
            OwnFiles.unfinished(token, admin.secret() + "\n");
            connection.commit();
        } finally {
            endTransaction();
        }
    }

    /**
     * Rolls back and ends the transaction. Ignores failures: on a full disk SQLite has already ended the transaction.
     */
    private void endTransaction() {
        try {
            connection.rollback();
        } catch (SQLException e) {
            LOG.debug("there was no transaction to roll back", e);
        }
        try {
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            LOG.debug("there was no transaction to end", e);
        }
    }

    /** Gives the file of the first admin's token its name, because the token has become valid. */
    private void finish(final Path token) throws IOException {
        final Path unfinished = OwnFiles.unfinished(token);
        if (Files.exists(unfinished)) {
            Files.move(unfinished, token, StandardCopyOption.ATOMIC_MOVE);
            OwnFiles.forceFolder(token);
        }
    }

    private static IdentityException lost(final Path folder) {
        return new IdentityException("the keys are lost: there is no " + folder.resolve(FILE)
                + " with keys in it. Restore it from a backup; or, to begin with new keys, delete "
                + folder.resolve(ADMIN_TOKEN) + " and " + folder.resolve(MASTER_KEY) + ", and run: daybook key init");
    }

    /** The version of the schema; 0 for a file without tables. */
    private static int schema(final Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet version = statement.executeQuery("PRAGMA user_version")) {
            return version.next() ? version.getInt(1) : 0;
        }
    }

    private static void checkSchema(final Connection connection, final Path file) throws SQLException {
        final int found = schema(connection);
        if (found != SCHEMA) {
            throw new IdentityException(file + " has the schema " + found + ", and this build reads " + SCHEMA
                    + ": start the build that wrote it, or restore the file from a backup");
        }
    }

    private int nextNumber() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet least = statement.executeQuery("SELECT max(" + ApiKey.FIRST + ", coalesce((SELECT max(number)"
                        + " + 1 FROM key), 0), coalesce((SELECT value FROM meta WHERE name = '" + KeyChanges.NEXT
                        + "'), 0))")) {
            final int number = least.next() ? least.getInt(1) : ApiKey.FIRST;
            if (number > ApiKey.LAST) {
                throw new IllegalArgumentException("the numbers of keys are used up: number=" + number);
            }
            return number;
        }
    }

    private void insert(final ApiKey key, final byte[] secret) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO key VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)")) {
            insert.setInt(1, key.number());
            insert.setString(2, key.name());
            insert.setString(3, key.kind().text());
            insert.setString(4, key.roles().stream().map(Role::text).sorted().collect(Collectors.joining(" ")));
            insert.setString(
                    5,
                    key.accounts().stream()
                            .map(account -> account.name() + "=" + account.uid())
                            .collect(Collectors.joining(" ")));
            insert.setString(6, key.from().stream().map(AddressRange::toString).collect(Collectors.joining(" ")));
            insert.setLong(7, key.expiresMs());
            insert.setBytes(8, secret);
            insert.executeUpdate();
        }
    }

    private static ApiKey read(final ResultSet row) throws SQLException {
        final Set<Role> roles = EnumSet.noneOf(Role.class);
        for (final String text : words(row.getString("roles"))) {
            final Role role = Role.of(text);
            if (role == null) {
                throw new IllegalArgumentException("a role must be known: role=" + text);
            }
            roles.add(role);
        }
        final List<Account> accounts = new ArrayList<>();
        for (final String text : words(row.getString("accounts"))) {
            final int equals = text.lastIndexOf('=');
            accounts.add(new Account(text.substring(0, equals), Long.parseLong(text.substring(equals + 1))));
        }
        final List<AddressRange> from = new ArrayList<>();
        for (final String text : words(row.getString("ranges"))) {
            from.add(AddressRange.parse(text));
        }
        final KeyKind kind = KeyKind.of(row.getString("kind"));
        if (kind == null) {
            throw new IllegalArgumentException("the kind of a key must be known: number=" + row.getInt("number"));
        }
        return new ApiKey(
                row.getInt("number"),
                row.getString("name"),
                kind,
                roles,
                accounts,
                from,
                row.getLong("expires"),
                row.getInt("ended") != 0);
    }

    private static List<String> words(final String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(" "));
    }

    private static IdentityException failed(final Exception cause) {
        final String wayOut = IoFailure.saysNoSpace(cause) ? "Make room on the disk" : "Restore the file from a backup";
        return new IdentityException(FILE + " cannot be used: " + cause.getMessage() + ". " + wayOut, cause);
    }

    /** A hash in hexadecimal, by which a key is found. */
    static String hex(final byte[] hash) {
        return HexFormat.of().formatHex(hash);
    }
}
