package io.daybook.testvenue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.Side;
import io.daybook.host.Proves;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each fault of the door tcp as the Java client sees it. */
@Proves("each fault of a test venue over TCP is seen by a real client, and the same client without it sees nothing")
@Tag("whole")
class TcpFaultsTest extends DoorFaults {
    private TcpTrader tcp;
    private int requests;

    @AfterEach
    void leave() {
        if (tcp != null) {
            tcp.close();
        }
    }

    @Test
    void shouldLetTheJavaClientTradeWithoutAFault() throws Exception {
        tcp = new TcpTrader(venue, "anna");
        tcp.place(Side.BID, 5_000_000, 10);
        tcp.await("answer 1 done");
        assertFalse(tcp.heard().contains("disconnected"), () -> tcp.heard().toString());
        assertEquals(1, inJournal("5000000"));
    }

    @Test
    void shouldLoseARequestOverTcpThatTheClientIsToldWasNotCarriedOut() throws Exception {
        tcp = new TcpTrader(venue, "anna");
        fault("tcp", "PLACE", "\"loseRequest\"");
        tcp.place(Side.BID, 5_000_000, 10);
        tcp.await("not carried out 1");
        assertEquals(0, inJournal("5000000"));
        assertAllMet();
    }

    @ParameterizedTest
    @ValueSource(strings = {"before", "within", "after"})
    void shouldCutTheTcpConnectionAndTellTheAnswerOnTheNext(final String at) throws Exception {
        tcp = new TcpTrader(venue, "anna");
        fault("tcp", "PLACE", "\"cut\",\"at\":\"" + at + "\"");
        tcp.place(Side.BID, 5_000_000, 10);
        tcp.await("answer 1 done");
        tcp.await("disconnected");
        assertEquals(1, inJournal("5000000"));
        assertAllMet();
    }

    @Test
    void shouldLoseAnAnswerOverTcpUntilTheClientComesAgain() throws Exception {
        tcp = new TcpTrader(venue, "anna", 1_000);
        fault("tcp", "PLACE", "\"loseAnswer\"");
        tcp.place(Side.BID, 5_000_000, 10);
        awaitInJournal("5000000", 1);
        tcp.await("disconnected"); // the client ends it, because nothing comes any more
        tcp.await("answer 1 done");
        assertEquals(1, inJournal("5000000"));
        assertAllMet();
    }

    @ParameterizedTest
    @CsvSource({"delay,before,0", "delay,after,1", "stall,,1"})
    void shouldHoldWhatPassesTheTcpDoor(final String word, final String at, final int carriedOut) throws Exception {
        tcp = new TcpTrader(venue, "anna", 60_000);
        Holding.look(seconds -> {
            final List<String> before = List.copyOf(tcp.heard());
            final int price = 5_000_000 + seconds;
            hold("tcp", "PLACE", word, at, seconds);
            final long beganNs = System.nanoTime();
            tcp.place(Side.BID, price, 10);
            requests++;
            final int there = inJournalAtLast(price, carriedOut);
            final List<String> heard = List.copyOf(tcp.heard());
            final boolean isInTime = Holding.lasts(beganNs, seconds);
            if (isInTime) {
                assertEquals(carriedOut, there);
                assertEquals(before, heard, "held");
            }
            tcp.await("answer " + requests + " done");
            assertFalse(Holding.lasts(beganNs, seconds));
            assertEquals(1, inJournal(Integer.toString(price)));
            return isInTime;
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"NOT_YOURS", "THROTTLED", "NOT_LISTED"})
    void shouldRejectOverTcpWithNumbersThatStayDense(final String reason) throws Exception {
        tcp = new TcpTrader(venue, "anna");
        fault("tcp", "PLACE", "\"reject\",\"reason\":\"" + reason + "\"");
        tcp.place(Side.BID, 5_000_000, 10);
        tcp.place(Side.BID, 5_000_001, 10);
        tcp.await("answer 2 done");
        assertTrue(tcp.heard().get(0).startsWith("answer 1 refused"), () -> tcp.heard()
                .toString());
        assertEquals(0, inJournal("5000000"));
        assertEquals(1, inJournal("5000001"));
        assertAllMet();
    }
}
