package io.daybook.server.identity;

import com.password4j.Argon2Function;
import com.password4j.types.Argon2;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.text.Normalizer;

/**
 * Passwords of people, as Argon2id (RFC 9106) keeps them: with 19 MiB and two passes, the least that OWASP's cheat
 * sheet of password storage asks for. To check one takes some 50 ms and that memory, so somebody else must bound how
 * many are checked at once.
 */
final class Passwords {
    /** The fewest characters: no other rule makes a password that people choose harder to guess. */
    static final int LEAST = 12;

    /** The most: what is longer costs memory and is no harder to guess. */
    static final int MOST = 128;

    private static final int MEMORY_KIB = 19 << 10;
    private static final int PASSES = 2;
    private static final int LANES = 1;
    private static final int HASH_BYTES = 32;
    private static final int SALT_BYTES = 16;

    private Passwords() {}

    /**
     * What is kept of a password: parameters, salt and hash, in the usual text.
     *
     * @throws IllegalArgumentException where it is too short or too long
     */
    static byte[] hash(final String password, final SecureRandom random) {
        final int characters = password.codePointCount(0, password.length());
        if (characters < LEAST || characters > MOST) {
            throw new IllegalArgumentException(
                    "a password must have " + LEAST + " to " + MOST + " characters: it has " + characters);
        }
        final byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return Argon2Function.getInstance(MEMORY_KIB, PASSES, LANES, HASH_BYTES, Argon2.ID)
                .hash(bytes(password), salt)
                .getResult()
                .getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Whether it is the password of which that was kept. Takes as long where it is not: what no password can be is not
     * even normalised, which a stranger could make take seconds.
     */
    static boolean isRight(final byte[] kept, final String password) {
        final String text = new String(kept, StandardCharsets.US_ASCII);
        final String said = password.codePointCount(0, password.length()) > MOST ? "" : password;
        return Argon2Function.getInstanceFromHash(text).check(bytes(said), kept);
    }

    /** In one form: keyboards of different systems write the same letter with an accent as one character or as two. */
    private static byte[] bytes(final String password) {
        return Normalizer.normalize(password, Normalizer.Form.NFC).getBytes(StandardCharsets.UTF_8);
    }
}
