package io.daybook.testvenue;

import static io.daybook.testvenue.Running.member;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each fault of the door fix as a stock initiator of QuickFIX/J sees it. */
@Proves("each fault of a test venue over FIX is seen by a real client, and the same client without it sees nothing")
@Tag("whole")
class FixFaultsTest extends DoorFaults {
    private FixTrader fix;

    @AfterEach
    void leave() {
        if (fix != null) {
            fix.close();
        }
    }

    private void placed(final String clOrdId, final String price) throws Exception {
        fix.place(clOrdId, "1", price, "0.1");
        assertTrue(fix.report(text -> text.contains("|11=" + clOrdId + "|")).contains("|150=0|"));
    }

    @Test
    void shouldLetAStockInitiatorTradeWithoutAFault() throws Exception {
        fix = new FixTrader(venue, "anna");
        placed("f-1", "50000");
        placed("f-2", "50001");
        assertEquals(1, fix.logons());
        assertFalse(fix.words().contains("|35=2|"), fix::words);
        assertEquals(1, inJournal("5000000"));
    }

    @Test
    void shouldLoseTheCopyOfAFixRequestWhichIsAskedForAgain() throws Exception {
        fix = new FixTrader(venue, "anna");
        fault("fix", "D", "\"loseRequest\"");
        fix.place("f-1", "1", "50000", "0.1");
        placed("f-2", "50001");
        assertTrue(fix.words().contains("|35=2|"), "the venue asks again: " + fix.words());
        awaitInJournal("5000000", 1);
        assertAllMet();
    }

    @Test
    void shouldLoseTheCopyOfAReportWhichTheClientAsksForAgain() throws Exception {
        fix = new FixTrader(venue, "anna");
        fault("fix", "D", "\"loseAnswer\"");
        fix.place("f-1", "1", "50000", "0.1");
        fix.place("f-2", "1", "50001", "0.1");
        final String report = fix.report(text -> text.contains("|11=f-1|"));
        assertTrue(report.contains("|43=Y|"), "the report came again: " + report);
        fix.report(text -> text.contains("|11=f-2|"));
        assertEquals(1, inJournal("5000000"));
        assertAllMet();
    }

    @ParameterizedTest
    @ValueSource(strings = {"before", "within", "after"})
    void shouldCutTheFixConnectionAndResendTheReport(final String at) throws Exception {
        fix = new FixTrader(venue, "anna");
        fault("fix", "D", "\"cut\",\"at\":\"" + at + "\"");
        fix.place("f-1", "1", "50000", "0.1");
        fix.report(text -> text.contains("|11=f-1|"));
        fix.await(() -> fix.logons() == 2, "the client logs on again");
        placed("f-2", "50001");
        assertEquals(1, inJournal("5000000"));
        assertAllMet();
    }

    @ParameterizedTest
    @CsvSource({"delay,before,0", "delay,after,1", "stall,,1"})
    void shouldHoldWhatPassesTheFixDoor(final String word, final String at, final int carriedOut) throws Exception {
        fix = new FixTrader(venue, "anna");
        Holding.look(seconds -> {
            final String id = "f-" + seconds;
            final int price = 50_000 + seconds;
            hold("fix", "D", word, at, seconds);
            final long beganNs = System.nanoTime();
            fix.place(id, "1", Integer.toString(price), "0.1");
            final int there = inJournalAtLast(100 * price, carriedOut);
            final String words = fix.words();
            final boolean isInTime = Holding.lasts(beganNs, seconds);
            if (isInTime) {
                assertEquals(carriedOut, there);
                assertTrue(
                        words.lines().noneMatch(line -> line.startsWith("< ") && line.contains("|11=" + id + "|")),
                        words);
            }
            fix.report(text -> text.contains("|11=" + id + "|"));
            assertFalse(Holding.lasts(beganNs, seconds));
            assertEquals(1, inJournal(Integer.toString(100 * price)));
            return isInTime;
        });
        assertAllMet();
    }

    @ParameterizedTest
    @ValueSource(strings = {"NOT_YOURS", "THROTTLED", "UNSUPPORTED"})
    void shouldRejectOverFixWithNumbersThatStayDense(final String reason) throws Exception {
        fix = new FixTrader(venue, "anna");
        fault("fix", "D", "\"reject\",\"reason\":\"" + reason + "\"");
        fix.place("f-1", "1", "50000", "0.1");
        assertTrue(fix.report(text -> text.contains("|11=f-1|")).contains("|150=8|"));
        placed("f-2", "50001");
        assertFalse(fix.words().contains("|35=2|"), fix::words);
        assertEquals(0, inJournal("5000000"));
        assertAllMet();
    }

    @ParameterizedTest
    @CsvSource({
        "sequenceLow,MsgSeqNum too low",
        "sequenceHigh,|35=2|",
        "possDup,|43=Y|",
        "logout,|35=5|",
        "resend,|35=2|",
        "gapFill,|123=Y|",
        "testRequest,|35=1|"
    })
    void shouldSpoilAFixSessionThatACorrectClientBringsBackIntoStep(final String how, final String sign)
            throws Exception {
        fix = new FixTrader(venue, "anna", 1); // the fault spoils the venue's heartbeats
        placed("f-0", "49999");
        fault("fix", "D", "\"fix\",\"how\":\"" + how + "\"");
        fix.place("f-1", "1", "50000", "0.1");
        fix.await(() -> fix.words().contains(sign), "no " + sign);
        fix.await(() -> isInStep(how), "the client and the venue are not in step");
        awaitInJournal("5000000", 1);
        assertAllMet();
    }

    /** Sends orders until one is answered as usual. */
    private boolean isInStep(final String how) {
        try {
            fix.awaitLogon();
            final String clOrdId = "n-" + how + "-" + System.nanoTime() % 1_000_000_000L;
            fix.place(clOrdId, "1", "40000", "0.1");
            fix.report(text -> text.contains("|11=" + clOrdId + "|"), 2_000_000_000L);
            return true;
        } catch (Exception | AssertionError e) {
            return false;
        }
    }

    @Test
    void shouldResetTheNumbersOfTheLogonAnswer() throws Exception {
        venue.control(
                "POST",
                "/faults",
                "{\"faults\":[{\"when\":{\"door\":\"fix\",\"route\":\"A\"},\"do\":\"fix\",\"how\":\"resetSeqNum\"}]}");
        fix = new FixTrader(venue, "anna", 1);
        assertTrue(fix.words().contains("|141=Y|"), fix::words);
        fix.await(() -> isInStep("resetSeqNum"), "the client and the venue are not in step");
        assertAllMet();
    }

    @Test
    void shouldShowRawMessagesOfFixInBothDirections() throws Exception {
        fix = new FixTrader(venue, "anna");
        placed("f-1", "50000");
        final String requests = venue.control("GET", "/requests", "");
        assertTrue(requests.contains("|35=A|") && requests.contains("|11=f-1|"), requests);
        assertTrue(requests.contains("|150=0|"), requests);
        assertFalse(requests.contains(member(venue.trader("anna").split("\"fix\"")[1], "password")), "no secret");
    }
}
