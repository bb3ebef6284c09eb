package io.daybook.server.identity;

import io.daybook.host.Clock;
import java.net.InetAddress;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of browsers. A browser sends the secret of its session instead of a token. A secret is valid for twelve
 * hours, for one key, and is kept in memory only. A start of the server ends all sessions, and a new password ends
 * those that began with the old one. A code, which is valid for five minutes, begins one session. Any thread.
 */
public final class BrowserSessions {
    /** The longest time that a session is valid, in seconds. */
    public static final long SECONDS = TimeUnit.HOURS.toSeconds(12);

    /** The time that a code is valid, in seconds: the time to copy a link from a terminal to a browser. */
    public static final long CODE_SECONDS = TimeUnit.MINUTES.toSeconds(5);

    static final int MOST = 10_000;
    static final int MOST_OF_KEY = 16;

    /** The largest number of codes: they are for people at a terminal, and only callers with a key make them. */
    static final int MOST_CODES = 1_000;

    private final Authenticator authenticator;
    private final KeySecrets open;
    private final KeySecrets codes;

    /** Makes sessions for the keys of an authenticator. */
    public BrowserSessions(final Authenticator authenticator, final Clock clock) {
        this.authenticator = authenticator;
        this.open = new KeySecrets(clock, SECONDS, MOST, MOST_OF_KEY);
        this.codes = new KeySecrets(clock, CODE_SECONDS, MOST_CODES, MOST_OF_KEY);
    }

    /**
     * Begins a session and returns its secret, in letters, digits, - and _. The session is bound to the password that
     * was given (its {@link Authenticator#mark}), so it is not valid if the password has changed meanwhile. If the code
     * of a link was made in another session, the new session ends no later than that one.
     *
     * @throws NotAuthenticException with the reason key, if the session that asked for the code has ended
     */
    public String begin(final Authenticator.Person person) throws NotAuthenticException {
        final KeySecrets.Kept asking = asking(person.caller().session());
        return open.make(keyOf(person.caller()), person.mark(), null, asking == null ? null : asking.endNs());
    }

    /**
     * Makes a code that begins one session of a caller's key; in letters, digits, - and _. The code of a caller with a
     * session ends no later than that session.
     *
     * @throws NotAuthenticException with the reason key, if the caller's session has ended
     */
    public String code(final Caller caller) throws NotAuthenticException {
        final ApiKey key = keyOf(caller);
        final KeySecrets.Kept asking = asking(caller.session());
        final String mark = asking == null ? authenticator.mark(key) : asking.mark();
        return codes.make(key, mark, caller.session(), asking == null ? null : asking.endNs());
    }

    private static ApiKey keyOf(final Caller caller) {
        return Objects.requireNonNull(caller.key(), "a session needs a key");
    }

    /** The session that asks for a code; null if the caller has none. */
    private KeySecrets.@Nullable Kept asking(final @Nullable String hash) throws NotAuthenticException {
        if (hash == null) {
            return null;
        }
        final KeySecrets.Kept asking = session(hash);
        if (asking == null) {
            throw new NotAuthenticException("key");
        }
        return asking;
    }

    /**
     * Uses up a code, and returns its owner, with the session that asked for the code.
     *
     * @param beforeUse receives the owner; if it throws, the code is not used up
     * @throws NotAuthenticException with the reason code, if the code was used, is too old or never existed; or key, if
     *     its key, its password or the session that asked for it is no longer valid
     */
    public Authenticator.Person person(final String code, final InetAddress address, final Consumer<Caller> beforeUse)
            throws NotAuthenticException {
        final String hash = KeySecrets.hash(code);
        final KeySecrets.Kept kept = found(codes.find(hash));
        final Caller caller = new Caller(kept.key(), address, null, kept.session());
        final KeySecrets.Kept unused = asking(kept.session());
        if (!authenticator.stillCounts(caller) || !kept.mark().equals(authenticator.mark(kept.key()))) {
            throw new NotAuthenticException("key");
        }
        beforeUse.accept(caller);
        return new Authenticator.Person(caller, found(codes.take(hash)).mark());
    }

    private static KeySecrets.Kept found(final KeySecrets.@Nullable Kept code) throws NotAuthenticException {
        if (code == null) {
            throw new NotAuthenticException("code");
        }
        return code;
    }

    /**
     * The caller with a session's secret; null if the session has ended or never existed, or its key is no longer
     * valid.
     */
    public @Nullable Caller caller(final String secret, final InetAddress address) {
        final String hash = KeySecrets.hash(secret);
        final KeySecrets.Kept session = session(hash);
        final Caller caller = session == null ? null : new Caller(session.key(), address, null, hash);
        return caller != null && authenticator.stillCounts(caller) ? caller : null;
    }

    /** Returns whether a caller's session is still valid; true for a caller without one. */
    public boolean stillCounts(final Caller caller) {
        final String hash = caller.session();
        return hash == null || session(hash) != null;
    }

    /** Ends a caller's session. */
    public void end(final Caller caller) {
        final String hash = caller.session();
        if (hash != null) {
            final KeySecrets.Kept unused = open.take(hash);
        }
    }

    private KeySecrets.@Nullable Kept session(final String hash) {
        final KeySecrets.Kept session = open.find(hash);
        return session == null || !session.mark().equals(authenticator.mark(session.key())) ? null : session;
    }
}
