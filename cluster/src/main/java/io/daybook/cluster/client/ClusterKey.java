package io.daybook.cluster.client;

import io.aeron.security.CredentialsSupplier;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key by which a connection proves its identity without revealing the secret: it sends its name, receives a
 * challenge, and answers with HMAC-SHA-256 (RFC 2104) of its secret over cluster, name and challenge.
 *
 * <pre>
 *  connection ── name ──────────────────────────────────► node
 *             ◄── challenge: 32 random bytes, connection ──
 *             ── HMAC(secret, text 0 cluster 0 name 0 challenge) ──►     text: daybook-cluster 1
 * </pre>
 *
 * <p>Keys identify clients and keep honest clients apart. They do not keep out an attacker who can send packets to the
 * ports: nothing is encrypted, messages after the answer are not signed, and Aeron's leader accepts them from any
 * sender by term and number of the connection. So a firewall or a private network, such as WireGuard, is still
 * required.
 */
public final class ClusterKey {
    /** The minimum length of a secret, in bytes. */
    public static final int LEAST_SECRET_LENGTH = 16;

    private static final String MAC = "HmacSHA256";
    private static final String TEXT = "daybook-cluster 1";

    private final String cluster;
    private final String name;
    private final byte[] secret;

    /**
     * Creates a key.
     *
     * @param cluster the name of its cluster
     * @param name the name of the client: 1 to 32 lower-case letters, digits and dashes
     * @param secret at least {@link #LEAST_SECRET_LENGTH} random bytes; copied
     */
    public ClusterKey(final String cluster, final String name, final byte[] secret) {
        if (!name.matches("[a-z0-9-]{1,32}")) {
            throw new IllegalArgumentException(
                    "name must have 1 to 32 lower-case letters, digits and dashes: name=" + name);
        }
        if (secret.length < LEAST_SECRET_LENGTH) {
            throw new IllegalArgumentException("the secret of " + name + " must have at least " + LEAST_SECRET_LENGTH
                    + " bytes: length=" + secret.length);
        }
        this.cluster = cluster;
        this.name = name;
        this.secret = secret.clone();
    }

    public String name() {
        return name;
    }

    /** The correct answer to a challenge. */
    public byte[] answer(final byte[] challenge) {
        try {
            final Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(secret, MAC));
            mac.update((TEXT + '\0' + cluster + '\0' + name + '\0').getBytes(StandardCharsets.US_ASCII));
            return mac.doFinal(challenge);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + MAC, e);
        }
    }

    /** Adapts the key to Aeron's interface. */
    public CredentialsSupplier credentials() {
        return new CredentialsSupplier() {
            @Override
            public byte[] encodedCredentials() {
                return name.getBytes(StandardCharsets.US_ASCII);
            }

            @Override
            public byte[] onChallenge(final byte[] encodedChallenge) {
                return answer(encodedChallenge);
            }
        };
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof ClusterKey key
                && cluster.equals(key.cluster)
                && name.equals(key.name)
                && Arrays.equals(secret, key.secret);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    /** Hides the secret. */
    @Override
    public String toString() {
        return "ClusterKey[" + name + " of " + cluster + ']';
    }
}
