package io.daybook.gateway.tcp;

import io.daybook.client.Answer;
import io.daybook.client.ClientListener;
import io.daybook.client.Fill;
import io.daybook.client.Off;
import io.daybook.client.OrderStatus;
import io.daybook.client.Welcome;
import io.daybook.wire.ByeReason;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Passes each event of a client, as a line of text, to the thread of a test. */
final class RecordingListener implements ClientListener {
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private volatile String why = "";

    /** The next line; waits for it. */
    String next() throws InterruptedException {
        final String line = heard.poll(60, TimeUnit.SECONDS);
        return line == null ? "nothing" : line;
    }

    /** Why the last connection ended. */
    String why() {
        return why;
    }

    @Override
    public void onAnswer(final Answer answer) {
        heard.add("answer " + answer.out() + " request " + answer.request() + " code " + answer.code() + " remaining "
                + answer.remaining() + " traded " + answer.traded() + " fills " + answer.fills()
                + (answer.isOfGateway() ? " by the gateway" : ""));
    }

    @Override
    public void onFill(final Fill fill) {
        heard.add("fill " + fill.out() + " " + fill.size() + "@" + fill.price() + " remaining " + fill.remaining()
                + (fill.isMaker() ? " maker" : " taker"));
    }

    @Override
    public void onOff(final Off off) {
        heard.add("off " + off.out() + " size " + off.size() + " remaining " + off.remaining() + " reason "
                + off.reason());
    }

    @Override
    public void onNotCarriedOut(final long request) {
        heard.add("not carried out " + request);
    }

    @Override
    public void onHistoryLost(final String why) {
        heard.add("history lost");
    }

    @Override
    public void onStatus(final OrderStatus status) {
        heard.add("status " + status.id() + (status.isLive() ? " live" : status.isKnown() ? " closed" : " unknown")
                + " remaining " + status.remaining() + " traded " + status.traded() + " N " + status.lastRequest());
    }

    @Override
    public void onWelcome(final Welcome welcome) {
        heard.add("welcome N " + welcome.lastRequest() + " next " + welcome.nextOut());
    }

    @Override
    public void onDisconnected(final String reason) {
        why = reason;
        heard.add("disconnected");
    }

    @Override
    public void onStopped(final @Nullable ByeReason reason, final String why) {
        heard.add("stopped " + reason);
    }
}
