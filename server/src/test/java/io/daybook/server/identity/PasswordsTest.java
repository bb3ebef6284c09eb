package io.daybook.server.identity;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is kept of a password, and what is held against it. */
class PasswordsTest {
    private final byte[] kept = Passwords.hash("correct horse, battery", new SecureRandom());

    @Test
    void shouldKnowThePasswordOnly() {
        assertTrue(Passwords.isRight(kept, "correct horse, battery"));
        assertFalse(Passwords.isRight(kept, "correct horse, batterY"));
        assertFalse(Passwords.isRight(kept, ""));
        final byte[] accented = Passwords.hash("caf\u00e9 au lait, s'il", new SecureRandom());
        assertTrue(Passwords.isRight(accented, "cafe\u0301 au lait, s'il"), "the same letter");
    }

    /** To bring marks above and below into order takes quadratic time. */
    @Test
    void shouldLoseNoTimeOverWhatCannotBeAPassword() {
        final String marks = "\u0301".repeat(100_000) + "\u0316".repeat(100_000);
        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> assertFalse(Passwords.isRight(kept, marks)));
    }
}
