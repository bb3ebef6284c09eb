package io.daybook.model.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.model.Budgets;
import io.daybook.model.Scenario;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that generated scenarios keep every invariant of the model if the budgets of a command are low. */
@Proves(
        value = "the model keeps its invariants if the budgets of a command are low",
        normal = "100 scenarios with terms",
        large = "3,750 scenarios")
class GeneratedScenariosTest {
    private static final int SEEDS =
            Boolean.getBoolean("daybook.long") ? 3_750 : Boolean.getBoolean("daybook.quick") ? 12 : 100;
    private static final int LENGTH = 500;

    @Test
    void shouldKeepEveryInvariantWhereBudgetsAreLow() {
        final long firstSeed = Long.getLong("daybook.seed", 0);
        final Coverage coverage = new Coverage();
        for (long seed = firstSeed; seed < firstSeed + SEEDS; seed++) {
            for (final Kind kind : Kind.values()) {
                if (kind.hasTerms() && kind.ordinal() % 4 == Math.floorMod(seed, 4)) {
                    final Budgets budgets = new Budgets((int) (seed % 3), 5, 1, 2);
                    run(kind, seed, budgets, coverage);
                }
            }
        }
        final List<String> wanted = new ArrayList<>(List.of("act COMMAND", "refused after acts"));
        for (final String command : List.of("Place", "Move", "Reduce", "Cancel", "Replace", "MassCancel", "Tick")) {
            wanted.add("more after " + command);
        }
        assertEquals(List.of(), coverage.missing(wanted), coverage::table);
    }

    /** Writes a scenario, and checks the invariants of the model after every command. */
    private static void run(final Kind kind, final long seed, final Budgets budgets, final Coverage coverage) {
        try {
            ScenarioGenerator.answered(kind, seed, LENGTH, budgets, new InvariantChecks(coverage, 1));
        } catch (AssertionError | RuntimeException broken) {
            throw new AssertionError("in a scenario of kind=" + kind + ", seed=" + seed + ", " + budgets, broken);
        }
    }

    @Test
    void shouldWriteTheSameLinesForTheSameSeed() {
        for (final Kind kind : Kind.values()) {
            final Scenario first = ScenarioGenerator.generate(kind, 7, 200);
            assertEquals(first, ScenarioGenerator.generate(kind, 7, 200), () -> "kind=" + kind);
            assertTrue(first.lines().size() >= 200, () -> "kind=" + kind);
        }
    }
}
