package io.daybook.server.identity;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts HMAC secrets, with AES-256-GCM under a key in a separate file. If that file is lost or has another key, this
 * object holds the reason, and keys of other kinds work without it.
 */
final class MasterKey {
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final String CIPHER = "AES/GCM/NoPadding";

    private final @Nullable SecretKeySpec key;
    private final SecureRandom random;
    private final String flaw;

    private MasterKey(final byte @Nullable [] key, final SecureRandom random, final String flaw) {
        this.key = key == null ? null : new SecretKeySpec(key, "AES");
        this.random = random;
        this.flaw = flaw;
    }

    /** Makes a master key that cannot encrypt or decrypt, with the reason. */
    static MasterKey unusable(final SecureRandom random, final String flaw) {
        return new MasterKey(null, random, flaw);
    }

    /** The reason why this key cannot encrypt or decrypt; null if it can. */
    @Nullable
    String flaw() {
        return key == null ? flaw : null;
    }

    /** Reads a key; returns an unusable key if that fails. */
    static MasterKey read(final Path file, final SecureRandom random) {
        final byte[] key;
        try {
            key = Base64.getDecoder().decode(OwnFiles.read(file).trim());
        } catch (IOException e) {
            return unusable(random, "the master key cannot be read: " + file + ": " + e.getMessage());
        } catch (IllegalArgumentException e) {
            return unusable(random, "the master key is not base64: " + file);
        }
        if (key.length != KEY_BYTES) {
            return unusable(random, "the master key must have 32 bytes: " + file + " has " + key.length);
        }
        return new MasterKey(key, random, "");
    }

    /** Makes a key and its file. */
    static MasterKey create(final Path file, final SecureRandom random) {
        final byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        try {
            OwnFiles.create(file, Base64.getEncoder().encodeToString(key) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("the master key cannot be written: " + file, e);
        }
        return new MasterKey(key, random, "");
    }

    /**
     * Encrypts for a purpose; returns nonce and ciphertext.
     *
     * @throws IllegalArgumentException if the key is unusable
     */
    byte[] encrypt(final byte[] clear, final String purpose) {
        final byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            final byte[] hidden = cipher(Cipher.ENCRYPT_MODE, nonce, purpose).doFinal(clear);
            return ByteBuffer.allocate(NONCE_BYTES + hidden.length)
                    .put(nonce)
                    .put(hidden)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java platform has AES-GCM", e);
        }
    }

    /**
     * Decrypts.
     *
     * @throws IdentityException if the secret was encrypted under another key or for another purpose, or the key is
     *     unusable
     */
    byte[] decrypt(final byte[] kept, final String purpose) {
        try {
            return cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(kept, NONCE_BYTES), purpose)
                    .doFinal(kept, NONCE_BYTES, kept.length - NONCE_BYTES);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IdentityException("the master key does not belong to identity.db", e);
        }
    }

    private Cipher cipher(final int mode, final byte[] nonce, final String purpose) throws GeneralSecurityException {
        if (key == null) {
            throw new IllegalArgumentException("a key of the kind hmac needs the master key: " + flaw);
        }
        final Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(purpose.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
