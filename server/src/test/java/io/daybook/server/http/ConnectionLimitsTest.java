package io.daybook.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.server.metrics.ServerMetrics;
import io.daybook.sessions.member.AddressRange;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The number of connections of an owner of many addresses. */
class ConnectionLimitsTest {
    private static final int MOST = 20;
    private static final int MOST_OF_ADDRESS = 3;

    private final ServerMetrics metrics = new ServerMetrics();
    private final ConnectionLimits limits =
            new ConnectionLimits(MOST, MOST_OF_ADDRESS, new Proxies(List.of(AddressRange.parse("10.0.0.1"))), metrics);

    @AfterEach
    void close() {
        metrics.close();
    }

    private int admitted(final int wanted, final String addresses) throws Exception {
        int admitted = 0;
        for (int i = 0; i < wanted; i++) {
            if (limits.take(InetAddress.getByName(String.format(addresses, i + 1)))) {
                admitted++;
            }
        }
        return admitted;
    }

    @Test
    void shouldCountAllAddressesOfAPrefixAsOne() throws Exception {
        assertEquals(MOST_OF_ADDRESS, admitted(5, "2001:db8:0:7::%x"));
        limits.release(InetAddress.getByName("2001:db8:0:7::1"));
        assertTrue(limits.take(InetAddress.getByName("2001:db8:0:7:ffff::")));
        assertFalse(limits.take(InetAddress.getByName("2001:db8:0:7::1")));
        assertEquals(1, admitted(1, "2001:db8:0:8::1"));
    }

    @Test
    void shouldLimitNeitherThisMachineNorAProxyButByAll() throws Exception {
        assertEquals(5, admitted(5, "127.0.0.1"));
        assertEquals(5, admitted(5, "::1"));
        assertEquals(5, admitted(5, "10.0.0.1"));
        assertEquals(MOST_OF_ADDRESS, admitted(5, "10.0.0.2"));
        assertEquals(MOST - 15 - MOST_OF_ADDRESS, admitted(5, "127.0.0.1"));
    }
}
