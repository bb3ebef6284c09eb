package io.daybook.core.doors;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the thread that has claimed a slot which is not published. Keeps neither doors nor threads alive: the claims of
 * a door that is collected disappear, except those still open. Any thread.
 */
public final class OpenClaims {
    private final Set<OpenClaim> claims = ConcurrentHashMap.newKeySet();
    private final ReferenceQueue<ThreadDoor> collected = new ReferenceQueue<>();

    /** Registers the claims of one thread through one door. */
    public OpenClaim register(final Thread thread, final ThreadDoor door) {
        forgetCollected();
        final OpenClaim claim = new OpenClaim(thread, door, collected);
        claims.add(claim);
        return claim;
    }

    private void forgetCollected() {
        for (Reference<? extends ThreadDoor> gone = collected.poll(); gone != null; gone = collected.poll()) {
            if (gone instanceof OpenClaim claim && !claim.isOpen()) {
                claims.remove(claim);
            }
        }
    }

    /** How many claims are registered. */
    public int size() {
        return claims.size();
    }

    /** Names the thread that has claimed a slot. Claims of the safe door are not registered. */
    public String claimant(final long sequence) {
        for (final OpenClaim claim : claims) {
            if (claim.covers(sequence)) {
                return claim.claimant();
            }
        }
        return "a thread inside submit, query or snapshot";
    }
}
