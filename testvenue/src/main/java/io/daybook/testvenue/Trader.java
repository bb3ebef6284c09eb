package io.daybook.testvenue;

import io.daybook.wire.json.Json;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A user with a key of each kind.
 *
 * @param name the name of the user, of its account, and of its key with a password
 * @param uid the user's number in the exchange
 * @param bearer the token
 * @param hmac the key that signs with HMAC
 * @param ed25519 the key that signs with Ed25519
 * @param password the password of the key with a password
 * @param member its sessions over TCP and FIX; null for users that were added later
 */
record Trader(
        String name,
        long uid,
        String bearer,
        Hmac hmac,
        Ed25519 ed25519,
        String password,
        @Nullable Member member) {

    /**
     * A key that signs with HMAC.
     *
     * @param apiKey the name of the key in the spot dialect
     */
    record Hmac(String id, String secret, String apiKey) {}

    /**
     * A key that signs with Ed25519.
     *
     * @param privateKey the private key, as PKCS #8
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Ed25519(String id, byte[] privateKey) {}

    /**
     * Sessions of {@code members.json}.
     *
     * @param secret the secret of both sessions
     */
    record Member(int tcp, int fix, String compId, String venue, String secret) {}

    /** Writes the trader as a JSON object. */
    void write(final Json json) {
        json.object().put("name", name).put("uid", uid).put("account", name).put("bearer", bearer);
        json.object("hmac")
                .put("key", hmac.id)
                .put("secret", hmac.secret)
                .put("apiKey", hmac.apiKey)
                .end();
        json.object("ed25519")
                .put("key", ed25519.id)
                .put("privateKey", Base64.getEncoder().encodeToString(ed25519.privateKey))
                .end();
        json.object("password").put("name", name).put("password", password).end();
        final Member own = member;
        if (own != null) {
            json.object("tcp").put("session", own.tcp).put("secret", own.secret).end();
            json.object("fix")
                    .put("session", own.fix)
                    .put("senderCompId", own.compId)
                    .put("targetCompId", own.venue)
                    .put("username", Integer.toString(own.fix))
                    .put("password", own.secret)
                    .end();
        }
        json.end();
    }
}
