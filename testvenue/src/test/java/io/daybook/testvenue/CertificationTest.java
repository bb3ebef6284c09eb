package io.daybook.testvenue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A stock initiator of QuickFIX/J with a small application passes all steps; an application that errs fails the step in
 * which it errs.
 */
@Proves("a FIX client is led through twenty steps, and fails the one in which it misbehaves")
@Tag("whole")
class CertificationTest extends OnOneVenue {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(240);
    private static final long LOOK_NS = 25_000_000;
    private static final Pattern STEP =
            Pattern.compile("\\{\"step\":\\d+,\"title\":\"([^\"]*)\",\"state\":\"(\\w+)\"(?:,\"why\":\"([^\"]*)\")?");

    /**
     * The intervals to try. A quick machine needs only the first one. If the machine stalls for two heartbeats, the
     * session ends, and the test tries the second one.
     */
    private static final int[] HEARTBEATS_S = {1, 5};

    private FixTrader fix;
    private int orders;

    @AfterEach
    void leave() {
        fix.close();
    }

    /**
     * Acts as the application: sends the message of the step, each order with a new id, and a change with the id of the
     * last order.
     */
    private void lead(final int heartbeatS, final FixApplication application) throws Exception {
        venue.control("POST", "/certify", "{\"key\":\"anna\",\"patience\":\"PT30S\"}");
        fix = new FixTrader(venue, "anna", heartbeatS);
        final long beganNs = System.nanoTime();
        String done = "";
        while (true) {
            final String state = venue.control("GET", "/certify", "");
            if (state.contains("\"done\":true")) {
                return;
            }
            assertTrue(System.nanoTime() - beganNs < PATIENCE_NS, () -> state + "\n" + fix.words());
            final String at = Running.member(state, "step") + " " + Running.member(state, "event");
            LockSupport.parkNanos(LOOK_NS);
            if (state.contains("\"send\":\"") && !at.equals(done)) {
                done = at;
                fix.awaitLogon();
                application.send(at, Running.member(state, "send"), Running.member(state, "price"));
            }
        }
    }

    @FunctionalInterface
    private interface FixApplication {
        void send(String at, String type, String price) throws Exception;
    }

    private void correct(final String type, final String price) throws Exception {
        orders++;
        switch (type) {
            case "D" -> fix.place("c-" + orders, "1", price, "0.1");
            case "G" ->
                fix.send("G", "11=c-" + orders, "41=c-" + (orders - 1), "54=1", "38=0.1", "40=2", "44=" + price);
            default -> fix.cancel("c-" + orders, "c-" + (orders - 1), "1");
        }
    }

    /**
     * Sends a filled order's cancel twice, a refused order with its old id, and again an order whose report is lost.
     */
    private void hasty(final String at, final String type, final String price) throws Exception {
        if (at.equals("10 3")) {
            fix.place("c-" + orders, "1", price, "0.1");
            return;
        }
        correct(type, price);
        if (at.equals("9 3")) {
            fix.cancel("c-again", "c-" + (orders - 1), "1");
        } else if (at.equals("11 1")) {
            correct(type, price);
        }
    }

    private List<MatchResult> steps() throws Exception {
        return STEP.matcher(venue.control("GET", "/certify", "")).results().toList();
    }

    private List<String> failed() throws Exception {
        return steps().stream()
                .filter(step -> !step.group(2).equals("passed"))
                .map(step -> step.group(1) + ": " + step.group(3))
                .toList();
    }

    @Test
    void shouldPassAStockInitiatorInAllTwentySteps() throws Exception {
        final long beganNs = System.nanoTime();
        lead(HEARTBEATS_S[0], (at, type, price) -> correct(type, price));
        if (!failed().isEmpty()) {
            System.out.println("once more with rare heartbeats: " + failed());
            fix.close();
            venue.control("POST", "/reset", "{}");
            orders = 0;
            lead(HEARTBEATS_S[1], (at, type, price) -> correct(type, price));
        }
        System.out.println("certified in " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs) + " ms");
        assertEquals(List.of(), failed(), fix::words);
        assertEquals(20, steps().size());
    }

    @OnlyLong
    @Test
    void shouldFailAHastyApplicationInTheStepsInWhichItErrs() throws Exception {
        lead(HEARTBEATS_S[0], this::hasty);
        assertEquals(
                List.of(
                        "fill before a cancel: a filled order was cancelled again",
                        "refusal: a used 11 was sent again: DUPLICATE_ID: the ClOrdID was used before",
                        "lost report: an order was sent before the outcome of the last order was known"),
                failed(),
                fix::words);
    }
}
