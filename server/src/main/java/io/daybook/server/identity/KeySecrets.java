package io.daybook.server.identity;

import io.daybook.host.Clock;
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
 * Random secrets that represent a key for a limited time, in memory only. Only their hashes are kept. A key has few
 * secrets at once; a new one replaces its oldest. Any thread.
 */
final class KeySecrets {
    private static final int SECRET_BYTES = 32;

    private final Clock clock;
    private final long lifeNs;
    private final int most;
    private final int mostOfKey;
    private final SecureRandom random = new SecureRandom();

    /** Secrets by hash, the oldest first. */
    private final Map<String, Kept> kept = new LinkedHashMap<>();

    /**
     * The key of a secret.
     *
     * @param mark the mark of the password that the key had when the secret was made; empty for a key without a
     *     password
     * @param session the hash of the session that asked for the secret; null if none did
     */
    record Kept(
            ApiKey key, String mark, long endNs, @Nullable String session) {}

    KeySecrets(final Clock clock, final long lifeSeconds, final int most, final int mostOfKey) {
        this.clock = clock;
        this.lifeNs = TimeUnit.SECONDS.toNanos(lifeSeconds);
        this.most = most;
        this.mostOfKey = mostOfKey;
    }

    /**
     * Makes a secret, in letters, digits, - and _.
     *
     * @param latestNs the latest end of the secret, if its usual end is later; null for the usual end
     */
    String make(final ApiKey key, final String mark, final @Nullable String session, final @Nullable Long latestNs) {
        final byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        final String secret = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        synchronized (this) {
            final long nowNs = clock.nanoTime();
            kept.values().removeIf(one -> one.endNs - nowNs <= 0);
            final List<String> own = kept.entrySet().stream()
                    .filter(one -> one.getValue().key.id().equals(key.id()))
                    .map(Map.Entry::getKey)
                    .toList();
            if (own.size() >= mostOfKey) {
                kept.remove(own.get(0));
            }
            if (kept.size() >= most) {
                final Iterator<String> oldest = kept.keySet().iterator();
                oldest.next();
                oldest.remove();
            }
            final long leftNs = latestNs == null ? lifeNs : Math.min(lifeNs, latestNs - nowNs);
            kept.put(hash(secret), new Kept(key, mark, nowNs + leftNs, session));
        }
        return secret;
    }

    /** Finds a secret by its hash; null if it has ended or never existed. */
    synchronized @Nullable Kept find(final String hash) {
        final Kept found = kept.get(hash);
        return found == null || found.endNs - clock.nanoTime() <= 0 ? null : found;
    }

    /** Ends a secret by its hash; returns what {@link #find} would have returned. */
    synchronized @Nullable Kept take(final String hash) {
        final Kept found = find(hash);
        kept.remove(hash);
        return found;
    }

    static String hash(final String secret) {
        return KeyStore.hex(Signatures.sha256(secret.getBytes(StandardCharsets.UTF_8)));
    }
}
