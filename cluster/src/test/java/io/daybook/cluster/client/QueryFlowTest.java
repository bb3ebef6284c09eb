package io.daybook.cluster.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.StateHashQuery;
import io.daybook.cluster.state.ClusterState;
import io.daybook.cluster.state.Messages;
import io.daybook.cluster.state.Reply;
import io.daybook.engine.codec.ReportCodec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A flow and a state; a test decides which messages pass between them. */
class QueryFlowTest {
    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ClusterState state = Messages.newState(1);
    private final QueryFlow flow = new QueryFlow();
    private final ArrayDeque<byte[]> sent = new ArrayDeque<>();
    private final ArrayDeque<byte[]> replies = new ArrayDeque<>();
    private final List<Object> reports = new ArrayList<>();
    private long nowNs = TimeUnit.SECONDS.toNanos(1);
    private int messages;

    @BeforeEach
    void connect() {
        carryOut(Messages.settings());
        replies.clear();
        flow.onConnected(nowNs);
        poll();
    }

    private void ask() {
        flow.submit(ReportCodec.encode(new StateHashQuery()), (report, refusal) -> {
            assertEquals(null, refusal);
            reports.add(report);
        });
    }

    private void poll() {
        flow.poll(nowNs, (bytes, length) -> {
            messages++;
            return sent.add(Arrays.copyOf(bytes, length));
        });
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

    private void hear() {
        final Reply reply = new Reply();
        while (!replies.isEmpty()) {
            final byte[] message = replies.poll();
            reply.wrap(message, 0, message.length);
            flow.onReply(reply, nowNs);
        }
    }

    /** A leader that takes this long for each message, and takes the messages one after the other. */
    private void workFor(final long takesNs, final long untilNs) {
        long freeAtNs = nowNs;
        byte[] inWork = null;
        while (nowNs < untilNs) {
            nowNs += STEP_NS;
            poll();
            if (inWork != null && nowNs >= freeAtNs) {
                carryOut(inWork);
                inWork = null;
                hear();
            }
            if (inWork == null && !sent.isEmpty()) {
                inWork = sent.poll();
                freeAtNs = nowNs + takesNs;
            }
        }
    }

    @Test
    void shouldHearOneThatTakesLongerThanItIsPatient() {
        ask();
        workFor(TimeUnit.SECONDS.toNanos(5), nowNs + TimeUnit.SECONDS.toNanos(6));
        assertEquals(1, reports.size());
        assertEquals(0, flow.unanswered());
    }

    @Test
    void shouldAskMoreAndMoreRarely() {
        ask();
        final long start = nowNs;
        while (nowNs < start + TimeUnit.SECONDS.toNanos(60)) {
            nowNs += STEP_NS;
            poll();
        }
        assertEquals(7, messages); // at 0, 1, 3, 7, 15, 31 and 47 s
    }

    @Test
    void shouldNotPutAnswersOfTwoConnectionsTogether() {
        ask();
        poll();
        final byte[] first = sent.poll();
        flow.onConnected(nowNs);
        carryOut(first);
        hear();
        assertEquals(List.of(), reports);
        poll();
        carryOut(sent.poll());
        hear();
        assertEquals(1, reports.size());
    }
}
