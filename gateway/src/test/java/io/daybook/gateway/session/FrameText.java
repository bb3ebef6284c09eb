package io.daybook.gateway.session;

import io.daybook.wire.AnswerDescriptor;
import io.daybook.wire.ByeDescriptor;
import io.daybook.wire.ByeReason;
import io.daybook.wire.FillDescriptor;
import io.daybook.wire.Frame;
import io.daybook.wire.HeadDescriptor;
import io.daybook.wire.HeartbeatDescriptor;
import io.daybook.wire.OffDescriptor;
import io.daybook.wire.OrderNumbers;
import io.daybook.wire.StatusIsDescriptor;
import io.daybook.wire.Templates;
import io.daybook.wire.WelcomeDescriptor;

/** Writes the frames of the venue as lines that a test can compare. */
final class FrameText {
    private FrameText() {}

    static String of(final byte[] frame) {
        return switch (Frame.template(frame, 0)) {
            case Templates.WELCOME ->
                "welcome N " + WelcomeDescriptor.lastRequest(frame, 0) + " next " + WelcomeDescriptor.nextOut(frame, 0)
                        + " first " + WelcomeDescriptor.firstOut(frame, 0);
            case Templates.BYE -> {
                final ByeReason reason = ByeReason.of(ByeDescriptor.reason(frame, 0));
                yield "bye " + reason + (reason == ByeReason.NOT_LEADER ? " " + ByeDescriptor.text(frame, 0) : "");
            }
            case Templates.HEARTBEAT -> "heartbeat " + HeartbeatDescriptor.nextOut(frame, 0);
            case Templates.ANSWER ->
                HeadDescriptor.out(frame, 0) + " answer " + OrderNumbers.request(AnswerDescriptor.request(frame, 0))
                        + (AnswerDescriptor.source(frame, 0) == 1 ? " gateway" : "") + " code "
                        + AnswerDescriptor.code(frame, 0) + " remaining " + AnswerDescriptor.remaining(frame, 0)
                        + " traded " + AnswerDescriptor.traded(frame, 0) + " fills "
                        + AnswerDescriptor.fills(frame, 0);
            case Templates.FILL ->
                HeadDescriptor.out(frame, 0) + " fill of " + order(FillDescriptor.orderId(frame, 0)) + " "
                        + FillDescriptor.size(frame, 0) + "@" + FillDescriptor.price(frame, 0) + " remaining "
                        + FillDescriptor.remaining(frame, 0)
                        + (FillDescriptor.role(frame, 0) == 1 ? " maker" : " taker")
                        + (FillDescriptor.cause(frame, 0) == 0 ? "" : " cause " + FillDescriptor.cause(frame, 0));
            case Templates.OFF ->
                HeadDescriptor.out(frame, 0) + " off " + order(OffDescriptor.orderId(frame, 0)) + " size "
                        + OffDescriptor.size(frame, 0) + " remaining " + OffDescriptor.remaining(frame, 0) + " reason "
                        + OffDescriptor.reason(frame, 0);
            case Templates.STATUS_IS ->
                "status " + StatusIsDescriptor.state(frame, 0) + " remaining " + StatusIsDescriptor.remaining(frame, 0)
                        + " traded " + StatusIsDescriptor.traded(frame, 0);
            default -> "template " + Frame.template(frame, 0);
        };
    }

    private static String order(final long id) {
        return OrderNumbers.session(id) + "/" + OrderNumbers.request(id) + (OrderNumbers.isExit(id) ? "x" : "");
    }
}
