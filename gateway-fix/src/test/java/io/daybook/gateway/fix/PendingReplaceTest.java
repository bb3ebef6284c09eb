package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests replacements of an order while an earlier one has no outcome, because the disk of the journal is held up. */
@Proves("a FIX client hears what the exchange, other doors and limits do to its orders")
@Timeout(300)
final class PendingReplaceTest {
    private static final String OF_ORDER = "|55=BTC-EUR|54=1|60=20260101-00:00:00|40=2";

    @TempDir
    private Path folder;

    private final GatedDisk disk = new GatedDisk();

    @Test
    void shouldRefuseAReplacementThatDoesNotKnowOfAnother() throws Exception {
        try (FixVenue venue = new FixVenue(folder, disk, FixVenue.trader(17, 1));
                RawFix client = venue.logon(17)) {
            assertEquals("A", RawFix.field(client.receive(), 35));
            client.send("35=D|11=a" + OF_ORDER + "|38=0.012|44=154000|59=1");
            assertEquals("0", RawFix.field(client.receive(), 150));
            disk.gate().lock();
            try {
                client.send("35=G|11=b|41=a" + OF_ORDER + "|38=0.011|44=154000");
                client.send("35=G|11=c|41=a" + OF_ORDER + "|38=0.010|44=154000");
                client.send("35=G|11=d|41=b" + OF_ORDER + "|38=0.009|44=154000");
                client.send("35=F|11=e|41=a|55=BTC-EUR|54=1|60=20260101-00:00:00");
                client.send("35=B|148=x|33=1|58=x");
                assertEquals(17, venue.news.take().session());
            } finally {
                disk.gate().unlock();
            }
            assertEquals("5 b a", told(client.receive(), 150));
            final String refused = client.receive();
            assertEquals("9 c a", told(refused, 35));
            assertEquals("3", RawFix.field(refused, 102));
            assertTrue(String.valueOf(RawFix.field(refused, 58)).startsWith("PENDING_REPLACE: "), refused);
            assertEquals("5 d b", told(client.receive(), 150));
            assertEquals("4 e d", told(client.receive(), 150), "a cancel is always accepted");
        }
    }

    private static String told(final String message, final int tag) {
        return RawFix.field(message, tag) + " " + RawFix.field(message, 11) + " " + RawFix.field(message, 41);
    }
}
