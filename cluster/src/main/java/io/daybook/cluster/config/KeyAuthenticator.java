package io.daybook.cluster.config;

import io.aeron.security.Authenticator;
import io.aeron.security.SessionProxy;
import io.daybook.cluster.client.ClusterKey;
import io.daybook.cluster.state.Principal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Admits connections with a key; see {@link ClusterKey}. An unknown name is challenged too, so that names cannot be
 * probed. A wrong answer may come from another sender, because Aeron accepts any message that names the connection: it
 * ends an attempt only if the right answer does not follow. Used by one thread.
 *
 * <p>Aeron gives all backup queries of a cluster one id and nothing else to distinguish them. So only one of them at a
 * time is challenged, for the key of nodes; the others are rejected, and try again.
 */
public final class KeyAuthenticator implements Authenticator {
    private static final int NONCE_LENGTH = 32;

    /** The most connections with an open challenge; beyond that the oldest is dropped and must begin again. */
    private static final int MOST_ASKED = 1_024;

    /** The id of all connections that are not clients, such as backup queries. */
    static final long SHARED_ID = -1;

    /** How soon the right answer must follow a wrong one. */
    static final long WRONG_MS = 1_000;

    /** How soon the holder of the shared id must answer. */
    static final long SHARED_MS = 5_000;

    /**
     * After this time without an answer Aeron, which waits for 10 s, has dropped the holder of the shared id without
     * notice.
     */
    static final long SHARED_LOST_MS = 15_000;

    /** A key and what it allows. */
    record Grant(ClusterKey key, Principal principal) {}

    private static final class Asked {
        final @Nullable Grant grant;
        byte @Nullable [] challenge;
        long challengedMs;
        long activeMs;
        boolean isRight;
        boolean isWrong;
        long wrongMs;

        Asked(final @Nullable Grant grant) {
            this.grant = grant;
        }

        boolean isLate(final boolean isShared, final long nowMs) {
            return isWrong && nowMs - wrongMs >= WRONG_MS || isShared && nowMs - challengedMs >= SHARED_MS;
        }
    }

    private final Map<String, Grant> grants;
    private final SecureRandom random = new SecureRandom();
    private final Map<Long, Asked> asked = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(final Map.Entry<Long, Asked> eldest) {
            return size() > MOST_ASKED;
        }
    };

    private @Nullable Asked shared;

    KeyAuthenticator(final Map<String, Grant> grants) {
        this.grants = Map.copyOf(grants);
    }

    @Override
    public void onConnectRequest(final long sessionId, final byte[] encodedCredentials, final long nowMs) {
        if (sessionId != SHARED_ID) { // the shared id has no name of its own
            asked.put(sessionId, new Asked(grants.get(new String(encodedCredentials, StandardCharsets.US_ASCII))));
        }
    }

    @Override
    public void onConnectedSession(final SessionProxy session, final long nowMs) {
        final boolean isShared = session.sessionId() == SHARED_ID;
        final Asked one = isShared ? nextShared(nowMs) : asked.get(session.sessionId());
        if (one == null) {
            session.reject();
            return;
        }
        byte[] challenge = one.challenge;
        if (challenge == null) {
            final byte[] nonce = new byte[NONCE_LENGTH];
            random.nextBytes(nonce);
            challenge = ByteBuffer.allocate(NONCE_LENGTH + Long.BYTES)
                    .put(nonce)
                    .putLong(session.sessionId())
                    .array();
            one.challenge = challenge;
        }
        if (session.challenge(challenge)) {
            one.challengedMs = nowMs;
            one.activeMs = nowMs;
            shared = isShared ? one : shared;
        }
    }

    /** Returns a new attempt; null while another connection has the shared id. */
    private @Nullable Asked nextShared(final long nowMs) {
        final Asked one = shared;
        return one == null || nowMs - one.activeMs >= SHARED_LOST_MS ? new Asked(grants.get(ClusterKeys.NODES)) : null;
    }

    private @Nullable Asked find(final long sessionId) {
        return sessionId == SHARED_ID ? shared : asked.get(sessionId);
    }

    private void forget(final long sessionId) {
        if (sessionId == SHARED_ID) {
            shared = null;
        } else {
            asked.remove(sessionId);
        }
    }

    @Override
    public void onChallengeResponse(final long sessionId, final byte[] encodedCredentials, final long nowMs) {
        final Asked one = find(sessionId);
        if (one == null) {
            return;
        }
        one.activeMs = nowMs; // Aeron, which drops silent connections, counts from here too
        if (one.isRight) {
            return;
        }
        final byte[] challenge = one.challenge;
        if (one.grant != null
                && challenge != null
                && MessageDigest.isEqual(one.grant.key().answer(challenge), encodedCredentials)) {
            one.isRight = true;
        } else if (!one.isWrong) {
            one.isWrong = true;
            one.wrongMs = nowMs;
        }
    }

    @Override
    public void onChallengedSession(final SessionProxy session, final long nowMs) {
        final long id = session.sessionId();
        final Asked one = find(id);
        if (one == null) {
            session.reject();
            return;
        }
        final Grant grant = one.grant;
        if (one.isRight && grant != null) {
            if (session.authenticate(grant.principal().encode())) {
                forget(id);
            }
        } else if (one.isLate(id == SHARED_ID, nowMs)) {
            forget(id);
            session.reject();
        }
    }
}
