package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NodeStatusTest {
    private static NodeStatus status(final int node, final long seq, final long chain, final long mark) {
        return new NodeStatus("tulip", node, "LEADER", 3, 4_096, seq, chain, 1_024, mark, 5, 6, 7, 8, Long.MAX_VALUE);
    }

    @Test
    void shouldReadAnswersAsTheyWere() {
        final NodeStatus status = status(2, 2_000, Long.MIN_VALUE, -1);
        final byte[] answer = status.encode();
        assertEquals(NodeStatus.question().length, answer.length);
        assertEquals(status, NodeStatus.decode(answer, answer.length));
        assertTrue(NodeStatus.isQuestion(NodeStatus.question(), NodeStatus.DATAGRAM_LENGTH));
        assertFalse(NodeStatus.isQuestion(NodeStatus.question(), 20));
    }

    @Test
    void shouldReadNothingFromOtherBytes() {
        assertNull(NodeStatus.decode(NodeStatus.question(), 10));
        final long seed = Long.getLong("daybook.seed", System.nanoTime());
        final SplittableRandom random = new SplittableRandom(seed);
        final byte[] answer = status(1, 2, 3, 4).encode();
        for (int i = 0; i < 10_000; i++) {
            final byte[] damaged = Arrays.copyOf(answer, answer.length);
            damaged[random.nextInt(200)] = (byte) random.nextInt();
            NodeStatus.decode(damaged, random.nextInt(damaged.length)); // any bytes: a status or none, no exception
        }
    }

    @Test
    void shouldDifferWhereChainsOfOneSeqDo() {
        final NodeStatus own = status(0, 2_000, 7, 70);
        assertFalse(own.differsFrom(status(1, 2_000, 7, 70)));
        assertFalse(own.differsFrom(status(1, 2_001, 8, 70)));
        assertTrue(own.differsFrom(status(1, 2_000, 8, 70)));
        assertTrue(own.differsFrom(status(1, 2_001, 8, 71)));
        assertTrue(own.differsFrom(status(1, 1_024, 71, 71)));
    }

    @Test
    void shouldEndOnlyTheNodeThatDiffersFromBothOthers() {
        final NodeStatus wrong = status(0, 2_000, 1, 1);
        final NodeStatus one = status(1, 2_000, 7, 7);
        final NodeStatus other = status(2, 2_000, 7, 7);
        assertNotNull(Watchdog.difference(wrong, List.of(one, other)));
        assertNull(Watchdog.difference(one, List.of(wrong, other)));
        assertNull(Watchdog.difference(wrong, List.of(one)));
        assertNull(Watchdog.difference(wrong, List.of()));
    }
}
