package io.daybook.it.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.OrderBookType;
import io.daybook.api.ResultCode;
import io.daybook.api.Topology;
import io.daybook.host.Proves;
import io.daybook.model.Budgets;
import io.daybook.model.diff.DifferentialRunner;
import io.daybook.model.generate.Coverage;
import io.daybook.model.generate.InvariantChecks;
import io.daybook.model.generate.Kind;
import io.daybook.model.generate.LimitScenarios;
import io.daybook.model.generate.Reachable;
import io.daybook.model.generate.ScenarioGenerator;
import io.daybook.model.generate.ScenarioGenerator.Answered;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs random scenarios through the reference model and through the product. Every line of every result is the same,
 * the model keeps its own invariants, and all scenarios together reach every answer to every command, every event, and
 * every fate of every order type.
 *
 * <p>The model answers each scenario once. An exchange on one thread is compared with it, with each kind of book in
 * turn; one in eleven scenarios, in the long run one in three, also goes through an exchange with threads.
 * {@code -Ddaybook.scenarios=60} runs 60 of each kind; with fewer than {@link #ENOUGH_TO_REACH_ALL}, coverage is only
 * printed.
 */
@Proves(
        value = "every command does what semantics.md and an independent model of it say, and all codes are reached",
        normal = "660 scenarios of 500 commands, and one draw at the limits of live orders and levels",
        large = "62,300 scenarios, and seven draws")
class DifferentialTest {
    private static final boolean IS_LONG = Boolean.getBoolean("daybook.long");
    private static final boolean IS_QUICK = Boolean.getBoolean("daybook.quick");
    private static final int LENGTH = 500;
    private static final int SCENARIOS_EACH =
            Integer.getInteger("daybook.scenarios", IS_LONG ? 6_230 : IS_QUICK ? 7 : 66);
    private static final int ENOUGH_TO_REACH_ALL = 60;
    private static final int SCENARIOS_PER_THREADED =
            IS_LONG ? 3 : 11; // coprime to ten, the number of kinds; TopologyTest compares topologies
    private static final long FIRST_SEED = Long.getLong("daybook.seed", 1_000_000);
    private static final int COMMANDS_PER_CHECK = IS_LONG ? 1 : 4;

    private static final int DRAWS_AT_THE_LIMITS = IS_LONG ? 7 : 1;

    /**
     * The commands between two checks at the limits: these scenarios are long, and the model checks its whole state.
     */
    private static final int COMMANDS_PER_CHECK_AT_THE_LIMITS = 4_096;

    private static final List<ProductRunner> INLINE = Stream.of(OrderBookType.values())
            .map(books -> new ProductRunner(Topology.INLINE, books))
            .toList();
    private static final List<ProductRunner> THREADED = List.of(
            new ProductRunner(Topology.FUSED, OrderBookType.LADDER),
            new ProductRunner(Topology.pipelined(1), OrderBookType.LADDER),
            new ProductRunner(Topology.FUSED, OrderBookType.RADIX),
            new ProductRunner(Topology.pipelined(2), OrderBookType.AVL));

    private static final Coverage COVERAGE = new Coverage();

    @Test
    void shouldAnswerEveryScenarioLikeTheReferenceModel() {
        final List<Kind> kinds = Kind.ofProduct();
        final int scenarios = SCENARIOS_EACH * kinds.size();
        final InvariantChecks checks = new InvariantChecks(COVERAGE, COMMANDS_PER_CHECK);
        long lines = 0;
        for (int i = 0; i < scenarios; i++) {
            final long seed = FIRST_SEED + i;
            final Kind kind = kinds.get((int) Math.floorMod(seed, (long) kinds.size()));
            final Answered answered = ScenarioGenerator.answered(kind, seed, LENGTH, Budgets.CONTRACT, checks);
            new DifferentialRunner(turn(INLINE, seed)).assertSame(answered);
            if (i % SCENARIOS_PER_THREADED == 0) {
                new DifferentialRunner(turn(THREADED, seed / SCENARIOS_PER_THREADED)).assertSame(answered);
            }
            lines += answered.scenario().lines().size();
        }
        System.out.println("differential: " + scenarios + " scenarios from seed " + FIRST_SEED + ", " + lines
                + " lines, no difference");
    }

    @ParameterizedTest
    @Tag("whole")
    @MethodSource("limits")
    void shouldAnswerAtTheLimitsLikeTheReferenceModel(final long seed, final List<ProductRunner> products) {
        final List<Answered> all =
                LimitScenarios.answered(seed, new InvariantChecks(COVERAGE, COMMANDS_PER_CHECK_AT_THE_LIMITS));
        for (final ProductRunner product : products) {
            all.forEach(new DifferentialRunner(product)::assertSame);
        }
    }

    static Stream<Arguments> limits() {
        final long first = Long.getLong("daybook.seed", 0);
        return LongStream.range(first, first + DRAWS_AT_THE_LIMITS)
                .mapToObj(seed -> Arguments.of(
                        seed,
                        IS_LONG
                                ? Stream.concat(INLINE.stream(), THREADED.stream())
                                        .toList()
                                : List.of(INLINE.get(0))));
    }

    private static ProductRunner turn(final List<ProductRunner> products, final long number) {
        return products.get((int) Math.floorMod(number, (long) products.size()));
    }

    @AfterAll
    static void shouldHaveReachedAllThatInputCanCause() {
        System.out.println("differential, reached by " + COVERAGE.commands() + " commands:\n" + COVERAGE.table());
        if (SCENARIOS_EACH >= ENOUGH_TO_REACH_ALL) {
            assertEquals(List.of(), COVERAGE.missing(wanted()), "never reached");
        }
    }

    /**
     * The names of everything that the scenarios must reach. {@link ReachableTest} checks that the list lacks nothing
     * that the product has.
     */
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
