package io.daybook.server.identity;

import io.daybook.host.Clock;
import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of browsers, which they use instead of a token: secrets of twelve hours, each of one key, in memory
 * only. A start ends them all, and a new password ends those that began with the old one. A code of five minutes begins
 * one session. Any thread.
 */
public final class BrowserSessions {
    /** The life of a session, seconds. */
    public static final long SECONDS = TimeUnit.HOURS.toSeconds(12);

    /** The life of a code, seconds: the time to carry a link from a terminal to a browser. */
    public static final long CODE_SECONDS = TimeUnit.MINUTES.toSeconds(5);

    static final int MOST = 10_000;
    static final int MOST_OF_KEY = 16;

    /** The most codes: they are for people at a terminal, and only callers with a key make them. */
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
     * Begins a session; returns its secret, in letters, digits, - and _.
     *
     * @param mark the mark of the password of the login, which may have been replaced; empty for a token
     */
    public String begin(final ApiKey key, final String mark) {
        return open.make(key, mark);
    }

    /** Makes a code that begins one session of a key; in letters, digits, - and _. */
    public String code(final ApiKey key) {
        return codes.make(key, authenticator.mark(key));
    }

    /**
     * Uses up a code, and returns its owner.
     *
     * @throws NotAuthenticException code, if it was used, is too old or never was one; or key, if its key or password
     *     is no longer valid
     */
    public Authenticator.Person person(final String code, final InetAddress address) throws NotAuthenticException {
        final KeySecrets.Kept kept = codes.take(KeySecrets.hash(code));
        if (kept == null) {
            throw new NotAuthenticException("code");
        }
        final Caller caller = new Caller(kept.key(), address, null);
        if (!authenticator.stillCounts(caller) || !kept.mark().equals(authenticator.mark(kept.key()))) {
            throw new NotAuthenticException("key");
        }
        return new Authenticator.Person(caller, kept.mark());
    }

    /** The caller of a secret; null if it has ended, its key is no longer valid, or it never was one. */
    public @Nullable Caller caller(final String secret, final InetAddress address) {
        final String hash = KeySecrets.hash(secret);
        final KeySecrets.Kept session = session(hash);
        final Caller caller = session == null ? null : new Caller(session.key(), address, null, hash);
        return caller != null && authenticator.stillCounts(caller) ? caller : null;
    }

    /** Whether a caller's session is still valid, or it has none. */
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
