package io.daybook.server.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The stored forms of passwords, and checks against them. */
@Proves("a person can log in with a token or a password, but not by guessing")
@Tag("whole")
class PasswordsTest {
    private static final Pattern PARAMETERS = Pattern.compile("(\\$argon2id\\$v=19\\$m=19456,t=2,p=1\\$).{22}\\$.{43}");

    private final List<String> reckoned = new ArrayList<>();
    private final Passwords passwords = new Passwords(
            new SecureRandom(),
            new PasswordCost(
                    PasswordCost.STANDARD.memoryKib(),
                    PasswordCost.STANDARD.passes(),
                    () -> reckoned.add(Thread.currentThread().getName())));
    private final byte[] kept = passwords.hash("correct horse, battery");

    @Test
    void shouldKnowThePasswordOnly() {
        assertTrue(passwords.isRight(kept, "correct horse, battery"));
        assertFalse(passwords.isRight(kept, "correct horse, batterY"));
        assertFalse(passwords.isRight(kept, ""));
        final byte[] accented = passwords.hash("caf\u00e9 au lait, s'il");
        assertTrue(passwords.isRight(accented, "cafe\u0301 au lait, s'il"), "both forms of a letter must be equal");
    }

    /** Normalisation that sorts marks above and below a letter takes quadratic time. */
    @Test
    void shouldLoseNoTimeOverWhatCannotBeAPassword() {
        final String marks = "\u0301".repeat(100_000) + "\u0316".repeat(100_000);
        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> assertFalse(passwords.isRight(kept, marks)));
    }

    /**
     * The check of an unknown name costs as much as that of a known one: memory, passes and lanes are those of a stored
     * form.
     */
    @Test
    void shouldReckonAsMuchWhereThereIsNobody() {
        reckoned.clear();
        assertFalse(passwords.isRight(kept, "what somebody says"));
        assertEquals(1, reckoned.size());
        assertFalse(passwords.isRight(null, "what somebody says"));
        assertEquals(2, reckoned.size());
        assertFalse(
                passwords.isRight(null, "nobody has this password"), "the placeholder's password must be refused too");
        for (final byte[] one : List.of(kept, passwords.nobodys())) {
            final String text = new String(one, StandardCharsets.US_ASCII);
            assertTrue(PARAMETERS.matcher(text).matches(), text);
        }
    }
}
