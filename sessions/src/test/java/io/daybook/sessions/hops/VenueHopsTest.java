package io.daybook.sessions.hops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.wire.OrderNumbers;
import io.daybook.wire.hops.Hop;
import io.daybook.wire.hops.HopRing;
import org.junit.jupiter.api.Test;

/** The times of a command that came through a door, and of one that did not. */
@Proves("the times of a command are not those of another one")
class VenueHopsTest {
    private final VenueHops hops = new VenueHops(1);
    private final long[] times = new long[Hop.CODE_LIMIT];

    private void hear(final long seq, final long cookie) {
        hops.onBegan(seq, 30);
        hops.onHeard(seq, cookie, 50);
        assertTrue(hops.read(seq, times));
    }

    @Test
    void shouldTimeARequestFromItsSocket() {
        final long cookie = OrderNumbers.cookie(17, 1);
        hops.onPublished(cookie, 10, 20);
        hear(1, cookie);
        assertEquals(10, times[Hop.T1.code()]);
        assertEquals(20, times[Hop.T2.code()]);
    }

    @Test
    void shouldTimeNoSocketOfACommandWithoutARequest() {
        hear(1, 0);
        assertEquals(HopRing.NO_TIME, times[Hop.T1.code()]);
        assertEquals(HopRing.NO_TIME, times[Hop.T2.code()]);
        assertEquals(50, times[Hop.T5.code()]);
    }
}
