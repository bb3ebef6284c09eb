package io.daybook.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VenueAddressesTest {
    private static final VenueAddress A = new VenueAddress("a.lan", 1);
    private static final VenueAddress B = new VenueAddress("b.lan", 2);
    private static final VenueAddress C = new VenueAddress("c.lan", 3);

    private final VenueAddresses addresses = new VenueAddresses(List.of(A, B, C));

    @Test
    void shouldGoFromOneToTheNextAndPauseLongerBehindEachRound() {
        for (int round = 0; round < 2; round++) {
            assertEquals(A, addresses.current());
            assertFalse(addresses.lost());
            assertEquals(B, addresses.current());
            assertFalse(addresses.lost());
            assertEquals(C, addresses.current());
            assertTrue(addresses.lost());
        }
        addresses.lost();
        addresses.welcomed();
        assertFalse(addresses.lost());
        assertFalse(addresses.lost());
        assertTrue(addresses.lost());
    }

    @Test
    void shouldGoWhereItWasToldAndOnFromThere() {
        addresses.follow("c.lan:3");
        assertFalse(addresses.lost());
        assertEquals(C, addresses.current());
        assertFalse(addresses.isToldByVenue());
        assertFalse(addresses.lost());
        assertEquals(A, addresses.current());
    }

    @Test
    void shouldGoToAnAddressThatTheProgramDidNotNameAndOnFromThere() {
        addresses.follow("d.lan:4");
        addresses.lost();
        assertEquals(new VenueAddress("d.lan", 4), addresses.current());
        assertTrue(addresses.isToldByVenue());
        addresses.lost();
        assertEquals(
                B, addresses.current(), "the node that named it may be cut off from the others, and name it forever");
        assertFalse(addresses.isToldByVenue());
    }

    @Test
    void shouldPauseLongerWhereTwoNodesNameEachOther() {
        int rounds = 0;
        for (int i = 0; i < 6; i++) {
            addresses.follow(i % 2 == 0 ? "b.lan:2" : "a.lan:1");
            rounds += addresses.lost() ? 1 : 0;
        }
        assertEquals(2, rounds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", ":1", "a:", "a:x", "a:0", "a:65536", " :1"})
    void shouldGoOnWhereATextIsNoAddress(final String text) {
        addresses.follow(text);
        addresses.lost();
        assertEquals(B, addresses.current());
        assertThrows(IllegalArgumentException.class, () -> VenueAddress.of(text));
    }

    @Test
    void shouldReadAddressesOfBothKinds() {
        assertEquals(new VenueAddress("10.0.0.1", 7001), VenueAddress.of("10.0.0.1:7001"));
        assertEquals(new VenueAddress("::1", 7001), VenueAddress.of("[::1]:7001"));
    }
}
