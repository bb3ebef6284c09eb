package io.daybook.core.doors;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Says which thread has claimed a slot that is not published. Keeps neither doors nor threads alive: a claim goes with
 * its door, unless it is still open. Any thread.
 */
public final class OpenClaims {
    private final Set<OpenClaim> claims = ConcurrentHashMap.newKeySet();
    private final ReferenceQueue<ThreadDoor> collected = new ReferenceQueue<>();

    /** The claims of one thread through one door, from now on. */
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

    /** How many are known. */
    public int size() {
        return claims.size();
    }

    /** The thread that has claimed a slot; a claim of the safe door is never registered. */
    public String claimant(final long sequence) {
        for (final OpenClaim claim : claims) {
            if (claim.covers(sequence)) {
                return claim.claimant();
            }
        }
        return "a thread inside submit, query or snapshot";
    }
}
