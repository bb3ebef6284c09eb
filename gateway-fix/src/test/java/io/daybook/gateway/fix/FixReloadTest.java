package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.SessionSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which changes of members take effect while the door is open, and which are refused. */
final class FixReloadTest {
    @TempDir
    private Path folder;

    private @Nullable FixVenue venue;

    @AfterEach
    void close() {
        if (venue != null) {
            venue.close();
        }
    }

    private FixVenue start(final SessionSettings... sessions) {
        final FixVenue fresh = new FixVenue(folder, sessions);
        venue = fresh;
        return fresh;
    }

    static SessionSettings named(final SessionSettings settings, final String compId) {
        return new SessionSettings(
                settings.session(),
                settings.member(),
                settings.protocol(),
                settings.retired(),
                settings.accounts(),
                settings.rights(),
                settings.cancelOnDisconnect(),
                settings.graceMs(),
                settings.from(),
                settings.limit(),
                settings.secrets(),
                compId,
                settings.venue(),
                settings.resetOnDisconnect());
    }

    private static void assertAdmitted(final FixVenue own, final int session, final String compId, final int number)
            throws IOException {
        try (RawFix client = logon(own, session, compId, number)) {
            assertEquals("A", RawFix.field(client.receive(), 35));
            client.send("35=5");
            assertEquals("5", RawFix.field(client.receiveApplication(), 35));
            assertNull(client.receive());
        }
    }

    private static RawFix logon(final FixVenue own, final int session, final String compId, final int number)
            throws IOException {
        final RawFix client = new RawFix(own.port(), compId, "DAYBOOK");
        client.next(number);
        client.send("35=A|98=0|108=30|553=" + session + "|554=" + FixVenue.SECRET.text());
        return client;
    }

    private static void assertRefused(final FixVenue own, final int session, final String compId) throws IOException {
        try (RawFix client = logon(own, session, compId, 1)) {
            assertNull(client.receive());
        }
    }

    @Test
    void shouldTakeAnotherCompIdOfASessionThatHasNeverLoggedOn() throws Exception {
        final FixVenue own = start(FixVenue.trader(17, 1));
        own.gateway().reload(Members.of(List.of(named(FixVenue.trader(17, 1), "OTHER"))));
        assertRefused(own, 17, "S17");
        assertAdmitted(own, 17, "OTHER", 1);
    }

    @Test
    void shouldLetTwoSessionsExchangeTheirCompIds() throws Exception {
        final FixVenue own = start(FixVenue.trader(17, 1), FixVenue.trader(18, 2));
        own.gateway()
                .reload(Members.of(
                        List.of(named(FixVenue.trader(17, 1), "S18"), named(FixVenue.trader(18, 2), "S17"))));
        assertAdmitted(own, 17, "S18", 1);
        assertAdmitted(own, 18, "S17", 1);
    }

    @Test
    void shouldRefuseAnotherCompIdOfASessionThatHasLoggedOn() throws Exception {
        final FixVenue own = start(FixVenue.trader(17, 1), FixVenue.trader(18, 2));
        assertAdmitted(own, 17, "S17", 1);
        final Members other = Members.of(
                List.of(named(FixVenue.trader(17, 1), "OTHER"), FixVenue.trader(18, 2), FixVenue.viewer(19)));
        final String fault = String.valueOf(
                assertThrows(IllegalArgumentException.class, () -> own.gateway().reload(other))
                        .getMessage());
        assertTrue(
                fault.startsWith("session 17 must keep its CompIDs while the gateway runs: compId=OTHER venue=DAYBOOK"),
                fault);
        assertTrue(fault.endsWith("put them back, or stop the gateway and start it with the new ones"), fault);
        assertRefused(own, 19, "S19");
        assertAdmitted(own, 17, "S17", 3);
        own.close();
        final FixVenue next = start(named(FixVenue.trader(17, 1), "OTHER"), FixVenue.trader(18, 2));
        assertAdmitted(next, 17, "OTHER", 5);
    }

    @Test
    void shouldKnowASessionAgainThatWasAwayFromTheFile() throws Exception {
        final FixVenue own = start(FixVenue.trader(17, 1), FixVenue.trader(18, 2));
        own.gateway().reload(Members.of(List.of(FixVenue.trader(18, 2))));
        assertRefused(own, 17, "S17");
        own.gateway().reload(Members.of(List.of(FixVenue.trader(17, 1), FixVenue.trader(18, 2))));
        assertAdmitted(own, 17, "S17", 1);
    }

    @Test
    void shouldEndAConnectionWhoseAccountsAreTakenAway() throws Exception {
        final FixVenue own = start(FixVenue.session(17, FixVenue.trader(17, 1).rights(), 1, 2));
        try (RawFix client = own.logon(17)) {
            assertEquals("A", RawFix.field(client.receive(), 35));
            own.gateway().reload(Members.of(List.of(FixVenue.trader(17, 1))));
            final String logout = Objects.requireNonNull(client.receive());
            assertEquals("5", RawFix.field(logout, 35));
            assertEquals("the session's settings have changed", RawFix.field(logout, 58));
            assertNull(client.receive());
        }
    }
}
