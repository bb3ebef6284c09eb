package io.daybook.cluster.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cluster.node.Watchdog;
import io.daybook.cluster.state.ClusterSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NodeStatusTest {
    private static final long MOST = Long.MIN_VALUE;
    private static final NodeMetrics METRICS = new NodeMetrics(
            MOST,
            MOST,
            MOST,
            Map.of(1, MOST, 13, MOST),
            MOST,
            MOST,
            MOST,
            MOST,
            MOST,
            MOST,
            MOST,
            255,
            255,
            MOST,
            MOST,
            MOST,
            MOST);

    private static final List<String> LONGEST_NAMES =
            List.of("a".repeat(55), "b".repeat(55), "c".repeat(55), "d".repeat(55));

    private static NodeStatus status(final int node, final long seq, final long chain, final long mark) {
        return new NodeStatus(
                "tulip",
                node,
                "LEADER",
                3,
                4_096,
                seq,
                chain,
                1_024,
                mark,
                5,
                6,
                7,
                8,
                Long.MAX_VALUE,
                4,
                true,
                LONGEST_NAMES,
                LONGEST_NAMES,
                METRICS,
                new NodeStart("power-metadata", List.of(0, 1)));
    }

    @Test
    void shouldReadAnswersAsTheyWere() {
        final NodeStatus status = status(2, 2_000, Long.MIN_VALUE, -1);
        for (final long nonce : new long[] {0, -1, Long.MIN_VALUE, 0x123456789ABCDEFL}) {
            final byte[] question = NodeStatus.question(nonce);
            final byte[] answer = status.encode(nonce);
            assertEquals(question.length, answer.length);
            assertEquals(status, NodeStatus.decode(answer, answer.length, nonce));
            assertNull(NodeStatus.decode(answer, answer.length, nonce + 1));
            assertEquals(nonce, NodeStatus.nonce(question, NodeStatus.DATAGRAM_LENGTH));
            assertNull(NodeStatus.nonce(question, 20));
        }
    }

    @Test
    void shouldLeaveOutKnownNamesThatDoNotFit() {
        final NodeStatus few = status(2, 2_000, 1, 1);
        final List<String> many = new ArrayList<>(LONGEST_NAMES);
        many.add("e".repeat(55));
        many.add("f".repeat(55));
        many.add("g".repeat(55));
        many.add("h".repeat(55));
        assertEquals(ClusterSettings.MAX_FOLLOWERS, many.size());
        final NodeStatus status = new NodeStatus(
                "tulip",
                0,
                "LEADER",
                1,
                2,
                3,
                4,
                5,
                6,
                7,
                8,
                9,
                10,
                11,
                12,
                true,
                many,
                many,
                few.metrics(),
                few.start());
        final NodeStatus read = NodeStatus.decode(status.encode(7), NodeStatus.DATAGRAM_LENGTH, 7);
        assertNotNull(read);
        assertEquals(many, read.followers(), "the names of the log are complete");
        assertEquals(LONGEST_NAMES, read.knownFollowers());
        assertEquals(status.metrics().knownSemantics(), read.metrics().knownSemantics());
    }

    @Test
    void shouldReadNothingFromOtherBytes() {
        assertNull(NodeStatus.decode(NodeStatus.question(1), 10, 1));
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final SplittableRandom random = new SplittableRandom(seed);
        final byte[] answer = status(1, 2, 3, 4).encode(5);
        for (int i = 0; i < 10_000; i++) {
            final byte[] damaged = Arrays.copyOf(answer, answer.length);
            damaged[random.nextInt(200)] = (byte) random.nextInt();
            NodeStatus.nonce(damaged, damaged.length);
            NodeStatus.decode(
                    damaged, random.nextInt(damaged.length), 5); // any bytes give a status or null, and no exception
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
