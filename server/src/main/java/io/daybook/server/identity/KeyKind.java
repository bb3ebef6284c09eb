package io.daybook.server.identity;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The kind of proof of a key. */
public enum KeyKind {
    /** A token in each request; kept as its SHA-256. */
    BEARER,
    /** HMAC-SHA256 over each request; its secret is kept encrypted with AES-256-GCM. */
    HMAC,
    /** An Ed25519 signature over each request; only the public key is kept. */
    ED25519,
    /** A password, which a browser exchanges for a cookie; no other request accepts it. Stored as its Argon2id hash. */
    PASSWORD;

    /** The text of the kind in requests and files. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kind with a text, or null. */
    public static @Nullable KeyKind of(final String text) {
        for (final KeyKind kind : values()) {
            if (kind.text().equals(text)) {
                return kind;
            }
        }
        return null;
    }
}
