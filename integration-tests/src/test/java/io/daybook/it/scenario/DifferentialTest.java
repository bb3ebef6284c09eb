package io.daybook.it.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.OrderBookType;
import io.daybook.api.ResultCode;
import io.daybook.api.Topology;
import io.daybook.host.Proves;
import io.daybook.model.diff.DifferentialRunner;
import io.daybook.model.generate.Coverage;
import io.daybook.model.generate.LimitScenarios;
import io.daybook.model.generate.Reachable;
import io.daybook.model.generate.ScenarioGenerator.Answered;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random scenarios through the reference model and through the product: every line of every result is the same, and
 * between them the scenarios reach every answer to every command, every event, and every fate of every order type.
 *
 * <p>{@code -Ddaybook.scenarios=60} runs so many per variant; below {@link #ENOUGH_TO_REACH_ALL} coverage is printed,
 * not asserted.
 */
@Proves(
        value = "every command does what semantics.md says, as an independent model has it, line by line",
        normal = "3,360 scenarios of 500 commands, and three draws at the limits of live orders and levels",
        large = "62,300 scenarios")
class DifferentialTest {
    private static final boolean IS_LONG = Boolean.getBoolean("daybook.long");
    private static final int LENGTH = 500;
    private static final int SCENARIOS_EACH =
            Integer.getInteger("daybook.scenarios", IS_LONG ? 8_900 : Boolean.getBoolean("daybook.quick") ? 10 : 480);
    private static final int ENOUGH_TO_REACH_ALL = 400;

    /** The model takes longer over the limits than the product: several variants are sent the same. */
    private static final int SEEDS_AT_THE_LIMITS = 3;

    private static final Map<Long, List<Answered>> AT_THE_LIMITS = new HashMap<>();
    private static final Coverage COVERAGE = new Coverage();

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
            final Topology topology, final OrderBookType books, final long ownSeed) {
        final long firstSeed = Long.getLong("daybook.seed", ownSeed);
        final DifferentialRunner runner = new DifferentialRunner(new ProductRunner(topology, books));
        final String done = runner.assertSame(firstSeed, SCENARIOS_EACH, LENGTH, COVERAGE);
        System.out.println("differential, " + topology.kind() + " with " + books + ": " + done);
    }

    @ParameterizedTest
    @Tag("whole")
    @MethodSource("variants")
    void shouldAnswerAtTheLimitsLikeTheReferenceModel(
            final Topology topology, final OrderBookType books, final long ownSeed) {
        final long seed = Long.getLong("daybook.seed", IS_LONG ? ownSeed : ownSeed % SEEDS_AT_THE_LIMITS);
        final DifferentialRunner runner = new DifferentialRunner(new ProductRunner(topology, books));
        AT_THE_LIMITS
                .computeIfAbsent(seed, anew -> LimitScenarios.answered(anew, COVERAGE))
                .forEach(runner::assertSame);
    }

    @AfterAll
    static void forgetTheLimits() {
        AT_THE_LIMITS.clear();
    }

    @AfterAll
    static void shouldHaveReachedAllThatInputCanCause() {
        System.out.println("differential, reached by " + COVERAGE.commands() + " commands:\n" + COVERAGE.table());
        if (SCENARIOS_EACH >= ENOUGH_TO_REACH_ALL) {
            assertEquals(List.of(), COVERAGE.missing(wanted()), "never reached");
        }
    }

    /** Every answer that a line can have; {@link ReachableTest} sees to it that nothing of the product is left out. */
    private static List<String> wanted() {
        final List<String> wanted = new ArrayList<>(Reachable.all());
        for (final ResultCode code : ResultCode.values()) {
            if (!ReachableTest.NO_LINE_CAUSES.contains(code)) {
                wanted.add("code " + code);
            }
        }
        return wanted;
    }
}
