package io.daybook.model.diff;

import io.daybook.model.CapacityExceeded;
import io.daybook.model.ModelRunner;
import io.daybook.model.ResultLines;
import io.daybook.model.Scenario;
import io.daybook.model.ScenarioLine;
import io.daybook.model.ScenarioRunner;
import io.daybook.model.generate.ScenarioGenerator.Answered;
import java.util.List;
import java.util.Optional;

/**
 * Runs the same scenarios on two runners, usually the model and the product, and compares their results line by line.
 *
 * <p>A runner that throws differs from one that answers. Several threads may use this class only if they may use the
 * runners.
 */
public final class DifferentialRunner {
    private static final int MAX_TRIES = Integer.getInteger("daybook.shrink", 2_000);

    private final ScenarioRunner expected;
    private final ScenarioRunner actual;

    /** Compares a subject with the model. */
    public DifferentialRunner(final ScenarioRunner subject) {
        this(new ModelRunner(), subject);
    }

    DifferentialRunner(final ScenarioRunner expected, final ScenarioRunner actual) {
        this.expected = expected;
        this.actual = actual;
    }

    /**
     * Runs one scenario, and compares the results with the answers that it has.
     *
     * @throws AssertionError at a difference, with the shortest scenario that shows it
     */
    public void assertSame(final Answered answered) {
        final Optional<Difference> difference = firstDifference(answered.scenario(), answered.results());
        if (difference.isPresent()) {
            throw new AssertionError("the runners differ\n"
                    + shrink(difference.get()).report()
                    + "# before shrinking:\n# expected: " + difference.get().expected()
                    + "\n# actual:   " + difference.get().actual() + "\n");
        }
    }

    /** The first difference of a scenario; none if the contract lets the exchange halt. */
    public Optional<Difference> firstDifference(final Scenario scenario) {
        final List<String> wanted;
        try {
            wanted = expected.run(scenario);
        } catch (CapacityExceeded halt) {
            return Optional.empty();
        }
        return firstDifference(scenario, wanted);
    }

    private Optional<Difference> firstDifference(final Scenario scenario, final List<String> wanted) {
        final List<String> got = runActual(scenario);
        final int index = ResultLines.firstDifference(wanted, got);
        return index < 0
                ? Optional.empty()
                : Optional.of(new Difference(scenario, index, lineAt(wanted, index), lineAt(got, index)));
    }

    private List<String> runActual(final Scenario scenario) {
        try {
            return actual.run(scenario);
        } catch (VirtualMachineError broken) {
            System.out.println("differential: " + broken + " in " + scenario.name());
            throw broken;
        } catch (Throwable thrown) {
            return List.of("(threw " + thrown + ")");
        }
    }

    private static String lineAt(final List<String> lines, final int index) {
        return index < lines.size() ? lines.get(index) : Difference.NO_LINE;
    }

    /** A difference in the shortest scenario that was found to have one. */
    Difference shrink(final Difference difference) {
        final Scenario cut = upTo(difference.scenario(), difference.index());
        final Scenario start = firstDifference(cut).isPresent() ? cut : difference.scenario();
        final Scenario shortest =
                new Shrinker(candidate -> firstDifference(candidate).isPresent(), MAX_TRIES).shrink(start);
        return firstDifference(shortest).orElse(difference);
    }

    /** The scenario up to the line that a result line answers. */
    private static Scenario upTo(final Scenario scenario, final int resultIndex) {
        int results = 0;
        for (int i = 0; i < scenario.lines().size(); i++) {
            if (!ScenarioLine.isSkipped(scenario.lines().get(i)) && results++ == resultIndex) {
                return scenario.withLines(scenario.lines().subList(0, i + 1));
            }
        }
        return scenario;
    }
}
