package io.daybook.sessions.limit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

/** The limits of one address. */
@Proves("the owner of a network of IPv6 gets no more connections or guesses at a door than the owner of one address")
class AddressesTest {
    private final Addresses addresses = new Addresses(SessionLimits.DEFAULT, event -> {});

    private static InetAddress address(final String text) throws UnknownHostException {
        return InetAddress.getByName(text);
    }

    private boolean connects(final String from) throws UnknownHostException {
        return addresses.connect(address(from), null, 0);
    }

    @Test
    void shouldCountTheConnectionsOfANetworkOfIpv6Together() throws UnknownHostException {
        for (int i = 1; i <= SessionLimits.DEFAULT.connectionsPerAddress(); i++) {
            assertTrue(connects("2001:db8::" + i));
        }
        assertFalse(connects("2001:db8::ffff"));
        assertTrue(connects("2001:db8:0:1::1"), "another /64 counts for itself");
        addresses.disconnect(address("2001:db8::1"));
        assertTrue(connects("2001:db8::ffff"));
    }

    @Test
    void shouldCountTheFailuresOfANetworkOfIpv6Together() throws UnknownHostException {
        for (int i = 1; i <= SessionLimits.DEFAULT.failedLoginsPerMinute(); i++) {
            final String from = "2001:db8::" + i;
            assertTrue(connects(from));
            addresses.failed(address(from), 0);
            addresses.disconnect(address(from));
        }
        assertTrue(addresses.hasFailedTooOften(address("2001:db8::ffff"), 0));
        assertFalse(connects("2001:db8::ffff"));
    }

    @Test
    void shouldCountEachAddressOfIpv4ForItself() throws UnknownHostException {
        for (int i = 1; i <= 2 * SessionLimits.DEFAULT.connectionsPerAddress(); i++) {
            assertTrue(connects("192.0.2." + i));
        }
    }
}
