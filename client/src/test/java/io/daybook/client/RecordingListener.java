package io.daybook.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.wire.ByeReason;
import io.daybook.wire.OrderNumbers;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Records each call as a line. */
final class RecordingListener implements ClientListener {
    private static final long TIMEOUT_SECONDS = 60;

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    /** Requires that the next line is this one. */
    void expect(final String line) throws InterruptedException {
        assertEquals(line, next());
    }

    String next() throws InterruptedException {
        final String line = lines.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        if (line == null) {
            throw new AssertionError("the listener was not called");
        }
        return line;
    }

    @Override
    public void onAnswer(final Answer answer) {
        lines.add("answer " + answer.out() + ": request " + answer.request() + " code " + answer.code());
    }

    @Override
    public void onFill(final Fill fill) {
        lines.add("fill " + fill.out() + ": " + OrderNumbers.request(fill.orderId()) + " " + fill.size() + "@"
                + fill.price() + (fill.isMaker() ? " maker" : " taker"));
    }

    @Override
    public void onOff(final Off off) {
        lines.add("off " + off.out() + ": " + OrderNumbers.request(off.orderId()) + " " + off.size() + " reason "
                + off.reason());
    }

    @Override
    public void onStatus(final OrderStatus status) {
        lines.add("status " + status.id() + ": " + (status.isLive() ? "live " : "gone ") + status.remaining());
    }

    @Override
    public void onNotCarriedOut(final long request) {
        lines.add("not carried out " + request);
    }

    @Override
    public void onHistoryLost(final String why) {
        lines.add("history lost: " + why);
    }

    @Override
    public void onMissed(final long firstOut, final long lastOut) {
        lines.add("missed " + firstOut + " to " + lastOut);
    }

    @Override
    public void onWelcome(final Welcome welcome) {
        lines.add("welcome " + welcome.lastRequest() + " next " + welcome.nextOut());
    }

    @Override
    public void onDisconnected(final String why) {
        lines.add("disconnected");
    }

    @Override
    public void onStopped(final @Nullable ByeReason reason, final String why) {
        lines.add("stopped " + reason);
    }
}
