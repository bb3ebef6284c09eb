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

/** Encrypts what is kept of HMAC secrets: AES-256-GCM under a key of its own file. */
final class MasterKey {
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final String CIPHER = "AES/GCM/NoPadding";

    private final SecretKeySpec key;
    private final SecureRandom random;

    private MasterKey(final byte[] key, final SecureRandom random) {
        this.key = new SecretKeySpec(key, "AES");
        this.random = random;
    }

    /** Reads a key. */
    static MasterKey read(final Path file, final SecureRandom random) {
        final byte[] key;
        try {
            key = Base64.getDecoder().decode(OwnFiles.read(file).trim());
        } catch (IOException e) {
            throw new IdentityException(
                    "the master key cannot be read: " + file + ": " + e.getMessage()
                            + ". Bring the file back; without it HMAC keys cannot be checked",
                    e);
        } catch (IllegalArgumentException e) {
            throw new IdentityException("the master key is no base64: " + file + ". Bring the right file back", e);
        }
        if (key.length != KEY_BYTES) {
            throw new IdentityException("the master key must have 32 bytes: " + file + " has " + key.length
                    + ". Bring the right file back");
        }
        return new MasterKey(key, random);
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
        return new MasterKey(key, random);
    }

    /** Nonce and ciphertext, bound to a purpose. */
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
     * What was encrypted.
     *
     * @throws IdentityException where it was under another key, or for another purpose
     */
    byte[] decrypt(final byte[] kept, final String purpose) {
        try {
            return cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(kept, NONCE_BYTES), purpose)
                    .doFinal(kept, NONCE_BYTES, kept.length - NONCE_BYTES);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IdentityException(
                    "the master key is not the one of identity.db. Bring the right file back, or, if it is lost, end"
                            + " the HMAC keys with: daybook key end",
                    e);
        }
    }

    private Cipher cipher(final int mode, final byte[] nonce, final String purpose) throws GeneralSecurityException {
        final Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(purpose.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
