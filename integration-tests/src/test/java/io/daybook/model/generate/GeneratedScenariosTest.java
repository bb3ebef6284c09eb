package io.daybook.model.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.model.Budgets;
import io.daybook.model.Invariants;
import io.daybook.model.ModelRunner;
import io.daybook.model.Scenario;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Generated scenarios keep every invariant of the model, and between them reach all that input can cause. */
class GeneratedScenariosTest {
    private static final int SEQUENCES =
            Boolean.getBoolean("daybook.long") ? 15_000 : Boolean.getBoolean("daybook.quick") ? 50 : 600;
    private static final int ENOUGH_TO_REACH_ALL = 600;
    private static final int LENGTH = 500;

    @Test
    void shouldKeepEveryInvariantAndReachEveryAnswer() {
        final Coverage coverage = new Coverage();
        final Kind[] kinds = Kind.values();
        final long firstSeed = Long.getLong("daybook.seed", 0);
        for (long seed = firstSeed; seed < firstSeed + SEQUENCES; seed++) {
            final Kind kind = kinds[(int) Math.floorMod(seed, (long) kinds.length)];
            final Scenario scenario = ScenarioGenerator.generate(kind, seed, LENGTH);
            run(scenario, coverage);
        }
        final List<Scenario> limits = new ArrayList<>(LimitScenarios.all(firstSeed));
        limits.addAll(OrderLimitScenarios.all(firstSeed));
        for (final Scenario scenario : limits) {
            new ModelRunner((line, outcome, exchange) -> {
                        coverage.onCommand(line, outcome, exchange);
                        if (coverage.commands() % 4096 == 0) {
                            Invariants.check(line, outcome, exchange);
                        }
                    })
                    .run(scenario);
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
                    run(ScenarioGenerator.generate(kind, seed, LENGTH, budgets), coverage);
                }
            }
        }
        final List<String> wanted = new ArrayList<>(List.of("act COMMAND", "refused behind acts"));
        for (final String command : List.of("Place", "Move", "Reduce", "Cancel", "Replace", "MassCancel", "Tick")) {
            wanted.add("more after " + command);
        }
        assertEquals(List.of(), coverage.missing(wanted), coverage::table);
    }

    private static void run(final Scenario scenario, final Coverage coverage) {
        final ModelRunner runner = new ModelRunner((line, outcome, exchange) -> {
            coverage.onCommand(line, outcome, exchange);
            Invariants.check(line, outcome, exchange);
        });
        try {
            for (final String result : runner.run(scenario)) {
                if (result.startsWith("{\"line\":")) {
                    coverage.onBadLine();
                }
            }
        } catch (AssertionError | RuntimeException broken) {
            throw new AssertionError("in " + scenario.name(), broken);
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
