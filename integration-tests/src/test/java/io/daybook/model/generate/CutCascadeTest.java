package io.daybook.model.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.model.Budgets;
import io.daybook.model.ModelRunner;
import io.daybook.model.Scenario;
import io.daybook.model.Settings;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests that a cascade that is cut by a budget and continued by ticks has the same events as an uncut cascade. */
@Proves(
        value = "a cascade that is cut by a budget and continued by ticks has the same events as an uncut cascade",
        normal = "80 sequences of 400 commands",
        large = "2,000 sequences")
class CutCascadeTest {
    private static final int SEQUENCES =
            Boolean.getBoolean("daybook.long") ? 2_000 : Boolean.getBoolean("daybook.quick") ? 8 : 80;
    private static final List<Kind> KINDS = List.of(Kind.STOPS, Kind.FUTURES_STOPS, Kind.COMPLEX, Kind.ORDERS);
    private static final Pattern SYMBOL = Pattern.compile("\"symbol\":([0-9]+)");
    private static final Pattern EVENTS = Pattern.compile("(.*)\"events\":\\[(.*)\\](,\"more\":true)?\\}");
    private static final Pattern NUMBER = Pattern.compile("\"(seq|line)\":[0-9]+,");

    private long drained;

    @Test
    void shouldHaveTheSameEventsWhereverABudgetCutsACascade() {
        final long firstSeed = Long.getLong("daybook.seed", 5_000);
        for (long seed = firstSeed; seed < firstSeed + SEQUENCES; seed++) {
            final Kind kind = KINDS.get((int) Math.floorMod(seed, (long) KINDS.size()));
            final Scenario scenario = ScenarioGenerator.generate(kind, seed, 400);
            final int acts = 1 + (int) Math.floorMod(seed, 3L);
            compare(scenario, new Budgets(acts, acts == 3 ? 4 : 4_096, 1_024, 4_096));
        }
        System.out.println("cut cascades: " + drained + " ticks from seed " + firstSeed);
        assertTrue(drained > SEQUENCES, () -> "only " + drained + " ticks continued cascades");
    }

    private void compare(final Scenario scenario, final Budgets budgets) {
        final Settings settings = scenario.settings();
        final ModelRunner.Session whole = session(settings);
        final ModelRunner.Session cut =
                session(new Settings(settings.marginTrading(), settings.resetAllowed(), budgets));
        for (final String generated : scenario.lines()) {
            final String line =
                    generated.replaceAll(",?\"expireAt\":-?[0-9]+", "").replace("{,", "{");
            final String expected = whole.run(line);
            final StringBuilder actual = new StringBuilder(cut.run(line));
            while (actual.toString().endsWith("\"more\":true}")) {
                final Matcher symbol = SYMBOL.matcher(line);
                assertTrue(symbol.find(), line);
                append(actual, cut.run("{\"cmd\":\"tick\",\"timestamp\":0,\"symbol\":" + symbol.group(1) + "}"));
                drained++;
            }
            assertEquals(comparable(expected), comparable(actual.toString()), () -> scenario.name() + ", " + line);
        }
    }

    private static ModelRunner.Session session(final Settings settings) {
        return new ModelRunner.Session(settings, (line, outcome, exchange) -> {});
    }

    /** Appends the events of a tick to the events before them. */
    private static void append(final StringBuilder result, final String tick) {
        final Matcher first = EVENTS.matcher(result);
        final Matcher more = EVENTS.matcher(tick);
        assertTrue(first.matches() && more.matches(), () -> result + "\n" + tick);
        final String separator = first.group(2).isEmpty() || more.group(2).isEmpty() ? "" : ",";
        final String left = more.group(3) == null ? "" : more.group(3);
        final String joined =
                first.group(1) + "\"events\":[" + first.group(2) + separator + more.group(2) + "]" + left + "}";
        result.setLength(0);
        result.append(joined);
    }

    private static String comparable(final String result) {
        return NUMBER.matcher(result).replaceFirst("");
    }
}
