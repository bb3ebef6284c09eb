package io.daybook.server.identity;

import com.password4j.Argon2Function;
import com.password4j.types.Argon2;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.text.Normalizer;
import org.jspecify.annotations.Nullable;

/**
 * Passwords of people, as Argon2id (RFC 9106) keeps them, at the cost of {@link PasswordCost}. To check one takes some
 * 50 ms and that memory, so the caller must bound how many are checked at once.
 */
final class Passwords {
    /** The fewest characters: no other rule makes a password that people choose harder to guess. */
    static final int LEAST = 12;

    /** The most: what is longer costs memory and is no harder to guess. */
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
     * What is kept of a password that is nobody's: held against what is said under a name that nobody has, so that the
     * time of an answer tells no names. It costs what {@link #hash} costs.
     */
    byte[] nobodys() {
        return nobodys;
    }

    /**
     * What is kept of a password: parameters, salt and hash, in the usual text.
     *
     * @throws IllegalArgumentException where it is too short or too long
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
     * Whether it is the password of which that was kept. Takes as long where it is not, and where nothing was kept;
     * what no password can be is not even normalised, which a stranger could make take seconds.
     *
     * @param kept null if there is no such person
     */
    boolean isRight(final byte @Nullable [] kept, final String password) {
        final byte[] held = kept == null ? nobodys : kept;
        final String text = new String(held, StandardCharsets.US_ASCII);
        final String said = password.codePointCount(0, password.length()) > MOST ? "" : password;
        cost.onReckoning().run();
        return Argon2Function.getInstanceFromHash(text).check(bytes(said), held) && kept != null;
    }

    /** In one form: keyboards of different systems write the same letter with an accent as one character or as two. */
    private static byte[] bytes(final String password) {
        return Normalizer.normalize(password, Normalizer.Form.NFC).getBytes(StandardCharsets.UTF_8);
    }
}
