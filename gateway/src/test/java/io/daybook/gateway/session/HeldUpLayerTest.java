package io.daybook.gateway.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.SimulatedClock;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.outbox.OutboxLimits;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Clients must not suffer if the layer's thread was held up, for example by a disk, or if its exchange has stopped. */
class HeldUpLayerTest {
    private static final int HELD_UP_MS = 7_000;
    private static final int TICK_MS = 10;

    private final SimulatedClock clock = new SimulatedClock(1_700_000_000_000L);
    private final FakeClient first = new FakeClient(17);
    private final FakeClient second = new FakeClient(18);
    private final Venue venue = Venue.start(
            new SimulatedStorage(),
            clock,
            SessionLimits.DEFAULT,
            OutboxLimits.of(SessionLimits.DEFAULT),
            Members.of(List.of(Venue.trader(17, 1).build(), Venue.trader(18, 2).build())),
            AuditLog.none());

    /** Lets time pass without any work, then does all work that became due meanwhile. */
    private void pass(final int ms) {
        clock.advance(ms, TimeUnit.MILLISECONDS);
        venue.run();
    }

    @Test
    void shouldReadWhatCameWhileItWasHeldUpBeforeItCallsAClientSilent() {
        first.login(venue, 0);
        second.login(venue, 0);
        pass(HELD_UP_MS);
        first.heartbeat();
        pass(TICK_MS);
        assertTrue(first.isOpen(), "its heartbeat was in the socket");
        assertFalse(second.isOpen(), "nothing was in the socket");
    }

    @Test
    void shouldReadTheLoginThatCameWhileItWasHeldUp() {
        first.connect(venue);
        second.connect(venue);
        pass(HELD_UP_MS);
        first.loginWith(17, Venue.SECRET.text());
        pass(TICK_MS);
        assertEquals(List.of("welcome N 0 next 1 first 1"), first.heard());
        assertEquals(List.of("bye NOT_LOGGED_IN"), second.heard());
    }

    @Test
    void shouldBeQuietWhereTheExchangeHasGoneBeforeItsSessions() {
        first.login(venue, 0);
        second.login(venue, 0);
        venue.exchange().close();
        venue.layer().sessions().end();
        pass(TICK_MS);
        assertTrue(venue.layer().sessions().isQuiet(), "no END can be sent, so none is awaited");
    }
}
