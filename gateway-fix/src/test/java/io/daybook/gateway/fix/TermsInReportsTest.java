package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.TriggerWhen;
import io.daybook.host.Proves;
import io.daybook.sessions.member.Right;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the terms of orders in reports, statuses and drop copies. */
@Proves("each door shows the terms of orders, and which of them wait")
final class TermsInReportsTest {
    private static final String STOP = "|40=4|44=154100|99=154050|59=6|126=20990102-00:00:00";
    private static final String TOLD_STOP =
            "18=null 40=4 59=6 99=154050 110=null 111=null 126=20990102-00:00:00.000 636=";

    @TempDir
    private Path folder;

    private @Nullable FixVenue venue;

    @BeforeEach
    void open() {
        venue = new FixVenue(
                folder,
                FixVenue.trader(17, 1),
                FixVenue.trader(18, 2),
                FixVenue.session(19, Set.of(Right.DROPCOPY), 1, 3));
    }

    @AfterEach
    void close() {
        venue().close();
    }

    private FixVenue venue() {
        return Objects.requireNonNull(venue);
    }

    private RawFix logon(final int session, final int number) throws IOException {
        final RawFix client = venue().logon(session, number, "");
        assertEquals("A", RawFix.field(client.receive(), 35));
        return client;
    }

    private static String order(final String id, final int side, final String more) {
        return "35=D|11=" + id + "|55=BTC-EUR|54=" + side + "|60=20260101-00:00:00|38=0.012" + more;
    }

    private static String status(final RawFix client, final String id, final int side) throws IOException {
        client.send("35=H|11=" + id + "|55=BTC-EUR|54=" + side);
        return terms(client.receive());
    }

    private static String terms(final @Nullable String report) {
        final StringBuilder text = new StringBuilder();
        for (final int tag : new int[] {18, 40, 59, 99, 110, 111, 126, 636}) {
            text.append(text.isEmpty() ? "" : " ").append(tag).append('=').append(RawFix.field(report, tag));
        }
        return text.toString();
    }

    @Test
    void shouldTellTermsAndWhichOrdersWait() throws Exception {
        try (RawFix client = logon(17, 1)) {
            client.send(order("s", 1, STOP));
            assertEquals(TOLD_STOP + "N", terms(client.receive()));
            assertEquals(TOLD_STOP + "N", status(client, "s", 1));
            client.send(order("i", 2, "|40=2|44=155000|59=1|111=0.004"));
            final String iceberg = "18=null 40=2 59=1 99=null 110=null 111=0.004 126=null 636=null";
            assertEquals(iceberg, terms(client.receive()));
            assertEquals(iceberg, status(client, "i", 2));
            client.send(order("p", 1, "|40=2|44=150000|59=1|18=6"));
            assertEquals("18=6 40=2 59=1 99=null 110=null 111=null 126=null 636=null", terms(client.receive()));
            client.send(order("c", 2, "|40=2|44=156000|59=1"));
            assertEquals("18=null 40=2 59=1 99=null 110=null 111=null 126=null 636=null", terms(client.receive()));
        }
        venue().exchange().snapshot().get();
        close();
        open();
        try (RawFix client = logon(17, 8);
                RawFix other = logon(18, 1)) {
            assertEquals(TOLD_STOP + "N", status(client, "s", 1));
            other.send(order("m", 2, "|40=2|44=154050|59=1"));
            other.receive();
            other.send(order("n", 1, "|40=2|44=154050|59=3"));
            assertEquals(TOLD_STOP + "Y", terms(client.receive()));
            assertEquals(TOLD_STOP + "Y", status(client, "s", 1));
        }
        venue().exchange().snapshot().get();
        close();
        open();
        try (RawFix client = logon(17, 11)) {
            assertEquals(TOLD_STOP + "Y", status(client, "s", 1));
        }
    }

    @Test
    void shouldTellTermsOfOrdersOfOtherDoorsInDropCopies() throws Exception {
        try (RawFix copies = logon(19, 1)) {
            venue().submit(bid(7, OrderType.GTC)
                    .withTerms(OrderTerms.builder()
                            .trigger(15_405, TriggerWhen.RISES)
                            .expireAt(4_070_995_200_000_000_000L)
                            .build()));
            assertEquals(
                    "18=null 40=4 59=6 99=154050 110=null 111=null 126=20990102-00:00:00.000 636=N",
                    terms(copies.receive()));
            venue().submit(bid(8, OrderType.GTC)
                    .withTerms(OrderTerms.builder().display(3).build()));
            assertEquals("18=null 40=2 59=1 99=null 110=null 111=0.003 126=null 636=null", terms(copies.receive()));
            venue().submit(bid(9, OrderType.POST_ONLY));
            assertEquals("18=6 40=2 59=1 99=null 110=null 111=null 126=null 636=null", terms(copies.receive()));
        }
    }

    private static PlaceOrder bid(final long id, final OrderType type) {
        return PlaceOrder.gtc(3, 1, id, Side.BID, 15_410, 5).withType(type).withReservePrice(15_410);
    }
}
