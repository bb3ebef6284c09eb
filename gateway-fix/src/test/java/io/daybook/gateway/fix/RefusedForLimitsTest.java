package io.daybook.gateway.fix;

import static io.daybook.gateway.fix.RawFix.fields;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.host.RateLimit;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.SessionSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests are refused because of earlier ones: too many requests in a second, or too many ClOrdIDs on a day. */
@Proves("a FIX client hears what the exchange, other doors and limits do to its orders")
@Timeout(300)
final class RefusedForLimitsTest {
    private static final int BURST = 3;
    private static final int KEPT = 4;
    private static final int MOST = 200;

    @TempDir
    private Path folder;

    private static String replacement(final String id, final String orig, final int lots) {
        return "35=G|11=" + id + "|41=" + orig + "|55=BTC-EUR|54=1|60=20260101-00:00:00|38=0." + (900 - lots)
                + "|40=2|44=154000";
    }

    /** The session sends many requests at once, because on a slow machine its rate permits some more meanwhile. */
    @Test
    void shouldRefuseWhatIsOverTheRateAndLetCancelsThrough() throws Exception {
        final SessionSettings usual = FixVenue.trader(17, 1);
        final SessionSettings slow = FixVenue.changed(usual, new RateLimit(1, BURST), false);
        try (FixVenue venue = new FixVenue(folder, slow);
                RawFix client = venue.logon(17)) {
            client.receive();
            for (int i = 0; i < MOST; i++) {
                client.send(RawFix.order("a" + i, 1, "0.900", "154000"));
            }
            final List<String> taken = new ArrayList<>();
            int refused = 0;
            for (int i = 0; i < MOST; i++) {
                final String answer = client.receiveApplication();
                if ("0".equals(RawFix.field(answer, 150))) {
                    taken.add(RawFix.field(answer, 11));
                } else {
                    assertEquals("150=8 39=8 103=3 11=a" + i, fields(answer, 150, 39, 103, 11));
                    assertTrue(String.valueOf(RawFix.field(answer, 58)).startsWith("THROTTLED"), answer);
                    refused++;
                }
            }
            assertTrue(taken.size() >= BURST && refused > 0, () -> "taken " + taken);
            assertReplacementsAreThrottled(client, taken.get(0));
            client.send("35=F|11=f|41=" + taken.get(1) + "|55=BTC-EUR|54=1|60=20260101-00:00:00");
            assertEquals("150=4 39=4 11=f", fields(client.receiveApplication(), 150, 39, 11));
            client.send("35=q|11=q|530=7|60=20260101-00:00:00");
            String last = client.receiveApplication();
            while (!"r".equals(RawFix.field(last, 35))) {
                last = client.receiveApplication();
            }
            assertEquals("531=7 533=" + (taken.size() - 1), fields(last, 531, 533));
        }
    }

    private static void assertReplacementsAreThrottled(final RawFix client, final String first) throws IOException {
        String orig = first;
        for (int i = 1; i <= MOST; i++) {
            client.send(replacement("g" + i, orig, i));
            final String answer = client.receiveApplication();
            if ("9".equals(RawFix.field(answer, 35))) {
                assertEquals("434=2 102=99 39=0 11=g" + i, fields(answer, 434, 102, 39, 11));
                assertTrue(String.valueOf(RawFix.field(answer, 58)).startsWith("THROTTLED"), answer);
                return;
            }
            assertEquals("150=5 11=g" + i, fields(answer, 150, 11));
            orig = "g" + i;
        }
        throw new AssertionError("no replacement was refused");
    }

    @Test
    void shouldRefuseARepetitionOfWhichItMayHaveForgotten() throws Exception {
        final SessionLimits limits = new SessionLimits(
                4_096, 1_000_000, 1_000, 10, 100, 60_000, 10, 4L << 20, 64L << 20, 300_000, 1L << 30, 7, KEPT);
        try (FixVenue venue = new FixVenue(folder, limits, FixVenue.trader(17, 1));
                RawFix client = venue.logon(17)) {
            client.receive();
            for (int i = 0; i <= KEPT; i++) {
                client.send(RawFix.order("a" + i, 1, "0.005", "154000") + (i == KEPT ? "|59=0" : "|59=1"));
                assertEquals("150=0 11=a" + i, fields(client.receive(), 150, 11));
            }
            assertPerhapsRepeated(client, "97=Y", "a0");
            assertPerhapsRepeated(client, "97=Y", "n0");
            assertPerhapsRepeated(client, "43=Y|122=20260101-00:00:00", "a1");
            assertPerhapsRepeated(client, "43=Y|122=20260101-00:00:00", "n1");
            assertTrue(venue.gateway().roll());
            assertEquals("150=C 11=a" + KEPT, fields(client.receive(), 150, 11));
            client.send("35=D|97=Y" + RawFix.order("next", 1, "0.005", "154000").substring(4));
            assertEquals("150=0 11=next", fields(client.receive(), 150, 11), "no ClOrdID of the new day was dropped");
        }
    }

    private static void assertPerhapsRepeated(final RawFix client, final String flag, final String id)
            throws IOException {
        client.send("35=D|" + flag + RawFix.order(id, 1, "0.005", "154000").substring(4));
        final String refused = client.receive();
        assertEquals("150=8 39=8 103=99 11=" + id, fields(refused, 150, 39, 103, 11));
        assertTrue(String.valueOf(RawFix.field(refused, 58)).startsWith("PERHAPS_REPEATED"), refused);
    }
}
