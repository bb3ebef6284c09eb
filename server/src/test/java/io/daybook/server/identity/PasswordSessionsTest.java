package io.daybook.server.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.SimulatedClock;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A password that {@code daybook key password} replaces while the old one is being checked. */
class PasswordSessionsTest {
    private static final PasswordCost CHEAP = new PasswordCost(64, 1, () -> {});
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();
    private static final String SECRET = "blue whale, 17 knots";
    private static final String OTHER = "red kite in the rain";
    private static final String THIRD = "a heron, two storks";

    @TempDir
    private Path folder;

    private final SimulatedClock clock = new SimulatedClock(1_000_000);
    private Authenticator authenticator;
    private BrowserSessions sessions;
    private ApiKey anna;

    @BeforeEach
    void open() {
        authenticator = new Authenticator(KeyStore.open(folder, null, true, CHEAP, new SecureRandom()), clock);
        sessions = new BrowserSessions(authenticator, clock);
        anna = authenticator
                .add("anna", KeyKind.PASSWORD, EnumSet.of(Role.VIEWER), List.of(), List.of(), 0, SECRET)
                .key();
    }

    @AfterEach
    void close() {
        authenticator.close();
    }

    private Authenticator.Person said(final String password) throws NotAuthenticException {
        return authenticator.person("anna", password, HERE);
    }

    private @Nullable Caller seen(final Authenticator.Person person) throws NotAuthenticException {
        return sessions.caller(sessions.begin(person), HERE);
    }

    private void setByAnotherProcess(final String password) {
        try (KeyStore other = KeyStore.open(folder, null, false, CHEAP, new SecureRandom())) {
            assertTrue(other.password(anna.number(), password));
        }
    }

    @Test
    void shouldGiveNoCookieThatCountsForThePasswordBefore() throws Exception {
        final Authenticator.Person before = said(SECRET);
        assertNotNull(seen(before));
        setByAnotherProcess(OTHER);
        assertTrue(authenticator.refresh());
        assertNull(seen(before), "a session must not begin with the password before the change");
        assertNotNull(seen(said(OTHER)));
    }

    private Caller signedIn() throws NotAuthenticException {
        return Objects.requireNonNull(seen(said(SECRET)));
    }

    private Authenticator.Person shown(final String code) throws NotAuthenticException {
        return sessions.person(code, HERE, owner -> {});
    }

    @Test
    void shouldGiveNoCodeToASessionOfThePasswordBefore() throws Exception {
        final Caller caller = signedIn();
        final String code = sessions.code(caller);
        setByAnotherProcess(OTHER);
        assertTrue(authenticator.refresh());
        assertThrows(NotAuthenticException.class, () -> sessions.code(caller));
        assertThrows(NotAuthenticException.class, () -> shown(code));
    }

    @Test
    void shouldEndACodeWithTheSessionThatAskedForIt() throws Exception {
        final Caller caller = signedIn();
        final String code = sessions.code(caller);
        sessions.end(caller);
        assertThrows(NotAuthenticException.class, () -> shown(code));
        assertThrows(NotAuthenticException.class, () -> sessions.code(caller));
    }

    @Test
    void shouldNotMakeASessionLongerByACode() throws Exception {
        final Caller caller = signedIn();
        clock.advance(BrowserSessions.SECONDS - 60, TimeUnit.SECONDS);
        final Caller next = Objects.requireNonNull(sessions.caller(sessions.begin(shown(sessions.code(caller))), HERE));
        assertTrue(sessions.stillCounts(next));
        clock.advance(60, TimeUnit.SECONDS);
        assertFalse(sessions.stillCounts(next));
    }

    @Test
    void shouldKeepACodeThatItsOwnerMayNotUseYet() throws Exception {
        final String code = sessions.code(signedIn());
        assertThrows(
                IllegalStateException.class,
                () -> sessions.person(code, HERE, owner -> {
                    throw new IllegalStateException("too many requests of " + owner.who());
                }));
        assertEquals(anna, shown(code).caller().key());
        assertThrows(NotAuthenticException.class, () -> shown(code));
    }

    @Test
    void shouldNotPutAPasswordInThePlaceOfOneThatItsOwnerDidNotSay() throws Exception {
        final Authenticator.Person before = said(SECRET);
        setByAnotherProcess(OTHER);
        assertNull(authenticator.password(before, THIRD), "refused before the keys are read again");
        assertNull(authenticator.password(before, THIRD), "refused after the keys are read again");
        assertThrows(NotAuthenticException.class, () -> said(THIRD));
        final Authenticator.Person fresh = authenticator.password(said(OTHER), THIRD);
        assertNotNull(fresh);
        assertNotNull(seen(fresh));
        assertEquals(said(THIRD).mark(), fresh.mark());
    }
}
