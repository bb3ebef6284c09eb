package io.daybook.model.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.model.Budgets;
import io.daybook.model.Exchange;
import io.daybook.model.Invariants;
import io.daybook.model.ModelRunner;
import io.daybook.model.Outcome;
import io.daybook.model.Scenario;
import io.daybook.model.ScenarioLine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Generated scenarios keep every invariant of the model, and between them reach all that input can cause. */
@Proves(
        value = "the model keeps its invariants, and scenarios reach every code and meeting of two features",
        normal = "400 sequences of 500 commands, and as many with low budgets",
        large = "15,000 sequences")
class GeneratedScenariosTest {
    private static final int SEQUENCES =
            Boolean.getBoolean("daybook.long") ? 15_000 : Boolean.getBoolean("daybook.quick") ? 50 : 400;
    private static final int ENOUGH_TO_REACH_ALL = 400;
    private static final int LENGTH = 500;

    @Test
    void shouldKeepEveryInvariantAndReachEveryAnswer() {
        final Coverage coverage = new Coverage();
        final Kind[] kinds = Kind.values();
        final long firstSeed = Long.getLong("daybook.seed", 0);
        for (long seed = firstSeed; seed < firstSeed + SEQUENCES; seed++) {
            final Kind kind = kinds[(int) Math.floorMod(seed, (long) kinds.length)];
            run(kind, seed, Budgets.CONTRACT, coverage);
        }
        if (!Boolean.getBoolean("daybook.quick")) {
            LimitScenarios.answered(firstSeed, new Checked(coverage, 4_096));
        }
        final String figures = SEQUENCES + " sequences from seed " + firstSeed + ", " + coverage.commands()
                + " commands\n" + coverage.table();
        System.out.println(figures);
        final List<String> wanted = new ArrayList<>(Reachable.plain());
        wanted.addAll(Reachable.orders());
        if (SEQUENCES >= ENOUGH_TO_REACH_ALL) {
            assertEquals(List.of(), coverage.missing(wanted), () -> "never reached; " + figures);
        }
    }

    @Test
    void shouldKeepEveryInvariantWhereBudgetsAreLow() {
        final long firstSeed = Long.getLong("daybook.seed", 0);
        final Coverage coverage = new Coverage();
        for (long seed = firstSeed; seed < firstSeed + SEQUENCES / 4; seed++) {
            for (final Kind kind : Kind.values()) {
                if (kind.hasTerms() && kind.ordinal() % 4 == Math.floorMod(seed, 4)) {
                    final Budgets budgets = new Budgets((int) (seed % 3), 5, 1, 2);
                    run(kind, seed, budgets, coverage);
                }
            }
        }
        final List<String> wanted = new ArrayList<>(List.of("act COMMAND", "refused behind acts"));
        for (final String command : List.of("Place", "Move", "Reduce", "Cancel", "Replace", "MassCancel", "Tick")) {
            wanted.add("more after " + command);
        }
        assertEquals(List.of(), coverage.missing(wanted), coverage::table);
    }

    /** The model that a scenario is written with is looked at while it is written. */
    private static void run(final Kind kind, final long seed, final Budgets budgets, final Coverage coverage) {
        try {
            ScenarioGenerator.answered(kind, seed, LENGTH, budgets, new Checked(coverage, 1));
        } catch (AssertionError | RuntimeException broken) {
            throw new AssertionError("in a scenario of kind=" + kind + ", seed=" + seed + ", " + budgets, broken);
        }
    }

    /** Counts all commands, and checks the model behind every n-th. */
    private record Checked(Coverage coverage, int every) implements ModelRunner.Listener {
        @Override
        public void onCommand(final ScenarioLine line, final Outcome outcome, final Exchange exchange) {
            coverage.onCommand(line, outcome, exchange);
            if (coverage.commands() % every == 0) {
                Invariants.check(line, outcome, exchange);
            }
        }

        @Override
        public void onBadLine() {
            coverage.onBadLine();
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
