package io.daybook.cluster.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Nop;
import io.daybook.api.ResultView;
import io.daybook.cluster.state.ClusterState;
import io.daybook.cluster.state.Messages;
import io.daybook.cluster.state.Reply;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.kernel.command.CommandSlot;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A flow and a state; a test decides which messages pass between them. */
class RequestFlowTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final ClusterState state = Messages.newState(1);
    private final ArrayDeque<byte[]> sent = new ArrayDeque<>();
    private final ArrayDeque<byte[]> replies = new ArrayDeque<>();
    private final List<Long> results = new ArrayList<>();
    private final List<RuntimeException> losses = new ArrayList<>();
    private long nowNs = SECOND;

    private final RequestFlow.Listener listener = new RequestFlow.Listener() {
        @Override
        public void onOpened(final long epoch, final long last) {
            // nothing to record
        }

        @Override
        public void onResult(final long request, final ResultView result) {
            results.add(request);
        }

        @Override
        public void onForgotten(final long request) {
            results.add(-request);
        }

        @Override
        public void onLost(final RuntimeException cause) {
            losses.add(cause);
        }
    };

    private final RequestFlow flow = new RequestFlow(7, 11, 0, listener);

    @BeforeEach
    void open() {
        carryOut(Messages.settings());
        replies.clear();
        flow.onConnected(nowNs);
        poll(flow);
        assertFalse(flow.hasRoom());
        deliver();
        hear(flow);
        assertTrue(flow.isOpen());
    }

    private void poll(final RequestFlow from) {
        from.poll(nowNs, (bytes, length) -> sent.add(Arrays.copyOf(bytes, length)));
    }

    private void deliver() {
        while (!sent.isEmpty()) {
            carryOut(sent.poll());
        }
    }

    private void carryOut(final byte[] message) {
        state.onRequest(
                message,
                0,
                message.length,
                nowNs,
                true,
                (bytes, offset, length) -> replies.add(Arrays.copyOfRange(bytes, offset, offset + length)));
    }

    private void hear(final RequestFlow by) {
        final Reply reply = new Reply();
        while (!replies.isEmpty()) {
            final byte[] message = replies.poll();
            reply.wrap(message, 0, message.length);
            by.onReply(reply, nowNs);
        }
    }

    private static void submit(final RequestFlow to, final int count) {
        for (int i = 0; i < count; i++) {
            final CommandSlot slot = new CommandSlot();
            CommandRecords.fill(slot, new Nop(), null);
            to.submit(slot);
        }
    }

    @Test
    void shouldPackWhatWaits() {
        submit(flow, 5);
        poll(flow);
        submit(flow, 3);
        poll(flow);
        assertEquals(2, sent.size());
        deliver();
        hear(flow);
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L), results);
        assertEquals(0, flow.unanswered());
    }

    @Test
    void shouldSendAgainWhereAGapIsToldOnce() {
        submit(flow, 1);
        poll(flow);
        sent.clear();
        for (int i = 0; i < 3; i++) {
            submit(flow, 1);
            poll(flow);
        }
        deliver();
        assertEquals(3, replies.size());
        hear(flow);
        poll(flow);
        assertEquals(4, sent.size());
        deliver();
        hear(flow);
        assertEquals(List.of(1L, 2L, 3L, 4L), results);
        assertEquals(4, state.seq());
    }

    @Test
    void shouldSendAgainAfterASilence() {
        submit(flow, 2);
        poll(flow);
        deliver();
        replies.clear();
        poll(flow);
        assertEquals(0, sent.size());
        nowNs += 2 * SECOND;
        poll(flow);
        assertEquals(1, sent.size());
        deliver();
        hear(flow);
        assertEquals(List.of(1L, 2L), results);
        assertEquals(2, state.seq());
    }

    @Test
    void shouldSendAgainOnANewConnection() {
        submit(flow, 2);
        poll(flow);
        sent.clear();
        flow.onConnected(nowNs);
        poll(flow);
        deliver();
        hear(flow);
        assertEquals(List.of(1L, 2L), results);
    }

    @Test
    void shouldEndWhereAnotherTakesTheSession() {
        final RequestFlow other = new RequestFlow(7, 12, 0, listener);
        other.onConnected(nowNs);
        poll(other);
        deliver();
        hear(other);
        assertTrue(other.isOpen());
        submit(flow, 1);
        poll(flow);
        deliver();
        hear(flow);
        assertInstanceOf(SessionLostException.class, losses.get(0));
        assertFalse(flow.isOpen());
        assertEquals(0, state.seq());
        assertThrows(IllegalStateException.class, () -> submit(flow, 1));
    }

    @Test
    void shouldNoticeThatAnsweredRequestsAreGone() {
        submit(flow, 1);
        poll(flow);
        deliver();
        hear(flow);
        submit(flow, 1);
        poll(flow);
        final ClusterState older = Messages.newState(2);
        for (final byte[] message : List.of(Messages.settings(), Messages.open(7, 11))) {
            older.onRequest(message, 0, message.length, nowNs, true, (bytes, offset, length) -> {});
        }
        final byte[] second = sent.poll();
        older.onRequest(
                second,
                0,
                second.length,
                nowNs,
                true,
                (bytes, offset, length) -> replies.add(Arrays.copyOfRange(bytes, offset, offset + length)));
        hear(flow);
        assertInstanceOf(HistoryLostException.class, losses.get(0));
    }

    @Test
    void shouldNoticeAtItsOpeningWhatAnEarlierClientWasAnswered() {
        final RequestFlow later = new RequestFlow(8, 13, 5, listener);
        later.onConnected(nowNs);
        poll(later);
        deliver();
        hear(later);
        assertInstanceOf(HistoryLostException.class, losses.get(0));
    }

    @Test
    void shouldHoldBackWhatGoesBeyondTheWindow() {
        submit(flow, RequestFlow.WINDOW);
        assertFalse(flow.hasRoom());
        for (int i = 0; i < 100 && flow.unanswered() > 0; i++) {
            poll(flow);
            deliver();
            hear(flow);
        }
        assertEquals(RequestFlow.WINDOW, results.size());
        assertTrue(flow.hasRoom());
    }
}
