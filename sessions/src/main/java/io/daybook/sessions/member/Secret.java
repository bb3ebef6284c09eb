package io.daybook.sessions.member;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The stored form of a secret: a salt, and the SHA-256 of the salt's bytes and the secret's characters. A secret has
 * 256 random bits, too many to guess, so a slow hash would gain nothing and would hold up the event loop.
 *
 * @param salt 16 bytes as 32 lower-case hexadecimal digits
 * @param hash 32 bytes as 64 lower-case hexadecimal digits
 */
public record Secret(String salt, String hash) {
    /** The number of random bytes that {@link #make} needs: 32 for the secret, 16 for the salt. */
    public static final int RANDOM_BYTES = 48;

    /** The number of characters of a secret. */
    public static final int TEXT_LENGTH = 43;

    private static final int SECRET_BYTES = 32;
    private static final String SCHEME = "sha256";
    private static final Pattern KEPT = Pattern.compile(SCHEME + "\\$([0-9a-f]{32})\\$([0-9a-f]{64})");

    /**
     * A new secret.
     *
     * @param text the secret itself, which the venue does not store: 43 characters of base64url
     * @param kept the form that {@code members.json} stores
     */
    public record Fresh(String text, Secret kept) {
        @Override
        public String toString() {
            return "Fresh[not shown]";
        }
    }

    /** Checks the digits. */
    public Secret {
        // The message does not repeat the value: it may be the secret itself.
        if (!KEPT.matcher(SCHEME + "$" + salt + "$" + hash).matches()) {
            throw noSecret();
        }
    }

    /**
     * Makes a secret.
     *
     * @param random 48 unpredictable bytes
     */
    public static Fresh make(final byte[] random) {
        if (random.length != RANDOM_BYTES) {
            throw new IllegalArgumentException("random must be of " + RANDOM_BYTES + " bytes: random=" + random.length);
        }
        final byte[] salt = Arrays.copyOfRange(random, SECRET_BYTES, RANDOM_BYTES);
        final String text = Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(random, SECRET_BYTES));
        final byte[] characters = text.getBytes(StandardCharsets.US_ASCII);
        final byte[] hash = hash(salt, characters, 0, characters.length);
        return new Fresh(
                text, new Secret(HexFormat.of().formatHex(salt), HexFormat.of().formatHex(hash)));
    }

    /**
     * Parses the text that {@link #kept} returns.
     *
     * @throws IllegalArgumentException if the text has another form; the message does not repeat the text
     */
    public static Secret parse(final String kept) {
        final var matcher = KEPT.matcher(kept);
        if (!matcher.matches()) {
            throw noSecret();
        }
        return new Secret(matcher.group(1), matcher.group(2));
    }

    /** The line for {@code members.json}: {@code sha256$<salt>$<hash>}. */
    public String kept() {
        return SCHEME + "$" + salt + "$" + hash;
    }

    /**
     * Returns whether these characters are the secret. A wrong secret takes as long as the right one. Zeros at the end
     * are the padding of a LOGIN and do not count.
     */
    public boolean matches(final byte[] characters, final int offset, final int length) {
        int end = offset + length;
        while (end > offset && characters[end - 1] == 0) {
            end--;
        }
        final byte[] other = hash(HexFormat.of().parseHex(salt), characters, offset, end - offset);
        return MessageDigest.isEqual(HexFormat.of().parseHex(hash), other);
    }

    @Override
    public String toString() {
        return "Secret[not shown]";
    }

    private static byte[] hash(final byte[] salt, final byte[] characters, final int offset, final int length) {
        try {
            final MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(salt);
            digest.update(characters, offset, length);
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    private static IllegalArgumentException noSecret() {
        return new IllegalArgumentException(
                "a secret must be kept as sha256$<32 hex digits>$<64 hex digits>; daybook session secret makes one");
    }
}
