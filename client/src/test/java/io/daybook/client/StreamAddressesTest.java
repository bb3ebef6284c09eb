package io.daybook.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which door a subscriber tries next. */
class StreamAddressesTest {
    private static InetSocketAddress door(final int node) {
        return new InetSocketAddress("127.0.0.1", 7_000 + node);
    }

    @Test
    void shouldTryEachDoorBeforeALongerPause() {
        final StreamAddresses addresses = new StreamAddresses(List.of(door(0), door(1), door(2)));
        assertTrue(addresses.areSeveral());
        assertEquals(door(0), addresses.current());
        assertFalse(addresses.lost());
        assertEquals(door(1), addresses.current());
        assertFalse(addresses.lost());
        assertEquals(door(2), addresses.current());
        assertTrue(addresses.lost());
        assertEquals(door(0), addresses.current());
        addresses.welcomed();
        assertFalse(addresses.lost());
    }

    @Test
    void shouldGoWhereANodeSaysThatTheLeaderIs() {
        final StreamAddresses addresses = new StreamAddresses(List.of(door(0), door(1), door(2)));
        addresses.follow("127.0.0.1:7002");
        assertFalse(addresses.lost());
        assertEquals(door(2), addresses.current());
        addresses.follow(""); // the node knows no leader
        assertFalse(addresses.lost());
        assertEquals(door(0), addresses.current());
        addresses.follow("10.0.0.9:7001"); // the subscriber does not have this address
        assertTrue(addresses.lost());
        assertEquals(door(1), addresses.current());
    }

    @Test
    void shouldPauseLongerEachTimeWhereThereIsOneDoor() {
        final StreamAddresses addresses = new StreamAddresses(List.of(door(0)));
        assertFalse(addresses.areSeveral());
        assertTrue(addresses.lost());
        assertTrue(addresses.lost());
        assertEquals(door(0), addresses.current());
    }
}
