package io.daybook.testvenue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;

/** Bytes that follow from a seed, a secret and a name: draws under one name do not shift the bytes of another name. */
final class SeededRandom extends SecureRandom {
    private static final long serialVersionUID = 1;

    private final long seed;
    private final byte[] secret;
    private String name = "";
    private long count;

    /**
     * Creates the source of the bytes of a seed.
     *
     * @param secret the secret; empty if the bytes may be known to all
     */
    SeededRandom(final long seed, final String secret) {
        this.seed = seed;
        this.secret = secret.getBytes(StandardCharsets.UTF_8);
    }

    /** Switches to the bytes under another name, from their beginning. */
    synchronized SeededRandom under(final String other) {
        name = other;
        count = 0;
        return this;
    }

    @Override
    public synchronized void nextBytes(final byte[] bytes) {
        for (int at = 0; at < bytes.length; ) {
            final byte[] block = block();
            final int length = Math.min(block.length, bytes.length - at);
            System.arraycopy(block, 0, bytes, at, length);
            at += length;
        }
    }

    byte[] bytes(final int length) {
        final byte[] bytes = new byte[length];
        nextBytes(bytes);
        return bytes;
    }

    private byte[] block() {
        try {
            final MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(ByteBuffer.allocate(2 * Long.BYTES)
                    .putLong(seed)
                    .putLong(count++)
                    .flip());
            digest.update(secret);
            return digest.digest(name.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    /** A number of at least 0 and below 1 that follows from a seed, a name and a count. */
    static double draw(final long seed, final String what, final long nth) {
        final byte[] block =
                Arrays.copyOf(new SeededRandom(seed, "").under(what + " " + nth).block(), Long.BYTES);
        return (ByteBuffer.wrap(block).getLong() >>> 11) * 0x1.0p-53;
    }
}
