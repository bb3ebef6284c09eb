package io.daybook.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.host.SimulatedClock;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.outbox.SessionStream;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The number of connections that are logged in. */
@Proves("a door counts the connections that are logged in, and none that has ended")
class ConnectionsTest {
    private final Connections<Plain> connections = new Connections<>(
            new DoorSetup(
                    SessionLimits.DEFAULT,
                    false,
                    Members.of(List.of()),
                    new FileJournalStorage(),
                    Path.of(""),
                    new SimulatedClock(1),
                    event -> {},
                    session -> false,
                    (what, failure) -> {}),
            Protocol.TCP);

    private static final class Plain extends SessionConnection {
        private Plain() {
            super(InetAddress.getLoopbackAddress());
        }

        @Override
        public long unsentBytes() {
            return 0;
        }

        @Override
        protected void tick(final long nowNs, final long readNs) {}

        @Override
        protected void onLogon(final SessionStream session, final long number) {}

        @Override
        protected void onEnd() {}
    }

    private Plain added() {
        final Plain connection = new Plain();
        assertTrue(connections.admits(connection.address(), false));
        connections.add(connection);
        return connection;
    }

    @Test
    void shouldCountEachLoginOnce() {
        final Plain first = added();
        added();
        connections.up(first);
        connections.up(first);
        assertEquals(1, connections.upCount());
        assertTrue(connections.remove(first));
        assertFalse(connections.remove(first));
        assertEquals(0, connections.upCount());
    }

    /** The network is gone when the login is answered: the connection ends before its login is done. */
    @Test
    void shouldNotCountALoginThatIsOverAfterItsEnd() {
        final Plain gone = added();
        assertTrue(connections.remove(gone));
        connections.up(gone);
        assertEquals(0, connections.upCount());
    }
}
