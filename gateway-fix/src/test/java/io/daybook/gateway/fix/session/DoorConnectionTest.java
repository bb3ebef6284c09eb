package io.daybook.gateway.fix.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.sessions.limit.SessionLimits;
import java.net.InetAddress;
import org.apache.mina.core.filterchain.IoFilterAdapter;
import org.apache.mina.core.session.DummySession;
import org.junit.jupiter.api.Test;

/** Tests how much input a connection keeps of a client whose Logon was not answered. */
final class DoorConnectionTest {
    private final DummySession io = new DummySession();
    private final DoorConnection connection = connection();

    private DoorConnection connection() {
        io.getFilterChain().addLast("door", new IoFilterAdapter());
        return new DoorConnection(
                io,
                InetAddress.getLoopbackAddress(),
                io.getFilterChain().getNextFilter("door"),
                SessionLimits.DEFAULT,
                0);
    }

    @Test
    void shouldEndAtTheSixtyFifthMessage() {
        for (int i = 0; i < 64; i++) {
            assertFalse(connection.passes("35=0"));
            assertFalse(io.isClosing(), "message " + i);
        }
        assertFalse(connection.passes("35=0"));
        assertTrue(io.isClosing());
        assertEquals(DoorConnection.TOO_EARLY, connection.endReason);
    }

    @Test
    void shouldEndWhereTheBytesAreTooMany() {
        assertFalse(connection.passes("35=A"));
        assertFalse(connection.passes("x".repeat((128 << 10) - 4)));
        assertFalse(io.isClosing());
        assertFalse(connection.passes("x"));
        assertTrue(io.isClosing());
        assertEquals(DoorConnection.TOO_EARLY, connection.endReason);
    }
}
