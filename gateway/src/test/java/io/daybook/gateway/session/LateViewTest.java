package io.daybook.gateway.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.SimulatedClock;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.sessions.ViewSource;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Right;
import io.daybook.sessions.outbox.OutboxLimits;
import io.daybook.wire.SubscribeDescriptor;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A client that subscribes before the feed exists is not slow, because no message was sent that it could read. */
class LateViewTest {
    private static final long BACKLOG = 2 * SessionLimits.DEFAULT.behindBytes();

    private final SimulatedClock clock = new SimulatedClock(1_700_000_000_000L);
    private final FakeClient client = new FakeClient(17);
    private final Venue venue = Venue.start(
            new SimulatedStorage(),
            clock,
            SessionLimits.DEFAULT,
            OutboxLimits.of(SessionLimits.DEFAULT),
            Members.of(
                    List.of(Venue.trader(17, 1).rights(Right.TRADE, Right.VIEW).build())),
            AuditLog.none());

    private boolean isServed;
    private boolean isEnded;
    private long behind;

    /** A view without messages until it begins, and with many from then on. */
    private final class LateView implements ViewSource.View {
        private boolean isBegun;
        private boolean isTold;

        @Override
        public int next(final byte[] frame) {
            isBegun = isServed;
            return isEnded ? ENDED : 0;
        }

        @Override
        public long behind() {
            return isBegun ? behind : 0;
        }

        @Override
        public long lateBacklog() {
            if (!isBegun || isTold) {
                return 0;
            }
            isTold = true;
            return behind;
        }

        @Override
        public void close() {}
    }

    private void subscribe() {
        venue.layer().viewSource(new ViewSource() {
            @Override
            public boolean has(final int channel, final int stream) {
                return true;
            }

            @Override
            public View subscribe(final int channel, final int stream, final long from) {
                return new LateView();
            }

            @Override
            public void listen(final Runnable onNews) {}
        });
        client.login(venue, 0);
        client.send(SubscribeDescriptor.encode(client.frame(), 0, 0, SubscribeDescriptor.ORDERS, 1));
        pass();
        client.heard();
        assertTrue(client.isOpen());
    }

    private void pass() {
        clock.advance(10, TimeUnit.MILLISECONDS);
        venue.run();
    }

    @Test
    void shouldAllowWhatWasThereWhenAViewBegan() {
        subscribe();
        isServed = true;
        behind = BACKLOG;
        pass();
        pass();
        assertTrue(client.isOpen(), "the feed came later, not the client");
        behind = BACKLOG + SessionLimits.DEFAULT.behindBytes() + 1;
        pass();
        assertEquals(List.of("bye SLOW"), client.heard());
    }

    @Test
    void shouldSendAwayWhereNothingComesAnyMore() {
        subscribe();
        isEnded = true;
        pass();
        assertFalse(client.isOpen());
        assertEquals(List.of("bye INTERNAL"), client.heard());
    }
}
