package io.daybook.gateway.fix.session;

import static io.daybook.gateway.fix.RawFix.fields;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CancelOrderWriter;
import io.daybook.gateway.fix.FixVenue;
import io.daybook.gateway.fix.RawFix;
import io.daybook.gateway.fix.book.RequestTag;
import io.daybook.host.Proves;
import io.daybook.sessions.audit.AuditEvent;
import io.daybook.sessions.member.CancelOnDisconnect;
import io.daybook.sessions.member.Right;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.wire.OrderNumbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sessions keep numbers, ClOrdIDs and drop copies over connections and restarts, and cancel orders when they should.
 */
@Proves("FIX numbers are given once, over kills, lost files and resets")
@Tag("whole")
final class FixSessionsTest {
    private static final SessionSettings DROP_COPY = FixVenue.session(19, Set.of(Right.DROPCOPY), 1);
    private static final long LOOK_NS = 1_000_000;

    @TempDir
    private Path folder;

    private @Nullable FixVenue venue;

    @AfterEach
    void close() {
        if (venue != null) {
            venue.close();
        }
    }

    private FixVenue start(final SessionSettings... sessions) {
        final FixVenue fresh = new FixVenue(folder, sessions);
        venue = fresh;
        return fresh;
    }

    private FixVenue restart(final SessionSettings... sessions) {
        close();
        return start(sessions);
    }

    private static String order(final String id, final int side, final String quantity, final String price) {
        return RawFix.order(id, side, quantity, price) + "|59=1";
    }

    /** Lets order a1 rest, and logs its session out in order. */
    private static void restAndLogOut(final FixVenue venue) throws IOException {
        try (RawFix client = venue.logon(17)) {
            client.receive();
            client.send(order("a1", 1, "0.005", "154000"));
            assertEquals("34=2 150=0", fields(client.receive(), 34, 150));
            logout(client);
        }
    }

    private static void logout(final RawFix client) throws IOException {
        client.send("35=5");
        assertEquals("5", RawFix.field(client.receiveApplication(), 35));
        assertNull(client.receive());
    }

    @Test
    void shouldBeginItsNumbersAnewWhereTheClientAsks() throws Exception {
        final FixVenue first = start(FixVenue.trader(17, 1));
        try (RawFix client = first.logon(17)) {
            client.receive();
            client.send(order("a1", 1, "0.005", "154000"));
            assertEquals("34=2 150=0", fields(client.receive(), 34, 150));
            client.send(order("c1", 1, "0.005", "154000").replace("59=1", "59=3"));
            assertEquals("34=3 150=0", fields(client.receive(), 34, 150));
            assertEquals("34=4 150=4", fields(client.receive(), 34, 150));
            logout(client);
        }
        try (RawFix client = first.logon(17, 1, "|141=Y")) {
            assertEquals("35=A 34=1 141=Y", fields(client.receive(), 35, 34, 141));
            client.send(order("a1", 1, "0.005", "154000"));
            assertEquals("34=2 150=8 103=6", fields(client.receive(), 34, 150, 103), "the ClOrdID was used today");
            client.send(order("c1", 1, "0.005", "154000"));
            assertEquals("34=3 150=8 103=6", fields(client.receive(), 34, 150, 103), "and its order has ended");
            client.send("35=AF|584=m1|585=7");
            assertEquals("150=I 39=0 11=a1 911=1 912=Y", fields(client.receive(), 150, 39, 11, 911, 912));
            logout(client);
        }
        final FixVenue second = restart(FixVenue.trader(17, 1));
        try (RawFix client = second.logon(17, 6, "")) {
            assertEquals("35=A 34=6", fields(client.receive(), 35, 34));
        }
    }

    @Test
    void shouldAskForWhatAnEndOutOfOrderMayHaveLost() throws Exception {
        final FixVenue first = start(FixVenue.trader(17, 1));
        try (RawFix client = first.logon(17)) {
            client.receive();
            client.send(order("a1", 1, "0.005", "154000"));
            assertEquals("34=2 150=0", fields(client.receive(), 34, 150));
            client.send("35=0");
            logout(client);
        }
        close();
        venue = null;
        Files.delete(folder.resolve("gateway/17/numbers"));
        final FixVenue second = start(FixVenue.trader(17, 1));
        try (RawFix client = second.logon(17, 5, "")) {
            final String logon = client.receive();
            assertEquals("35=A", fields(logon, 35));
            final int number = Integer.parseInt(String.valueOf(RawFix.field(logon, 34)));
            assertEquals(4001, number, "the next number after the reserved block");
            assertEquals("35=2 7=3 16=0", fields(client.receive(), 35, 7, 16), "J is the number of the order, 2");
            assertEquals("35=8 150=0 97=Y 11=a1", fields(client.receive(), 35, 150, 97, 11), "it lost its number");
            client.sendAs(3, "35=4|43=Y|122=20260101-00:00:00|123=Y|36=6");
            client.next(6);
            client.send("35=D|43=Y|122=20260101-00:00:00|11=a1|55=BTC-EUR|54=1|60=20260101-00:00:00"
                    + "|38=0.005|40=2|44=154000");
            client.send("35=1|112=x");
            assertEquals(
                    "35=0 112=x", fields(client.receive(), 35, 112), "a known ClOrdID that comes again is ignored");
        }
    }

    /**
     * A process before the last one may have sent reports; the last one closed in order, but had not sent them again.
     */
    @Test
    void shouldSayPossibleResendWhereAProcessInBetweenHasNotToldAgain() throws Exception {
        final FixVenue first = start(FixVenue.trader(17, 1));
        restAndLogOut(first);
        close();
        venue = null;
        Files.delete(folder.resolve("gateway/17/numbers"));
        start(FixVenue.trader(17, 1));
        final FixVenue third = restart(FixVenue.trader(17, 1));
        try (RawFix client = third.logon(17, 4, "")) {
            assertEquals("35=A 34=4001", fields(client.receive(), 35, 34));
            assertEquals("35=2 7=3 16=0", fields(client.receive(), 35, 7, 16));
            assertEquals("35=8 150=0 97=Y 11=a1", fields(client.receive(), 35, 150, 97, 11));
        }
    }

    /** Messages below the number of a Logon do not count as processed because the Logon is. */
    @Test
    void shouldAskAgainForWhatIsMissingBelowALogon() throws Exception {
        final FixVenue first = start(FixVenue.trader(17, 1));
        try (RawFix client = first.logon(17)) {
            client.receive();
            client.send(order("a1", 1, "0.005", "154000"));
            assertEquals("34=2 150=0", fields(client.receive(), 34, 150));
        }
        for (int life = 0; life < 3; life++) {
            close();
            venue = null;
            Files.deleteIfExists(folder.resolve("gateway/17/numbers"));
            final FixVenue next = start(FixVenue.trader(17, 1));
            try (RawFix client = next.logon(17, 10 + life, "")) {
                assertEquals("35=A", fields(client.receive(), 35));
                assertEquals("35=2 7=3 16=0", fields(client.receive(), 35, 7, 16));
            }
        }
    }

    @Test
    void shouldIgnoreWhatIsSentAgainAndCarryOutWhatIsNew() throws Exception {
        final FixVenue own = start(FixVenue.trader(17, 1));
        try (RawFix client = own.logon(17)) {
            client.receive();
            client.send(order("a1", 1, "0.005", "154000"));
            assertEquals("150=0 11=a1", fields(client.receive(), 150, 11));
            client.send(order("a1", 1, "0.005", "154000").replace("35=D", "35=D|97=Y"));
            client.send(order("a2", 1, "0.006", "154000").replace("35=D", "35=D|97=Y"));
            assertEquals("150=0 11=a2 38=0.006", fields(client.receive(), 150, 11, 38));
        }
    }

    @Test
    void shouldCancelTheOrdersOfASessionThatDoesNotComeBack() throws Exception {
        final SessionSettings cancels = FixVenue.session(17, Set.of(Right.TRADE), CancelOnDisconnect.DISCONNECT, 0, 1);
        final FixVenue own = start(cancels, FixVenue.trader(18, 2));
        try (RawFix client = own.logon(17)) {
            client.receive();
            client.send(order("a1", 1, "0.005", "154000"));
            client.receive();
        }
        while (own.audited.stream().noneMatch(AuditEvent.OrdersCancelled.class::isInstance)) {
            LockSupport.parkNanos(LOOK_NS);
        }
        try (RawFix client = own.logon(17, 3, "")) {
            assertEquals("35=A", fields(client.receive(), 35));
            final String report = client.receive();
            assertEquals("150=4 39=4 11=a1 41=null 151=0.000", fields(report, 150, 39, 11, 41, 151));
        }
    }

    @Test
    void shouldCopyTheReportsOfItsAccounts() throws Exception {
        final FixVenue own = start(FixVenue.trader(17, 1), DROP_COPY);
        try (RawFix copies = own.logon(19);
                RawFix client = own.logon(17)) {
            copies.receive();
            client.receive();
            copies.send(order("x1", 1, "0.005", "154000"));
            assertEquals("35=j 380=6", fields(copies.receive(), 35, 380));
            client.send(order("a1", 1, "0.005", "154000"));
            final String report = client.receive();
            final String copy = copies.receive();
            assertEquals("797=Y 150=0 11=a1", fields(copy, 797, 150, 11));
            assertEquals(RawFix.field(report, 17), RawFix.field(copy, 17));
        }
    }

    /** The end of a connection and the Logon of the next one are handled by different threads. */
    @Test
    void shouldTakeALogonRightBehindALogout() throws Exception {
        final FixVenue own = start(FixVenue.trader(17, 1));
        for (int life = 0; life < 100; life++) {
            try (RawFix client = own.logon(17, 1 + 2 * life, "")) {
                assertEquals("35=A", fields(client.receive(), 35), "life " + life);
                logout(client);
            }
        }
    }

    /** QuickFIX/J ends a session at the reset, and again when it processes the end of the stream. */
    @Test
    void shouldNotTakeTheEndOfAConnectionForThatOfTheNext() throws Exception {
        final FixVenue own = start(FixVenue.trader(17, 1), FixVenue.trader(18, 2), FixVenue.trader(19, 3));
        try (RawFix other = own.logon(18)) {
            other.receive();
            final RawFix first = own.logon(17);
            first.receive();
            final CountDownLatch gate = new CountDownLatch(1);
            own.newsGate = gate;
            other.send("35=B|148=x|33=1|58=x");
            assertNotNull(own.news.poll(60, TimeUnit.SECONDS));
            first.reset();
            own.awaitEnds(17, 1);
            try (RawFix second = own.logon(17, 2, "");
                    RawFix late = own.logon(19)) {
                own.awaitAddress(19);
                gate.countDown();
                assertEquals("35=A", fields(second.receive(), 35));
                assertEquals("35=A", fields(late.receive(), 35));
                second.send("35=1|112=x");
                assertEquals("35=0 112=x", fields(second.receive(), 35, 112));
            }
        }
    }

    @Test
    void shouldLetNobodyInTwice() throws Exception {
        final FixVenue own = start(FixVenue.trader(17, 1));
        try (RawFix client = own.logon(17)) {
            client.receive();
            try (RawFix other = own.logon(17)) {
                assertNull(other.receive());
            }
            client.send("35=1|112=x");
            assertEquals("0", RawFix.field(client.receive(), 35));
        }
    }

    @Test
    void shouldCancelAllOrdersAtOnce() throws Exception {
        final FixVenue own = start(FixVenue.trader(17, 1));
        try (RawFix client = own.logon(17)) {
            client.receive();
            for (int i = 0; i < 3; i++) {
                client.send(order("a" + i, 1, "0.005", "154000"));
                client.receive();
            }
            client.send("35=q|11=m1|530=7|60=20260101-00:00:00");
            for (int i = 0; i < 3; i++) {
                assertEquals("150=4 41=a" + i + " 11=m1", fields(client.receive(), 150, 41, 11));
            }
            assertEquals("35=r 531=7 533=3", fields(client.receive(), 35, 531, 533));
        }
    }

    /** The venue has ended between the cancels of a q, so the journal has only the first ones. */
    @Test
    void shouldEndTheOtherOrdersWhereAMassCancelComesAgain() throws Exception {
        final FixVenue first = start(FixVenue.trader(17, 1));
        final long order;
        try (RawFix client = first.logon(17)) {
            client.receive();
            client.send(order("a0", 1, "0.005", "154000"));
            order = Long.parseLong(String.valueOf(RawFix.field(client.receive(), 37)));
            client.send(order("a1", 1, "0.005", "154000"));
            assertEquals("150=0 11=a1", fields(client.receive(), 150, 11));
            logout(client);
        }
        final RequestTag tag = new RequestTag().request(4, RequestTag.OF_MASS_CANCEL, '\0', '7', "m1", "");
        final CancelOrderWriter cancel = first.exchange().newDoor(FixLayer.NAME).tryCancel();
        assertNotNull(cancel);
        cancel.uid(1)
                .symbol(1)
                .orderId(order)
                .cookie(OrderNumbers.cookie(17, 3))
                .tag(tag.array(), 0, tag.length())
                .publish();
        final FixVenue second = restart(FixVenue.trader(17, 1));
        try (RawFix client = second.logon(17, 5, "")) {
            assertEquals("35=A", fields(client.receive(), 35));
            assertEquals("150=4 41=a0 11=m1", fields(client.receive(), 150, 41, 11));
            client.send("35=q|43=Y|122=20260101-00:00:00|11=m1|530=7|60=20260101-00:00:00");
            assertEquals("150=4 41=a1 11=m1", fields(client.receive(), 150, 41, 11));
            assertEquals("35=r 531=7 533=2", fields(client.receive(), 35, 531, 533));
            client.send("35=q|43=Y|122=20260101-00:00:00|11=m1|530=7|60=20260101-00:00:00");
            client.send("35=1|112=x");
            assertEquals("35=0 112=x", fields(client.receive(), 35, 112), "now it has an outcome");
        }
    }

    /** After an orderly close, a process is killed that has sent no report. */
    @Test
    void shouldNotGoBackToNumbersThatWereUsedAfterACloseInOrder() throws Exception {
        final FixVenue first = start(FixVenue.trader(17, 1));
        restAndLogOut(first);
        final Path file = folder.resolve("gateway/17/numbers");
        final FixVenue second = restart(FixVenue.trader(17, 1));
        final byte[] atTheKill;
        try (RawFix client = second.logon(17, 4, "")) {
            assertEquals("35=A 34=4", fields(client.receive(), 35, 34));
            client.send("35=1|112=x");
            assertEquals("35=0 34=5", fields(client.receive(), 35, 34));
            atTheKill = Files.readAllBytes(file);
        }
        close();
        venue = null;
        Files.write(file, atTheKill);
        final FixVenue third = start(FixVenue.trader(17, 1));
        try (RawFix client = third.logon(17, 6, "")) {
            final String answer = client.receive();
            assertEquals("35=A", fields(answer, 35));
            assertTrue(Integer.parseInt(String.valueOf(RawFix.field(answer, 34))) > 5, answer);
        }
    }

    @Test
    void shouldEndTheDay() throws Exception {
        final FixVenue own = start(FixVenue.trader(17, 1));
        try (RawFix client = own.logon(17)) {
            client.receive();
            client.send(order("day", 1, "0.005", "154000").replace("59=1", "59=0"));
            assertEquals("150=0 59=0", fields(client.receive(), 150, 59));
            client.send(order("gtc", 1, "0.005", "154000"));
            assertEquals("150=0 59=1", fields(client.receive(), 150, 59));
            assertTrue(own.gateway().roll());
            assertEquals("150=C 39=C 11=day 41=null 151=0.000", fields(client.receive(), 150, 39, 11, 41, 151));
            client.send(order("day", 1, "0.006", "154000"));
            assertEquals("150=0 11=day 38=0.006", fields(client.receive(), 150, 11, 38));
            client.send(order("gtc", 1, "0.006", "154000"));
            assertEquals("150=8 103=6", fields(client.receive(), 150, 103), "its order lives");
        }
    }
}
