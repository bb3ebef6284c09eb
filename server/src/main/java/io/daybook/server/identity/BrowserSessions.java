package io.daybook.server.identity;

import io.daybook.host.Clock;
import java.net.InetAddress;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
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
     * Begins one; its secret, in letters, digits, - and _. It has the mark of the password that was said, which may not
     * be that of the key any more. If a session asked for the code of a link, it ends when that session would have
     * ended.
     *
     * @throws NotAuthenticException key, if that session has ended
     */
    public String begin(final Authenticator.Person person) throws NotAuthenticException {
        final KeySecrets.Kept asking = asking(person.caller().session());
        return open.make(keyOf(person.caller()), person.mark(), null, asking == null ? null : asking.endNs());
    }

    /**
     * A code that begins a session of a caller's key once; in letters, digits, - and _. The code of a caller with a
     * session counts as long as this session at most.
     *
     * @throws NotAuthenticException key, if the caller's session has ended
     */
    public String code(final Caller caller) throws NotAuthenticException {
        final ApiKey key = keyOf(caller);
        final KeySecrets.Kept asking = asking(caller.session());
        final String mark = asking == null ? authenticator.mark(key) : asking.mark();
        return codes.make(key, mark, caller.session(), asking == null ? null : asking.endNs());
    }

    private static ApiKey keyOf(final Caller caller) {
        return Objects.requireNonNull(caller.key(), "a session is of a key");
    }

    /** The session that asks for a code; null if none does. */
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
     * @param beforeUse gets the owner; if it throws, the code is not used up
     * @throws NotAuthenticException code, if it was used, is too old or never was one; or key, if its key, its password
     *     or the session that asked for it does not count any more
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
