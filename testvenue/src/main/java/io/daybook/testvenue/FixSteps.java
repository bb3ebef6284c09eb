package io.daybook.testvenue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The twenty steps of a certification over FIX, as a table; docs/test-venue.md names them. */
final class FixSteps {
    /** The currency pair of all orders. */
    static final String SYMBOL = "BTC-EUR";

    private static final String PLACE = "Place a bid for 0.1 BTC-EUR at {price}, good till cancelled (35=D)";
    private static final String NOTHING = "Send no order: the session itself answers";
    private static final String ENDS = "in 35=5: the session was ended, although no message was missing";
    private static final String REJECTS = "in 35=3: a message was rejected that FIX 4.4 allows";
    private static final String ASKS = "in 35=2: messages were requested again, although none is missing";
    private static final String AGAIN = "in 35=D: an order was sent before the outcome of the last order was known";
    private static final List<String> REFUSED = List.of(
            "out 35=8|150=8: the order was refused",
            "out 35=9: the cancel or replacement was refused",
            "out 35=3: the message was rejected",
            "out 35=j: the message was rejected");

    /** All steps, in their order. */
    static final List<FixStep> ALL = List.of(
            step("logon", "Log on; if you are logged on, log out and log on again", "")
                    .then("in 35=A", "out 35=A")
                    .end(),
            step("heartbeat", NOTHING, "").then("in 35=0").end(),
            step("test request", NOTHING, "0 fix how=testRequest")
                    .then("out 35=1|112=a fault of the test", "in 35=0|112=a fault of the test")
                    .not(ENDS, REJECTS)
                    .end(),
            step("order", PLACE, "")
                    .then("in 35=D", "out 35=8|150=0")
                    .not(REFUSED)
                    .end(),
            step("replacement", "Change the price of that order to {price} (35=G)", "")
                    .then("in 35=G", "out 35=8|150=5")
                    .not(REFUSED)
                    .end(),
            step("cancel", "Cancel that order (35=F)", "")
                    .then("in 35=F", "out 35=8|150=4")
                    .not(REFUSED)
                    .end(),
            step("partial fill, then cancel", PLACE + ". Cancel it after its first fill (35=F)", "")
                    .then("in 35=D", "out 35=8|150=0 fill 0.04", "out 35=8|150=F|39=1")
                    .then("in 35=F", "out 35=8|150=4|14=0.04000")
                    .not(REFUSED)
                    .end(),
            step("fill in parts", PLACE, "")
                    .then("in 35=D", "out 35=8|150=0 fill 0.04", "out 35=8|150=F|39=1 fill 0.06")
                    .then("out 35=8|150=F|39=2", "in 35=0")
                    .not("in 35=F: an order was cancelled that is to be filled", ENDS)
                    .not(REFUSED)
                    .end(),
            step("fill before a cancel", PLACE + ". Cancel it (35=F)", "F delay at=before duration=PT1S")
                    .then("in 35=D", "out 35=8|150=0", "in 35=F fill 0.1", "out 35=8|150=F|39=2")
                    .then("out 35=9|39=2", "in 35=0")
                    .not("in 35=F: a filled order was cancelled again", ENDS)
                    .end(),
            step("refusal", PLACE + ". When it is refused, send it again with a new 11", "D reject reason=THROTTLED")
                    .then("in 35=D", "out 35=8|150=8|103=3", "in 35=D", "out 35=8|150=0")
                    .not("out 35=8|150=8|103=6: a used 11 was sent again", ENDS)
                    .end(),
            step("lost report", PLACE, "D loseAnswer")
                    .then("in 35=D", "in 35=2", "out 35=8|150=0|43=Y")
                    .not(AGAIN, ENDS)
                    .end(),
            step("lost order", PLACE, "D loseRequest")
                    .then("in 35=D", "out 35=2", "in 35=D|43=Y or 35=4|123=Y", "in 35=0")
                    .not("in 35=D|43!=Y: the order was sent as a new message", ENDS)
                    .end(),
            step("number too high", PLACE, "D fix how=sequenceHigh")
                    .then("in 35=D", "out 35=8|150=0", "in 35=2", "out 35=8|150=0|43=Y")
                    .not(AGAIN, ENDS)
                    .end(),
            step("number too low", PLACE, "D fix how=sequenceLow")
                    .then("in 35=D", "out 35=8|150=0", "in 35=5 or 35=A", "out 35=A")
                    .not("in 35=D: the session continues, although the venue used a sequence number again")
                    .end(),
            step("possible duplicate", PLACE, "D fix how=possDup")
                    .then("in 35=D", "out 35=8|150=0|43=Y", "in 35=0")
                    .not(ENDS, REJECTS, ASKS)
                    .end(),
            step("gap fill", NOTHING, "0 fix how=gapFill")
                    .then("out 35=4|123=Y", "in 35=0")
                    .not(ENDS, REJECTS, ASKS)
                    .end(),
            step("resend request", NOTHING, "0 fix how=resend")
                    .then("out 35=2|7=1", "in 43=Y or 35=4|123=Y", "in 35=0")
                    .not(ENDS, REJECTS)
                    .end(),
            step("logout by the venue", "Answer it, and log on again", "0 fix how=logout")
                    .then("out 35=5", "in 35=5", "in 35=A", "out 35=A")
                    .end(),
            step(
                            "silence",
                            "Send a test request (35=1), or end the connection and log on again",
                            "0 stall duration={silence}")
                    .then("in 35=0", "in 35=1 or 35=5 or 35=A", "out 35=A")
                    .end(),
            step("cut before a report", PLACE + ". Log on again, without a reset of the numbers", "D cut at=before")
                    .then("in 35=D", "in 35=A|141!=Y", "out 35=8|150=0|43=Y")
                    .not("in 35=A|141=Y: the numbers were reset, which loses the report", AGAIN)
                    .end());

    private FixSteps() {}

    private static Row step(final String title, final String task, final String fault) {
        return new Row(title, task, fault);
    }

    /** A row of the table. */
    private static final class Row {
        private final String title;
        private final String task;
        private final String fault;
        private final List<FixStep.Event> events = new ArrayList<>();
        private final Map<String, FixStep.Fatal> fatal = new TreeMap<>();

        private Row(final String title, final String task, final String fault) {
            this.title = title;
            this.task = task;
            this.fault = fault;
        }

        private Row then(final String... texts) {
            for (final String text : texts) {
                events.add(FixStep.event(text));
            }
            return this;
        }

        private Row not(final String... texts) {
            return not(List.of(texts));
        }

        private Row not(final List<String> texts) {
            for (final String text : texts) {
                final String[] parts = text.split(": ", 2);
                fatal.put(text, new FixStep.Fatal(FixStep.event(parts[0]), parts[1]));
            }
            return this;
        }

        private FixStep end() {
            return new FixStep(title, task, fault, List.copyOf(events), List.copyOf(fatal.values()));
        }
    }
}
