package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.MassCancel;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.SetUser;
import io.daybook.api.StpMode;
import io.daybook.api.Tick;
import io.daybook.api.UserSetting;
import io.daybook.host.Proves;
import io.daybook.sessions.member.Right;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the exchange does to orders without a command reaches their sessions: rows of the table of docs/fix.md. */
@Proves("a FIX client hears what the exchange, other doors and limits do to its orders")
final class OrderEndsTest {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

    @TempDir
    private Path folder;

    private @Nullable FixVenue venue;

    @BeforeEach
    void open() {
        venue = new FixVenue(
                folder,
                FixVenue.trader(17, 1),
                FixVenue.trader(18, 2),
                FixVenue.session(19, Set.of(Right.DROPCOPY), 3));
    }

    @AfterEach
    void close() {
        venue().close();
    }

    private FixVenue venue() {
        if (venue == null) {
            throw new IllegalStateException("there must be a venue");
        }
        return venue;
    }

    private RawFix logon(final int session) throws IOException {
        final RawFix client = venue().logon(session);
        assertEquals("A", RawFix.field(client.receive(), 35));
        return client;
    }

    private static String order(final String id, final int side, final String quantity, final String more) {
        return "35=D|11=" + id + "|55=BTC-EUR|54=" + side + "|60=20260101-00:00:00|38=" + quantity + "|40=2|44=154000"
                + more;
    }

    private static String told(final @Nullable String message) {
        final StringBuilder text = new StringBuilder();
        for (final int tag : new int[] {11, 150, 39, 378, 38, 14, 151}) {
            text.append(text.isEmpty() ? "" : " ").append(tag).append('=').append(RawFix.field(message, tag));
        }
        return text.toString();
    }

    private void prevent(final StpMode mode) {
        venue().submit(new SetUser(1, Map.of(UserSetting.STP_MODE, (long) mode.code())));
    }

    @Test
    void shouldSayThatAnOrderWouldHaveTradedWithItself() throws Exception {
        prevent(StpMode.CANCEL_MAKER);
        try (RawFix client = logon(17)) {
            client.send(order("m", 2, "0.005", "|59=1"));
            assertEquals("11=m 150=0 39=0 378=null 38=0.005 14=0.000 151=0.005", told(client.receive()));
            client.send(order("t", 1, "0.003", "|59=1"));
            assertEquals("11=t 150=0 39=0 378=null 38=0.003 14=0.000 151=0.003", told(client.receive()));
            final String ended = client.receive();
            assertEquals("11=m 150=4 39=4 378=8 38=0.005 14=0.000 151=0.000", told(ended));
            assertTrue(String.valueOf(RawFix.field(ended, 58)).startsWith("it would have traded with"), ended);
        }
    }

    /** Both orders lose lots. The larger one stays live, and 38 = 14 + 151 holds for it. */
    @Test
    void shouldSayWhatBothLoseThatWouldHaveTradedWithThemselves() throws Exception {
        prevent(StpMode.DECREMENT);
        try (RawFix client = logon(17);
                RawFix other = logon(18)) {
            client.send(order("m", 2, "0.005", "|59=1"));
            assertEquals("11=m 150=0 39=0 378=null 38=0.005 14=0.000 151=0.005", told(client.receive()));
            client.send(order("t", 1, "0.003", "|59=1"));
            assertEquals("11=t 150=0 39=0 378=null 38=0.003 14=0.000 151=0.003", told(client.receive()));
            assertEquals("11=m 150=D 39=0 378=8 38=0.002 14=0.000 151=0.002", told(client.receive()));
            assertEquals("11=t 150=4 39=4 378=8 38=0.003 14=0.000 151=0.000", told(client.receive()));
            other.send(order("b", 1, "0.001", "|59=3"));
            assertEquals("11=m 150=F 39=1 378=null 38=0.002 14=0.001 151=0.001", told(client.receive()));
            client.send("35=G|11=n|41=m|55=BTC-EUR|54=2|60=20260101-00:00:00|38=0.004|40=2|44=154000");
            assertEquals("11=n 150=5 39=1 378=null 38=0.004 14=0.001 151=0.003", told(client.receive()));
        }
    }

    @Test
    void shouldSayThatTheTimeOfAnOrderIsOver() throws Exception {
        try (RawFix client = logon(17)) {
            final Instant end = Instant.now().plusSeconds(3_600);
            client.send(order("e", 1, "0.005", "|59=6|126=" + TIME.format(end)));
            assertEquals("11=e 150=0 39=0 378=null 38=0.005 14=0.000 151=0.005", told(client.receive()));
            final long afterNs = TimeUnit.MILLISECONDS.toNanos(end.toEpochMilli() + 1);
            assertTrue(venue().exchange()
                    .submit(new Tick(1), 0, afterNs)
                    .get(60, TimeUnit.SECONDS)
                    .isSuccess());
            final String ended = client.receive();
            assertEquals("11=e 150=C 39=C 378=null 38=0.005 14=0.000 151=0.000", told(ended));
            assertEquals("its time is over", RawFix.field(ended, 58));
        }
    }

    @Test
    void shouldSayThatTheDayOfAnOrderIsOverAfterAPartHasTraded() throws Exception {
        try (RawFix client = logon(17);
                RawFix other = logon(18)) {
            client.send(order("d", 1, "0.005", "|59=0"));
            assertEquals("11=d 150=0 39=0 378=null 38=0.005 14=0.000 151=0.005", told(client.receive()));
            other.send(order("s", 2, "0.002", "|59=3"));
            assertEquals("11=d 150=F 39=1 378=null 38=0.005 14=0.002 151=0.003", told(client.receive()));
            assertTrue(venue().gateway().roll());
            final String ended = client.receive();
            assertEquals("11=d 150=C 39=C 378=null 38=0.005 14=0.002 151=0.000", told(ended));
            assertEquals("its day is over", RawFix.field(ended, 58));
        }
    }

    private static String unpriced(final String id, final int side, final String quantity, final String more) {
        return "35=D|11=" + id + "|55=BTC-EUR|54=" + side + "|60=20260101-00:00:00|38=" + quantity + more;
    }

    /**
     * The slippage of the listing is 20 ticks of 10 euros beyond the best price. A bid holds money for the highest
     * price that it may pay.
     */
    @Test
    void shouldTakeWhatIsThereWithinTheSlippageWhereAnOrderHasNoPrice() throws Exception {
        try (RawFix client = logon(17);
                RawFix other = logon(18)) {
            other.send(order("m", 2, "0.002", "|59=1"));
            assertEquals("11=m 150=0 39=0 378=null 38=0.002 14=0.000 151=0.002", told(other.receive()));
            other.send(order("n", 2, "0.002", "|59=1").replace("44=154000", "44=154210"));
            assertEquals("11=n 150=0 39=0 378=null 38=0.002 14=0.000 151=0.002", told(other.receive()));
            client.send(unpriced("r", 1, "0.003", "|40=1"));
            final String refused = client.receive();
            assertEquals("11=r 150=8 39=8 378=null 38=0.003 14=0.000 151=0.000", told(refused));
            assertEquals("3", RawFix.field(refused, 103), "the highest price of the listing is more than it can pay");
            client.send(unpriced("t", 1, "0.003", "|40=1|9998=200000"));
            assertEquals("11=t 150=0 39=0 378=null 38=0.003 14=0.000 151=0.003", told(client.receive()));
            assertEquals("11=t 150=F 39=1 378=null 38=0.003 14=0.002 151=0.001", told(client.receive()));
            assertEquals("11=t 150=4 39=4 378=null 38=0.003 14=0.002 151=0.000", told(client.receive()));
            client.send(unpriced("u", 1, "0.003", "|40=1|59=4|9998=200000"));
            assertEquals("11=u 150=0 39=0 378=null 38=0.003 14=0.000 151=0.003", told(client.receive()));
            assertEquals("11=u 150=4 39=4 378=null 38=0.003 14=0.000 151=0.000", told(client.receive()));
            client.send(unpriced("v", 2, "0.003", "|40=1"));
            assertEquals("11=v 150=0 39=0 378=null 38=0.003 14=0.000 151=0.003", told(client.receive()));
            assertEquals("11=v 150=4 39=4 378=null 38=0.003 14=0.000 151=0.000", told(client.receive()));
        }
    }

    @Test
    void shouldTakeWhatIsThereOnceTheStopOfAnOrderIsMet() throws Exception {
        try (RawFix client = logon(17);
                RawFix other = logon(18)) {
            client.send(unpriced("s", 1, "0.005", "|40=3|99=154000|59=1"));
            assertEquals("11=s 150=0 39=0 378=null 38=0.005 14=0.000 151=0.005", told(client.receive()));
            other.send(order("m", 2, "0.003", "|59=1"));
            assertEquals("11=m 150=0 39=0 378=null 38=0.003 14=0.000 151=0.003", told(other.receive()));
            other.send(order("n", 1, "0.001", "|59=3"));
            final String triggered = client.receive();
            assertEquals("11=s 150=D 39=0 378=99 38=0.005 14=0.000 151=0.005", told(triggered));
            assertEquals("its trigger was met", RawFix.field(triggered, 58));
            assertEquals("11=s 150=F 39=1 378=null 38=0.005 14=0.002 151=0.003", told(client.receive()));
            assertEquals("11=s 150=4 39=4 378=null 38=0.005 14=0.002 151=0.000", told(client.receive()));
            client.send(unpriced("l", 2, "0.005", "|40=3|99=200|59=1"));
            assertEquals("11=l 150=0 39=0 378=null 38=0.005 14=0.000 151=0.005", told(client.receive()));
        }
    }

    @Test
    void shouldRefuseTheOrdersOfAUserWhoIsSuspended() throws Exception {
        try (RawFix client = logon(17)) {
            venue().submit(new MassCancel(1, 0, null, false, true));
            client.send(order("a", 1, "0.005", "|59=1"));
            final String refused = client.receive();
            assertEquals("11=a 150=8 39=8 378=null 38=0.005 14=0.000 151=0.000", told(refused));
            assertEquals("0", RawFix.field(refused, 103));
            assertTrue(String.valueOf(RawFix.field(refused, 58)).startsWith("AUTH_USER_SUSPENDED"), refused);
        }
    }

    /** An order of another door that slides: FIX has no such orders, but its drop copies report it. */
    @Test
    void shouldSayThatAnOrderRestsAtAnotherPrice() throws Exception {
        try (RawFix copies = logon(19);
                RawFix client = logon(17)) {
            client.send(order("s", 2, "0.005", "|59=1"));
            assertEquals("11=s 150=0 39=0 378=null 38=0.005 14=0.000 151=0.005", told(client.receive()));
            venue().submit(PlaceOrder.builder()
                    .uid(3)
                    .symbol(1)
                    .orderId(7)
                    .bid()
                    .type(OrderType.POST_ONLY)
                    .price(15_410)
                    .reservePrice(15_410)
                    .size(5)
                    .build()
                    .withTerms(OrderTerms.builder().slide().build()));
            final String placed = copies.receive();
            assertEquals("11=7 150=0 39=0 378=null 38=0.005 14=0.000 151=0.005", told(placed));
            assertEquals("154100", RawFix.field(placed, 44));
            final String moved = copies.receive();
            assertEquals("11=7 150=D 39=0 378=3 38=0.005 14=0.000 151=0.005", told(moved));
            assertEquals("153990", RawFix.field(moved, 44));
        }
    }
}
