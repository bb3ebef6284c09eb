package io.daybook.it;

import io.daybook.api.OrderBookType;
import io.daybook.api.Topology;
import io.daybook.model.diff.DifferentialRunner;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Random scenarios through the reference model and through the product: every line of every result is the same. */
class DifferentialTest {
    private static final int LENGTH = 500;
    private static final int SCENARIOS_EACH = Boolean.getBoolean("daybook.long") ? 8_000 : 400;

    static Stream<Arguments> variants() {
        return Stream.of(
                Arguments.of(Topology.INLINE, OrderBookType.AVL, 1_000_000L),
                Arguments.of(Topology.INLINE, OrderBookType.RADIX, 2_000_000L),
                Arguments.of(Topology.INLINE, OrderBookType.LADDER, 3_000_000L),
                Arguments.of(Topology.FUSED, OrderBookType.LADDER, 4_000_000L),
                Arguments.of(Topology.FUSED, OrderBookType.RADIX, 5_000_000L),
                Arguments.of(Topology.pipelined(1), OrderBookType.LADDER, 6_000_000L),
                Arguments.of(Topology.pipelined(2), OrderBookType.AVL, 7_000_000L));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void shouldAnswerEveryScenarioLikeTheReferenceModel(
            final Topology topology, final OrderBookType books, final long firstSeed) {
        final String done = new DifferentialRunner(new ProductRunner(topology, books))
                .assertSame(firstSeed, SCENARIOS_EACH, LENGTH);
        System.out.println("differential, " + topology.kind() + " with " + books + ": " + done);
    }
}
