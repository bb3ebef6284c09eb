package io.daybook.server.identity;

import io.daybook.host.Clock;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What browsers have instead of a token: secrets of twelve hours, each of one key, in memory only, so that a start ends
 * them all, and so does another password for those who logged in by one. Kept are their hashes; a key has few at once,
 * and the oldest goes. Any thread.
 */
public final class BrowserSessions {
    /** How long one counts, seconds. */
    public static final long SECONDS = TimeUnit.HOURS.toSeconds(12);

    static final int MOST = 10_000;
    static final int MOST_OF_KEY = 16;

    private static final int SECRET_BYTES = 32;

    private final Authenticator authenticator;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    /** By hash, the oldest first. */
    private final Map<String, Session> open = new LinkedHashMap<>();

    /**
     * One that goes on.
     *
     * @param mark of the password for which it was given
     */
    private record Session(ApiKey key, String mark, long endNs) {}

    /** Of keys that this authenticator knows. */
    public BrowserSessions(final Authenticator authenticator, final Clock clock) {
        this.authenticator = authenticator;
        this.clock = clock;
    }

    /**
     * Begins one; its secret, in letters, digits, - and _.
     *
     * @param mark of the password that was said, which may not be that of the key any more; empty for a token
     */
    public String begin(final ApiKey key, final String mark) {
        final byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        final String secret = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        synchronized (this) {
            final long nowNs = clock.nanoTime();
            open.values().removeIf(session -> session.endNs - nowNs <= 0);
            final List<String> own = open.entrySet().stream()
                    .filter(one -> one.getValue().key.id().equals(key.id()))
                    .map(Map.Entry::getKey)
                    .toList();
            if (own.size() >= MOST_OF_KEY) {
                open.remove(own.get(0));
            }
            if (open.size() >= MOST) {
                final Iterator<String> oldest = open.keySet().iterator();
                oldest.next();
                oldest.remove();
            }
            open.put(hash(secret), new Session(key, mark, nowNs + TimeUnit.SECONDS.toNanos(SECONDS)));
        }
        return secret;
    }

    /** Whose secret it is; null where it has ended, its key does not count any more, or it never was one. */
    public @Nullable Caller caller(final String secret, final InetAddress address) {
        final String hash = hash(secret);
        final Session session = session(hash);
        final Caller caller = session == null ? null : new Caller(session.key, address, null, hash);
        return caller != null && authenticator.stillCounts(caller) ? caller : null;
    }

    /** Whether a caller was let in by a session that goes on, or by none at all. */
    public boolean stillCounts(final Caller caller) {
        final String hash = caller.session();
        return hash == null || session(hash) != null;
    }

    /** Ends a caller's session. */
    public synchronized void end(final Caller caller) {
        if (caller.session() != null) {
            open.remove(caller.session());
        }
    }

    private synchronized @Nullable Session session(final String hash) {
        final Session session = open.get(hash);
        return session == null
                        || session.endNs - clock.nanoTime() <= 0
                        || !session.mark.equals(authenticator.mark(session.key))
                ? null
                : session;
    }

    private static String hash(final String secret) {
        return KeyStore.hex(Signatures.sha256(secret.getBytes(StandardCharsets.UTF_8)));
    }
}
