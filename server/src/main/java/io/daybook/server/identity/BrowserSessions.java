package io.daybook.server.identity;

import io.daybook.host.Clock;
import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What browsers have instead of a token: secrets of twelve hours, each of one key, in memory only, so that a start ends
 * them all, and so does another password for those who logged in by one. A code of five minutes begins one, once. Any
 * thread.
 */
public final class BrowserSessions {
    /** The life of a session, seconds. */
    public static final long SECONDS = TimeUnit.HOURS.toSeconds(12);

    /** How long a code counts, seconds: as long as it takes to carry a link from a terminal to a browser. */
    public static final long CODE_SECONDS = TimeUnit.MINUTES.toSeconds(5);

    static final int MOST = 10_000;
    static final int MOST_OF_KEY = 16;

    /** Codes are for people at a terminal, and made by those who have a key already. */
    static final int MOST_CODES = 1_000;

    private final Authenticator authenticator;
    private final KeySecrets open;
    private final KeySecrets codes;

    /** Sessions for the keys of an authenticator. */
    public BrowserSessions(final Authenticator authenticator, final Clock clock) {
        this.authenticator = authenticator;
        this.open = new KeySecrets(clock, SECONDS, MOST, MOST_OF_KEY);
        this.codes = new KeySecrets(clock, CODE_SECONDS, MOST_CODES, MOST_OF_KEY);
    }

    /**
     * Begins one; its secret, in letters, digits, - and _.
     *
     * @param mark of the password that was said, which may not be that of the key any more; empty for a token
     */
    public String begin(final ApiKey key, final String mark) {
        return open.make(key, mark);
    }

    /** A code that begins a session of a key once; in letters, digits, - and _. */
    public String code(final ApiKey key) {
        return codes.make(key, authenticator.mark(key));
    }

    /**
     * Uses up a code, and returns its owner.
     *
     * @throws NotAuthenticException code, if it was used, is too old or never was one; or key, if its key or password
     *     does not count any more
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

    /** Whose secret it is; null where it has ended, its key does not count any more, or it never was one. */
    public @Nullable Caller caller(final String secret, final InetAddress address) {
        final String hash = KeySecrets.hash(secret);
        final KeySecrets.Kept session = session(hash);
        final Caller caller = session == null ? null : new Caller(session.key(), address, null, hash);
        return caller != null && authenticator.stillCounts(caller) ? caller : null;
    }

    /** Whether a caller's session still counts, or it has none. */
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
