package io.daybook.server.identity;

import com.password4j.Argon2Function;
import com.password4j.types.Argon2;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.text.Normalizer;
import org.jspecify.annotations.Nullable;

/**
 * Hashes passwords of people with Argon2id (RFC 9106), at a {@link PasswordCost}. A check takes some 50 ms and the
 * memory of that cost, so the caller must limit the number of simultaneous checks.
 */
final class Passwords {
    /** The smallest number of characters: no other rule makes a chosen password harder to guess. */
    static final int LEAST = 12;

    /** The largest number of characters: a longer password costs memory and is no harder to guess. */
    static final int MOST = 128;

    private static final int LANES = 1;
    private static final int HASH_BYTES = 32;
    private static final int SALT_BYTES = 16;

    private final SecureRandom random;
    private final PasswordCost cost;
    private final byte[] nobodys;

    /** Uses random salts. */
    Passwords(final SecureRandom random, final PasswordCost cost) {
        this.random = random;
        this.cost = cost;
        nobodys = ("$argon2id$v=19$m=" + cost.memoryKib() + ",t=" + cost.passes() + ",p=" + LANES
                        + "$u/GyyFpUaUnj8ALTx3JSVA$nCDwp4ZaLEgDbgEPyo5ZaE8zg/5k7fyE+RM1zw6c248")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * A stored form with the cost parameters of {@link #hash}. Passwords for unknown names are compared with it, so
     * that the time of an answer does not reveal which names exist.
     */
    byte[] nobodys() {
        return nobodys;
    }

    /**
     * Makes the stored form of a password: parameters, salt and hash, in the usual text.
     *
     * @throws IllegalArgumentException if the password is too short or too long
     */
    byte[] hash(final String password) {
        final int characters = password.codePointCount(0, password.length());
        if (characters < LEAST || characters > MOST) {
            throw new IllegalArgumentException(
                    "a password must have " + LEAST + " to " + MOST + " characters: it has " + characters);
        }
        final byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        cost.onReckoning().run();
        return Argon2Function.getInstance(cost.memoryKib(), cost.passes(), LANES, HASH_BYTES, Argon2.ID)
                .hash(bytes(password), salt)
                .getResult()
                .getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Returns whether a password matches a stored form. The check takes the same time for a right password, a wrong
     * password, and a missing stored form. A text that is too long for a password is not normalised, because any client
     * could make that take seconds.
     *
     * @param kept the stored form; null if there is no such person
     */
    boolean isRight(final byte @Nullable [] kept, final String password) {
        final byte[] held = kept == null ? nobodys : kept;
        final String text = new String(held, StandardCharsets.US_ASCII);
        final String said = password.codePointCount(0, password.length()) > MOST ? "" : password;
        cost.onReckoning().run();
        return Argon2Function.getInstanceFromHash(text).check(bytes(said), held) && kept != null;
    }

    /**
     * Normalises a password, because keyboards of different systems write a letter with an accent as one character or
     * as two.
     */
    private static byte[] bytes(final String password) {
        return Normalizer.normalize(password, Normalizer.Form.NFC).getBytes(StandardCharsets.UTF_8);
    }
}
