package io.daybook.testkit;

import static io.daybook.testkit.VenueFaults.fixOrder;
import static io.daybook.testkit.VenueFaults.order;
import static io.daybook.testkit.VenueFaults.request;
import static io.daybook.testkit.VenueFaults.tcpOrder;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ResultCode;
import io.daybook.client.OrderHandle;
import io.daybook.client.Side;
import io.daybook.host.Proves;
import io.daybook.testvenue.FixTrader;
import io.daybook.testvenue.Holding;
import io.daybook.testvenue.TcpTrader;
import io.daybook.wire.GatewayCode;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The rows of the table in docs/test-venue.md with QuickFIX/J and the Java client; python/tests/test_rows.py has them
 * with ccxt and python-binance.
 */
@Proves("each row of what goes wrong in production is met by clients that exist, and the page says what each does")
@Tag("whole")
final class TwelveRowsTest {
    private static final long BID = 5_000_000;
    private static final long SIZE = 10_000;
    private static final String FULL = "0.10000";

    @RegisterExtension
    static final TestVenue venue = TestVenue.builder()
            .seed(7)
            .manualClock()
            .killable()
            .resetEachTest()
            .daybook(Launched.words())
            .build();

    private FixTrader fix;
    private TcpTrader tcp;

    @AfterEach
    void leave() {
        if (fix != null) {
            fix.close();
        }
        if (tcp != null) {
            tcp.close();
        }
    }

    private void logOnFix() throws Exception {
        fix = new FixTrader(venue.firstLine("fix"), venue.trader("anna").session("fix"));
    }

    private void logOnTcp() throws Exception {
        logOnTcp(TcpTrader.USUAL_HEARTBEAT_MS);
    }

    private void logOnTcp(final int heartbeatMs) throws Exception {
        final TestTrader anna = venue.trader("anna");
        tcp = new TcpTrader(
                venue.firstLine("tcp"),
                Long.parseLong(anna.text("uid")),
                anna.text("tcp", "session"),
                anna.text("tcp", "secret"),
                heartbeatMs);
    }

    private String report(final String... parts) throws Exception {
        return fix.report(text -> List.of(parts).stream().allMatch(text::contains));
    }

    /** Places a bid for 0.1 bitcoin over FIX, and waits until it rests. */
    private void rests(final String clOrdId) throws Exception {
        fix.place(clOrdId, "1", "50000", "0.1");
        report("|11=" + clOrdId + "|", "|150=0|");
    }

    private static long placed() {
        return venue.journal().stream()
                .filter(line -> line.contains("\"cmd\":\"place\",\"uid\":1001,"))
                .count();
    }

    private static void fillParts(final TestTrader trader, final String... sizes) {
        venue.fill(trader, List.of(sizes), Collections.nCopies(sizes.length, Duration.ofSeconds(1)));
    }

    private static void nextPart() {
        venue.clock().advance(Duration.ofSeconds(1));
    }

    @Test
    void lostAnswerIsAskedForByQuickFixJ() throws Exception {
        logOnFix();
        venue.faults().next(fixOrder().of("anna")).loseAnswer();
        fix.place("f-1", "1", "50000", "0.1");
        fix.place("f-2", "1", "50001", "0.1");
        report("|11=f-1|", "|150=0|", "|43=Y|");
        assertTrue(fix.words().contains("|35=2|"), fix::words);
        report("|11=f-2|", "|150=0|");
        assertEquals(2, placed());
    }

    @Test
    void lostAnswerComesToTheJavaClientOnItsNextConnection() throws Exception {
        logOnTcp(500);
        venue.faults().next(tcpOrder().of("anna")).loseAnswer();
        tcp.place(Side.BID, BID, SIZE);
        tcp.await("disconnected"); // the client leaves a connection that is silent
        tcp.await("answer 1 done");
        assertEquals(1, placed());
    }

    @Test
    void partialFillBeforeACancelIsInTheReportsOfQuickFixJ() throws Exception {
        logOnFix();
        fillParts(venue.trader("anna"), "0.04");
        rests("f-1");
        nextPart();
        report("|11=f-1|", "|150=F|", "|32=0.04000|", "|39=1|");
        fix.cancel("f-2", "f-1", "1");
        report("|11=f-2|", "|150=4|", "|14=0.04000|", "|151=0.00000|");
    }

    @Test
    void partialFillBeforeACancelIsToldToTheJavaClient() throws Exception {
        logOnTcp();
        fillParts(venue.trader("anna"), "0.04");
        final OrderHandle order = new OrderHandle();
        tcp.place(order, Side.BID, BID, SIZE);
        tcp.await("answer 1 done");
        nextPart();
        tcp.await("fill 4000 at " + BID);
        tcp.client().cancel(order);
        tcp.await("answer 2 done");
        tcp.await("off 6000");
    }

    @Test
    void gapInTheBookDoesNotConcernASessionThatTrades() throws Exception {
        logOnFix();
        fix.send(FixTrader.book("M1"));
        report("|35=Y|", "|262=M1|", "|58=market data goes to sessions of its own");
    }

    @Test
    void resetOfNumbersIsRefusedByQuickFixJ() throws Exception {
        logOnFix();
        rests("f-1");
        venue.reset();
        fix.await(() -> fix.words().contains("MsgSeqNum too low"), "the client refuses lower numbers");
    }

    @Test
    void resetOfNumbersStopsTheJavaClient() throws Exception {
        logOnTcp();
        tcp.place(Side.BID, BID, SIZE);
        tcp.await("answer 1 done");
        venue.reset();
        tcp.await("history lost: the exchange id of the venue has changed");
        await(tcp.client()::isStopped);
    }

    @Test
    void clockThatIsWrongEndsASessionOfQuickFixJ() throws Exception {
        logOnFix();
        rests("f-1");
        fix.behind(600);
        fix.place("f-2", "1", "50000", "0.1");
        fix.await(() -> fix.words().contains("|373=10|"), "the time is refused");
        fix.behind(0);
        fix.await(() -> fix.logons() >= 2, "the client logs on again");
        rests("f-3");
        assertEquals(2, placed());
    }

    @Test
    void dustIsRefusedWithTheNearestSizeOverFix() throws Exception {
        logOnFix();
        fix.place("f-1", "2", "60000", "0.000004");
        final String refused = report("|11=f-1|", "|150=8|");
        assertTrue(refused.contains("the nearest is 0.00001|"), refused);
        assertEquals(0, placed());
    }

    @Test
    void dustCannotBeSaidByTheJavaClientWhichCountsLots() throws Exception {
        logOnTcp();
        tcp.place(Side.ASK, 6_000_000, 0);
        tcp.await("answer 1 refused " + ResultCode.INVALID_SIZE.code());
    }

    @Test
    void hiddenOrderIsNotFoundAndTheSameOrderAgainIsAnsweredAsEver(final TestTrader trader) throws Exception {
        venue.faults().next(order().of(trader)).hide(Duration.ofMinutes(5));
        final TestAnswer first = trader.buy("BTC-EUR", "50000", "0.1", "a-1");
        assertEquals(201, first.status());
        assertEquals(404, trader.order("a-1").status());
        assertEquals(404, trader.cancel(first.text("orderId")).status());
        assertEquals(
                first.text("orderId"),
                trader.buy("BTC-EUR", "50000", "0.1", "a-1").text("orderId"));
        venue.await(trader, "a-1", "open");
    }

    @Test
    void streamThatIsCutBetweenFillsIsMadeGoodForQuickFixJ() throws Exception {
        logOnFix();
        fillParts(venue.trader("anna"), "0.04", "0.06");
        rests("f-1");
        nextPart();
        report("|11=f-1|", "|150=F|", "|32=0.04000|");
        venue.faults().next(request("fix", "0").of("anna")).at("before").cut();
        fix.beat();
        fix.await(() -> venue.faults().unused().isEmpty(), "the next heartbeat meets the fault");
        nextPart();
        report("|11=f-1|", "|150=F|", "|32=0.06000|", "|43=Y|");
        assertEquals(2, fix.logons());
    }

    @Test
    void streamThatIsCutBetweenFillsIsMadeGoodForTheJavaClient() throws Exception {
        logOnTcp();
        fillParts(venue.trader("anna"), "0.04", "0.06");
        tcp.place(Side.BID, BID, SIZE);
        tcp.await("answer 1 done");
        nextPart();
        tcp.await("fill 4000 at " + BID);
        venue.faults().next(tcpOrder().of("anna")).at("before").cut();
        tcp.place(Side.BID, 1, 1);
        tcp.await("disconnected");
        nextPart();
        tcp.await("fill 6000 at " + BID);
        tcp.await("answer 2 done");
    }

    @Test
    void stormOfRefusalsLeavesNumbersDenseForQuickFixJ() throws Exception {
        logOnFix();
        venue.faults().next(fixOrder().of("anna")).times(3).reject("THROTTLED");
        for (int i = 1; i <= 3; i++) {
            fix.place("f-" + i, "1", "50000", "0.1");
            report("|11=f-" + i + "|", "|150=8|");
        }
        rests("f-4");
        assertFalse(fix.words().contains("|35=2|"), fix::words);
        assertEquals(1, fix.logons());
        assertEquals(1, placed());
    }

    @Test
    void stormOfRefusalsIsToldToTheJavaClient() throws Exception {
        logOnTcp();
        venue.faults().next(tcpOrder().of("anna")).times(3).reject("THROTTLED");
        for (int i = 1; i <= 4; i++) {
            tcp.place(Side.BID, BID, SIZE);
            tcp.awaitAnswer(i);
        }
        final String throttled = "refused " + GatewayCode.THROTTLED.code();
        assertEquals(
                List.of("answer 1 " + throttled, "answer 2 " + throttled, "answer 3 " + throttled, "answer 4 done"),
                tcp.heard());
        assertEquals(1, placed());
    }

    @Test
    void duplicateOfAFillIsHandedOnByQuickFixJWithItsMark() throws Exception {
        logOnFix();
        fillParts(venue.trader("anna"), "0.04", "0.06");
        rests("f-1");
        venue.faults().next(request("fix", "0").of("anna")).fix("possDup");
        fix.beat();
        fix.await(() -> venue.faults().unused().isEmpty(), "the next heartbeat meets the fault");
        nextPart();
        report("|11=f-1|", "|150=F|", "|32=0.04000|", "|43=Y|");
        nextPart();
        report("|11=f-1|", "|150=F|", "|32=0.06000|");
        assertEquals(1, fix.logons());
    }

    @Test
    void duplicateOfAFillIsNotHandedOnByTheJavaClient() throws Exception {
        logOnTcp();
        fillParts(venue.trader("anna"), "0.04", "0.06");
        tcp.place(Side.BID, BID, SIZE);
        tcp.await("answer 1 done");
        nextPart();
        tcp.await("fill 4000 at " + BID);
        venue.faults().next(tcpOrder().of("anna")).at("after").cut();
        tcp.place(Side.BID, 1, 1);
        tcp.await("disconnected");
        nextPart();
        tcp.await("fill 6000 at " + BID);
        tcp.await("answer 2 done");
        assertEquals(
                5, tcp.heard().stream().distinct().count(), () -> tcp.heard().toString());
        assertEquals(5, tcp.heard().size(), () -> tcp.heard().toString());
    }

    @Test
    void lateFillAfterACancelIsReportedBeforeItsRefusalByQuickFixJ() throws Exception {
        logOnFix();
        Holding.look(seconds -> {
            final String order = "o-" + seconds;
            final String cancel = "c-" + seconds;
            rests(order);
            final long beganNs = System.nanoTime();
            venue.faults().next(request("fix", "F").of("anna")).at("before").delay(Duration.ofSeconds(seconds));
            fix.cancel(cancel, order, "1");
            fix.await(() -> venue.faults().unused().isEmpty(), "the cancel");
            venue.book("BTC-EUR").tradeThrough("50000", "0.1");
            if (!Holding.lasts(beganNs, seconds)) {
                report("|11=" + cancel + "|");
                return false;
            }
            report("|11=" + order + "|", "|150=F|", "|39=2|", "|14=" + FULL + "|");
            report("|35=9|", "|11=" + cancel + "|", "|41=" + order + "|", "|39=2|", "|434=1|");
            return true;
        });
    }

    @Test
    void lateFillAfterACancelComesBeforeTheRefusalToTheJavaClient() throws Exception {
        logOnTcp();
        Holding.look(seconds -> {
            final OrderHandle order = new OrderHandle();
            final long placed = 1
                    + tcp.heard().stream()
                            .filter(line -> line.startsWith("answer "))
                            .count();
            tcp.place(order, Side.BID, BID + 100 * seconds, SIZE);
            tcp.await("answer " + placed + " done");
            final int heard = tcp.heard().size();
            final long beganNs = System.nanoTime();
            venue.faults()
                    .next(request("tcp", "CANCEL").of("anna"))
                    .at("before")
                    .delay(Duration.ofSeconds(seconds));
            final long cancel = placed + 1;
            tcp.client().cancel(order);
            await(() -> venue.faults().unused().isEmpty());
            venue.book("BTC-EUR").tradeThrough(Integer.toString(50_000 + seconds), "0.1");
            if (!Holding.lasts(beganNs, seconds)) {
                tcp.awaitAnswer(cancel);
                return false;
            }
            tcp.await("fill " + SIZE + " at " + (BID + 100 * seconds));
            tcp.await("answer " + cancel + " refused " + ResultCode.MATCHING_UNKNOWN_ORDER_ID.code());
            assertTrue(tcp.heard().get(heard).startsWith("fill "), () -> tcp.heard()
                    .toString());
            return true;
        });
    }

    private static void await(final BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(2_000_000);
        }
    }

    @Test
    void restartOfTheVenueLosesNothingOfQuickFixJ() throws Exception {
        logOnFix();
        venue.faults().next(fixOrder().of("anna")).at("after").kill(Duration.ZERO);
        fix.place("f-1", "1", "50000", "0.1");
        report("|11=f-1|", "|150=0|", "|43=Y|");
        rests("f-2");
        assertEquals(2, placed());
    }

    @Test
    void restartOfTheVenueLosesNothingOfTheJavaClient() throws Exception {
        logOnTcp();
        venue.faults().next(tcpOrder().of("anna")).at("after").kill(Duration.ZERO);
        tcp.place(Side.BID, BID, SIZE);
        tcp.await("disconnected");
        tcp.await("answer 1 done");
        assertEquals(1, placed());
    }
}
