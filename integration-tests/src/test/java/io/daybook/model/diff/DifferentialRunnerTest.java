package io.daybook.model.diff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.model.Budgets;
import io.daybook.model.ModelRunner;
import io.daybook.model.Scenario;
import io.daybook.model.ScenarioRunner;
import io.daybook.model.generate.Kind;
import io.daybook.model.generate.ScenarioGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests that faulty runners are caught, with scenarios of few lines. */
class DifferentialRunnerTest {
    private static final ScenarioRunner MODEL = new ModelRunner();

    @Test
    void shouldFindNoDifferenceBetweenTheModelAndItself() {
        assertSame(new DifferentialRunner(MODEL), 100, 150);
    }

    @Test
    void shouldShrinkAWrongReduceToTheLinesThatItNeeds() {
        final Difference found = shrunk(
                Kind.SPOT,
                corrupting(line -> line.contains("\"cmd\":\"reduce\",\"result\":\"SUCCESS\"")
                        ? line.replaceFirst("\"remaining\":[1-9][0-9]*", "\"remaining\":0")
                        : line));

        final List<String> commands = commands(found.scenario());
        assertTrue(commands.contains("reduce") && commands.contains("place"), found::report);
        assertTrue(commands.size() <= 6, found::report);
        assertTrue(found.expected().contains("\"cmd\":\"reduce\""), found::report);
    }

    @Test
    void shouldShrinkAFaultThatOnlyALaterReportShows() {
        final ScenarioRunner forgetful = scenario -> {
            final List<String> lines = new ArrayList<>(scenario.lines());
            lines.replaceAll(line -> line.contains("\"cmd\":\"suspend_user\"") ? "{\"cmd\":\"nop\"}" : line);
            final List<String> results = new ArrayList<>(MODEL.run(scenario.withLines(lines)));
            results.replaceAll(line -> line.contains("\"cmd\":\"nop\"") ? "(nop)" : line);
            return results;
        };
        final ScenarioRunner withoutNops = corrupting(
                line -> line.contains("\"cmd\":\"nop\"") || line.contains("\"cmd\":\"suspend_user\"") ? "(nop)" : line);
        final DifferentialRunner runner = new DifferentialRunner(withoutNops, forgetful);
        final Difference found = runner.shrink(anyDifference(runner, Kind.MIXED));

        assertEquals(3, found.scenario().lines().size(), found::report);
        assertTrue(commands(found.scenario()).contains("suspend_user"), found::report);
    }

    @Test
    void shouldShrinkARunnerThatThrows() {
        assertShrinks(Kind.DEEP, "\"type\":\"POST_ONLY\"", () -> {
            throw new IllegalStateException("the runner failed");
        });
    }

    @Test
    void shouldShrinkARunnerWhoseInvariantsBreak() {
        assertShrinks(Kind.SPOT, "\"cmd\":\"cancel\"", () -> {
            throw new AssertionError("the runner failed");
        });
    }

    /** Asserts that a scenario shrinks to one line, if a runner fails at each line with a text. */
    private static void assertShrinks(final Kind kind, final String text, final Runnable fall) {
        final Difference found = shrunk(kind, scenario -> {
            if (scenario.text().contains(text)) {
                fall.run();
            }
            return MODEL.run(scenario);
        });
        assertEquals(1, found.scenario().lines().size(), found::report);
        assertTrue(found.actual().contains("the runner failed"), found::report);
    }

    @Test
    void shouldNoticeResultsThatAreMissing() {
        final ScenarioRunner silent = scenario -> {
            final List<String> results = MODEL.run(scenario);
            return results.subList(0, Math.min(4, results.size()));
        };
        final Difference found = shrunk(Kind.FEES, silent);

        assertEquals(5, found.scenario().lines().size(), found::report);
        assertEquals(Difference.NO_LINE, found.actual());
    }

    @Test
    void shouldReportSeedScenarioAndBothLines() {
        final ScenarioRunner wrong =
                corrupting(line -> line.replace("\"cmd\":\"add_user\",\"result\":\"SUCCESS\"", "\"cmd\":\"add_user\""));
        final DifferentialRunner runner = new DifferentialRunner(wrong);

        final String message = assertThrows(AssertionError.class, () -> assertSame(runner, 600, 100))
                .getMessage();

        assertTrue(message.contains("seed=60"), message);
        assertTrue(message.contains("{\"cmd\":\"add_user\",\"uid\":"), message);
        assertTrue(message.contains("# expected: {\"seq\":1,\"cmd\":\"add_user\",\"result\":\"SUCCESS\"}"), message);
        assertTrue(message.contains("# actual:   {\"seq\":1,\"cmd\":\"add_user\"}"), message);
    }

    /** Compares a scenario of each kind. */
    private static void assertSame(final DifferentialRunner runner, final long firstSeed, final int length) {
        for (final Kind kind : Kind.values()) {
            runner.assertSame(ScenarioGenerator.answered(
                    kind, firstSeed + kind.ordinal(), length, Budgets.CONTRACT, ModelRunner.NOBODY));
        }
    }

    private static ScenarioRunner corrupting(final UnaryOperator<String> corruption) {
        return scenario -> {
            final List<String> results = new ArrayList<>(MODEL.run(scenario));
            results.replaceAll(corruption);
            return results;
        };
    }

    private static Difference shrunk(final Kind kind, final ScenarioRunner wrong) {
        final DifferentialRunner runner = new DifferentialRunner(wrong);
        return runner.shrink(anyDifference(runner, kind));
    }

    private static Difference anyDifference(final DifferentialRunner runner, final Kind kind) {
        for (long seed = 0; seed < 50; seed++) {
            final Scenario scenario = ScenarioGenerator.generate(kind, seed, 300);
            final var difference = runner.firstDifference(scenario);
            if (difference.isPresent()) {
                return difference.get();
            }
        }
        throw new AssertionError("50 scenarios did not show the fault");
    }

    private static List<String> commands(final Scenario scenario) {
        final List<String> commands = new ArrayList<>();
        for (final String line : scenario.lines()) {
            commands.add(line.replaceFirst(".*\"cmd\":\"([a-z_]+)\".*", "$1"));
        }
        return commands;
    }
}
