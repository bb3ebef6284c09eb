package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The fields of a replacement are compared with its order as soon as the order was sent to the exchange. */
@Timeout(300)
final class ReplaceTermsTest {
    private static final String OF_ORDER = "|55=BTC-EUR|54=1|60=20260101-00:00:00|40=2|44=154000";

    @TempDir
    private Path folder;

    private final GatedDisk disk = new GatedDisk();

    @Test
    void shouldCompareAReplacementRightBehindItsOrder() throws Exception {
        try (FixVenue venue = new FixVenue(folder, disk, FixVenue.trader(17, 1));
                RawFix client = venue.logon(17)) {
            assertEquals("A", RawFix.field(client.receive(), 35));
            disk.gate().lock();
            try {
                client.send("35=D|11=a" + OF_ORDER + "|38=0.012|59=1|111=0.004");
                client.send("35=G|11=b|41=a" + OF_ORDER + "|38=0.011|59=0");
                client.send("35=G|11=c|41=a" + OF_ORDER + "|38=0.011|111=0.005");
                client.send("35=G|11=d|41=a" + OF_ORDER + "|38=0.011|59=1|111=0.004");
                client.send("35=B|148=x|33=1|58=x");
                assertEquals(17, venue.news.take().session());
            } finally {
                disk.gate().unlock();
            }
            assertEquals("0 a", told(client.receive(), 150));
            refused(client.receive(), "9 b", "field 59: 0");
            refused(client.receive(), "9 c", "field 111: 0.005");
            assertEquals("5 d", told(client.receive(), 150));
        }
    }

    @Test
    void shouldCompareAReplacementWithAnOrderFromASnapshot() throws Exception {
        try (FixVenue venue = new FixVenue(folder, FixVenue.trader(17, 1));
                RawFix client = venue.logon(17)) {
            client.receive();
            client.send("35=D|11=a" + OF_ORDER + "|38=0.012|59=6|126=20990101-00:00:00|111=0.004");
            assertEquals("0 a", told(client.receive(), 150));
            client.send("35=D|11=p" + OF_ORDER + "|38=0.012|59=1|18=6");
            assertEquals("0 p", told(client.receive(), 150));
            venue.exchange().snapshot().get();
        }
        try (FixVenue venue = new FixVenue(folder, FixVenue.trader(17, 1));
                RawFix client = venue.logon(17, 4, "")) {
            client.receive();
            client.send("35=G|11=b|41=a" + OF_ORDER + "|38=0.011|111=0.005");
            refused(client.receive(), "9 b", "field 111: 0.005");
            client.send("35=G|11=c|41=p" + OF_ORDER + "|38=0.011|110=0.001");
            refused(client.receive(), "9 c", "field 110: 0.001");
            client.send("35=G|11=d|41=a" + OF_ORDER + "|38=0.011|59=6|126=20990101-00:00:00|111=0.004");
            assertEquals("5 d", told(client.receive(), 150));
            client.send("35=G|11=e|41=p" + OF_ORDER + "|38=0.011|18=6");
            assertEquals("5 e", told(client.receive(), 150));
        }
    }

    private static String told(final String message, final int tag) {
        return RawFix.field(message, tag) + " " + RawFix.field(message, 11);
    }

    private static void refused(final String message, final String told, final String why) {
        assertEquals(told, told(message, 35));
        assertEquals("99", RawFix.field(message, 102));
        assertTrue(String.valueOf(RawFix.field(message, 58)).contains(why), message);
    }
}
