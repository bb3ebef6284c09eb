package io.daybook.gateway.fix;

import static io.daybook.gateway.fix.RawFix.fields;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.host.Proves;
import io.daybook.sessions.member.Right;
import io.daybook.sessions.member.SessionSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A q ends the orders of the side that it names, orders that are not yet journaled, and with a right all orders. */
@Proves("a FIX client hears what the exchange, other doors and limits do to its orders")
@Timeout(300)
final class MassCancelTest {
    private static final String TIME = "|60=20260101-00:00:00";

    @TempDir
    private Path folder;

    private final GatedDisk disk = new GatedDisk();

    private FixVenue start(final SessionSettings... sessions) {
        return new FixVenue(folder, disk, sessions);
    }

    private static RawFix logon(final FixVenue venue, final int session) throws IOException {
        final RawFix client = venue.logon(session);
        assertEquals("A", RawFix.field(client.receive(), 35));
        return client;
    }

    private static void place(final RawFix client, final String id, final int side, final String price)
            throws IOException {
        client.send(RawFix.order(id, side, "0.005", price));
        assertEquals("150=0 11=" + id, fields(client.receive(), 150, 11));
    }

    @Test
    void shouldEndTheOrdersOfOneSide() throws Exception {
        try (FixVenue venue = start(FixVenue.trader(17, 1));
                RawFix client = logon(venue, 17)) {
            place(client, "b", 1, "154000");
            place(client, "s", 2, "155000");
            client.send("35=q|11=m1|530=7|54=1" + TIME);
            assertEquals("150=4 41=b 11=m1", fields(client.receive(), 150, 41, 11));
            assertEquals("35=r 531=7 533=1", fields(client.receive(), 35, 531, 533));
            client.send("35=q|11=m2|530=1|55=BTC-EUR|54=1" + TIME);
            assertEquals("35=r 531=1 533=0", fields(client.receive(), 35, 531, 533));
            client.send("35=q|11=m3|530=1|55=BTC-EUR|54=2" + TIME);
            assertEquals("150=4 41=s 11=m3", fields(client.receive(), 150, 41, 11));
            assertEquals("35=r 531=1 533=1", fields(client.receive(), 35, 531, 533));
            client.send("35=q|11=m4|530=7|54=5" + TIME);
            assertEquals("35=3 371=54 373=5", fields(client.receive(), 35, 371, 373));
        }
    }

    /** A client that cancels all its orders must not keep one that it has sent before. */
    @Test
    void shouldEndOrdersThatAreOnTheirWay() throws Exception {
        try (FixVenue venue = start(FixVenue.trader(17, 1));
                RawFix client = logon(venue, 17)) {
            place(client, "a", 1, "154000");
            disk.gate().lock();
            try {
                client.send(RawFix.order("b", 1, "0.005", "154000"));
                client.send(RawFix.order("s", 2, "0.005", "155000"));
                client.send(RawFix.order("x", 2, "0.005", "153000") + "|59=1|18=6");
                client.send("35=G|11=c|41=b|55=BTC-EUR|54=1|38=0.004|40=2|44=154000" + TIME);
                client.send("35=q|11=m1|530=7" + TIME);
                client.send("35=B|148=x|33=1|58=x");
                assertEquals(17, venue.news.take().session());
            } finally {
                disk.gate().unlock();
            }
            assertEquals("150=0 11=b", fields(client.receive(), 150, 11));
            assertEquals("150=0 11=s", fields(client.receive(), 150, 11));
            assertEquals("150=0 11=x", fields(client.receive(), 150, 11));
            assertEquals("150=4 11=x", fields(client.receive(), 150, 11), "post-only, and would have traded");
            assertEquals("150=5 11=c", fields(client.receive(), 150, 11));
            assertEquals("150=4 41=a 11=m1", fields(client.receive(), 150, 41, 11));
            assertEquals("150=4 41=c 11=m1", fields(client.receive(), 150, 41, 11));
            assertEquals("150=4 41=s 11=m1", fields(client.receive(), 150, 41, 11));
            assertEquals("35=r 531=7 533=3", fields(client.receive(), 35, 531, 533), "one order had ended by itself");
            client.send("35=AF|584=left|585=7");
            assertEquals("0", RawFix.field(client.receiveApplication(), 911), "no order is left");
        }
    }

    /** With the right and an account, a q ends orders of any session or door. */
    @Test
    void shouldEndTheOrdersOfAnAccount() throws Exception {
        final SessionSettings admin = FixVenue.session(19, Set.of(Right.TRADE, Right.ADMIN), 1);
        try (FixVenue venue = start(FixVenue.trader(17, 1), admin);
                RawFix client = logon(venue, 17);
                RawFix operator = logon(venue, 19)) {
            place(client, "b", 1, "154000");
            place(client, "s", 2, "155000");
            operator.send("35=q|11=m1|530=7|54=2|1=A1" + TIME);
            final String ended = client.receive();
            assertEquals("150=4 39=4 11=s 41=null 151=0.000", fields(ended, 150, 39, 11, 41, 151));
            assertEquals("a mass cancel", RawFix.field(ended, 58));
            assertEquals("35=r 531=7 533=1", fields(operator.receive(), 35, 531, 533));
            operator.send("35=q|11=m2|530=7|1=A1" + TIME);
            assertEquals("150=4 39=4 11=b", fields(client.receive(), 150, 39, 11));
            assertEquals("35=r 531=7 533=1", fields(operator.receive(), 35, 531, 533));
        }
    }
}
