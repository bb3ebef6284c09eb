package io.daybook.server.identity;

import io.daybook.host.Clock;
import io.daybook.sessions.member.Account;
import io.daybook.sessions.member.AddressRange;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the sender of a request. Any thread: the keys in force are replaced all at once. The form of a signature, not
 * the key, decides which computation is done, so that the time of an answer does not reveal which keys exist, nor their
 * kinds.
 */
public final class Authenticator implements AutoCloseable {
    /** The prefix of a token, by which scanners find tokens that were left in source code. */
    static final String TOKEN_PREFIX = "dbk_";

    private static final String BEARER = "Bearer ";
    private static final long WINDOW_MS = 5_000;
    private static final int MAX_TIME_DIGITS = 15;
    private static final byte[] NO_SECRET = new byte[32];

    private final KeyStore store;
    private final Clock clock;
    private long version;
    private volatile Keys keys = new Keys(Map.of(), Map.of(), Map.of(), Map.of());

    /** The keys in force: keys that sign, by id; tokens, by their hash; passwords, by name; and all keys by id. */
    private record Keys(
            Map<String, KeyStore.Kept> byId,
            Map<String, KeyStore.Kept> byToken,
            Map<String, KeyStore.Kept> byName,
            Map<String, ApiKey> counting) {}

    /**
     * A person whose password was right.
     *
     * @param caller the person as a caller
     * @param mark the mark of that password; the person may have another password by now
     */
    public record Person(Caller caller, String mark) {}

    private Consumer<Set<Long>> accountsHeard = accounts -> {};

    /** Takes over the keys of a store. */
    public Authenticator(final KeyStore store, final Clock clock) {
        this.store = store;
        this.clock = clock;
        read();
    }

    /**
     * Sets the listener that gets the account numbers of all valid keys, now and after each change of keys.
     *
     * @param listener called on any thread; must not call this object
     */
    public synchronized void onAccounts(final Consumer<Set<Long>> listener) {
        accountsHeard = listener;
        tellAccounts();
    }

    /** Reads the keys again if another process has changed them; returns whether they had changed. */
    public synchronized boolean refresh() {
        if (store.version() == version) {
            return false;
        }
        read();
        return true;
    }

    /** All keys. */
    public synchronized List<ApiKey> list() {
        return store.list();
    }

    /** Makes a key, which is valid at once; see {@link KeyStore#add}. Not on an event loop if it has a password. */
    public KeyStore.Fresh add(
            final String name,
            final KeyKind kind,
            final Set<Role> roles,
            final List<Account> accounts,
            final List<AddressRange> from,
            final long expiresMs,
            final @Nullable String given) {
        final byte[] kept = store.keptOf(kind, given); // before the lock, because hashing a password takes long
        synchronized (this) {
            final KeyStore.Fresh fresh = store.addKept(name, kind, roles, accounts, from, expiresMs, kept);
            read();
            return fresh;
        }
    }

    /** Ends a key at once; returns whether it was valid until now. */
    public synchronized boolean end(final int number) {
        final boolean isEnded = store.end(number);
        read();
        return isEnded;
    }

    /** The keys that a restore has switched off. */
    public synchronized Set<Integer> off() {
        return store.off();
    }

    /** Switches on a key that a restore has switched off, at once; returns whether it was off. */
    public synchronized boolean on(final int number) {
        final boolean isOn = store.on(number);
        read();
        return isOn;
    }

    /**
     * Authenticates a request; the caller is anonymous if it has no credentials.
     *
     * @throws NotAuthenticException if the credentials are wrong
     */
    public Caller caller(final Credentials given) throws NotAuthenticException {
        if (!given.areGiven()) {
            return new Caller(null, given.address(), null);
        }
        final String authorization = given.authorization();
        if (authorization != null) {
            return bearer(given, authorization);
        }
        return signed(given);
    }

    /**
     * Authenticates the signer of a text. The signature is an HMAC under the characters of the secret, in hexadecimal,
     * or an Ed25519 signature, in base64. The caller must check that the text is new.
     *
     * @throws NotAuthenticException with the reason {@code signature}, also for an unknown key; or {@code key}, if the
     *     key is not valid
     */
    public Caller signer(final String id, final String text, final String signature, final InetAddress address)
            throws NotAuthenticException {
        final KeyStore.Kept kept = keys.byId.get(id);
        final boolean isRight;
        if (kept == null || kept.key().kind() == KeyKind.HMAC) {
            final byte[] secret = Signatures.shown(kept == null ? NO_SECRET : kept.secret());
            isRight = Signatures.isHmac(secret, text, signature) && kept != null;
        } else {
            isRight = Signatures.isEd25519(kept.secret(), text, signature);
        }
        if (kept == null || !isRight) {
            throw new NotAuthenticException("signature");
        }
        return counted(kept.key(), address, id + "\n" + text);
    }

    /**
     * Authenticates the owner of an HMAC key by the proof of its secret, for requests that are not signed.
     *
     * @throws NotAuthenticException with the reason {@code signature}, also for an unknown key; or {@code key}, if the
     *     key is not valid
     */
    public Caller holder(final String id, final String proof, final InetAddress address) throws NotAuthenticException {
        final KeyStore.Kept kept = keys.byId.get(id);
        final boolean hasSecret = kept != null && kept.key().kind() == KeyKind.HMAC;
        final boolean isRight = Signatures.isProof(kept == null || !hasSecret ? NO_SECRET : kept.secret(), proof);
        if (kept == null || !hasSecret || !isRight) {
            throw new NotAuthenticException("signature");
        }
        return counted(kept.key(), address, null);
    }

    /**
     * Authenticates a name and its password. Takes some 50 ms and 19 MiB, so it is not called on an event loop, and
     * only a few calls run at once.
     *
     * @throws NotAuthenticException with the reason {@code password}, also for an unknown name; or {@code key}, if the
     *     key is not valid
     */
    public Person person(final String name, final String password, final InetAddress address)
            throws NotAuthenticException {
        final KeyStore.Kept kept = keys.byName.get(name);
        final boolean isRight = store.passwords().isRight(kept == null ? null : kept.secret(), password);
        if (kept == null || !isRight) {
            throw new NotAuthenticException("password");
        }
        return new Person(counted(kept.key(), address, null), mark(kept.secret()));
    }

    /**
     * Gives a person another password at once, and ends sessions that began with the old one. Takes as long as a check
     * of a password.
     *
     * @return the person with the mark of the new password; null if the old one is no longer valid
     * @throws IllegalArgumentException if the password is too short or too long
     */
    public @Nullable Person password(final Person person, final String password) {
        final ApiKey key = person.caller().key();
        final KeyStore.Kept kept = key == null ? null : keys.byName.get(key.name());
        if (kept == null || !mark(kept.secret()).equals(person.mark())) {
            return null;
        }
        final byte[] fresh = store.passwords().hash(password);
        synchronized (this) {
            final boolean isChanged = store.password(kept, fresh);
            read();
            return isChanged ? new Person(person.caller(), mark(fresh)) : null;
        }
    }

    /** The mark of a key's password, which changes with the password; empty for other keys. */
    String mark(final ApiKey key) {
        final KeyStore.Kept kept = keys.byName.get(key.name());
        return kept == null || key.kind() != KeyKind.PASSWORD ? "" : mark(kept.secret());
    }

    private static String mark(final byte[] secret) {
        return KeyStore.hex(Signatures.sha256(secret));
    }

    /** Returns whether the key of an admitted caller is still valid, with the same rights; true without a key. */
    public boolean stillCounts(final Caller caller) {
        final ApiKey key = caller.key();
        if (key == null) {
            return true;
        }
        final ApiKey now = keys.counting().get(key.id());
        return now != null && now.equals(key) && now.counts(clock.epochMillis(), caller.address());
    }

    /** The stored form of a token. */
    static byte[] tokenHash(final String token) {
        return Signatures.sha256(token.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public synchronized void close() {
        store.close();
    }

    private Caller bearer(final Credentials given, final String authorization) throws NotAuthenticException {
        if (!authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) { // RFC 9110, 11.1: any case
            throw new NotAuthenticException("scheme");
        }
        final KeyStore.Kept kept = keys.byToken.get(KeyStore.hex(tokenHash(authorization.substring(BEARER.length()))));
        if (kept == null) {
            throw new NotAuthenticException("token");
        }
        return counted(kept.key(), given.address(), null);
    }

    private Caller signed(final Credentials given) throws NotAuthenticException {
        final String id = given.key();
        final String time = given.time();
        final String sign = given.sign();
        if (id == null || time == null || sign == null) {
            throw new NotAuthenticException("headers");
        }
        if (time.length() > MAX_TIME_DIGITS || !time.chars().allMatch(c -> c >= '0' && c <= '9') || time.isEmpty()) {
            throw new NotAuthenticException("time");
        }
        if (Math.abs(clock.epochMillis() - Long.parseLong(time)) > WINDOW_MS) {
            throw new NotAuthenticException("time"); // first: costs nothing, and reveals nothing about the key
        }
        final String text = Signatures.text(time, given.method(), given.target(), given.body());
        final KeyStore.Kept kept = keys.byId.get(id);
        if (kept == null || !isRight(kept, text, sign)) {
            if (kept == null) {
                reckonForNobody(text, sign);
            }
            throw new NotAuthenticException("signature");
        }
        return counted(kept.key(), given.address(), id + "\n" + text);
    }

    private static boolean isRight(final KeyStore.Kept kept, final String text, final String sign) {
        final KeyKind wanted = Signatures.isEd25519Form(sign) ? KeyKind.ED25519 : KeyKind.HMAC;
        if (kept.key().kind() != wanted) {
            reckonForNobody(text, sign);
            return false;
        }
        return wanted == KeyKind.ED25519
                ? Signatures.isEd25519(kept.secret(), text, sign)
                : Signatures.isHmac(kept.secret(), text, sign);
    }

    private static void reckonForNobody(final String text, final String sign) {
        if (Signatures.isEd25519Form(sign)) {
            Signatures.checkEd25519OfNobody(text, sign);
        } else {
            final boolean unused = Signatures.isHmac(NO_SECRET, text, sign);
        }
    }

    private Caller counted(final ApiKey key, final InetAddress address, final @Nullable String signed)
            throws NotAuthenticException {
        if (!key.counts(clock.epochMillis(), address)) {
            throw new NotAuthenticException("key");
        }
        return new Caller(key, address, signed);
    }

    private void read() {
        version = store.version();
        final Map<String, KeyStore.Kept> byId = new HashMap<>();
        final Map<String, KeyStore.Kept> byToken = new HashMap<>();
        final Map<String, KeyStore.Kept> byName = new HashMap<>();
        final Map<String, ApiKey> counting = new HashMap<>();
        for (final KeyStore.Kept kept : store.kept()) {
            if (!kept.key().ended()) {
                counting.put(kept.key().id(), kept.key());
                switch (kept.key().kind()) {
                    case BEARER -> byToken.put(KeyStore.hex(kept.secret()), kept);
                    case HMAC, ED25519 -> byId.put(kept.key().id(), kept);
                    case PASSWORD -> byName.put(kept.key().name(), kept);
                }
            }
        }
        keys = new Keys(byId, byToken, byName, counting);
        tellAccounts();
    }

    private void tellAccounts() {
        accountsHeard.accept(keys.counting().values().stream()
                .flatMap(key -> key.accounts().stream())
                .map(Account::uid)
                .collect(Collectors.toSet()));
    }
}
