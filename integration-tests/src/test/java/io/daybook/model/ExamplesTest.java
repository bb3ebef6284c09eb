package io.daybook.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the model with the worked examples of the contract. */
@Proves(value = "the model agrees with the worked examples", normal = "18 files")
class ExamplesTest {
    private static final Path EXAMPLES =
            Path.of(System.getProperty("daybook.root"), "integration-tests", "src", "test", "resources", "examples");

    private static final List<String> ORDERS = List.of(
            "01-stop",
            "02-oco",
            "03-bracket",
            "04-trailing-stop",
            "05-iceberg",
            "06a-stp-cancel-maker",
            "06b-stp-cancel-taker",
            "06c-stp-cancel-both",
            "06d-stp-decrement",
            "07-slippage-min-size-slide",
            "08-replace",
            "09-expiry-and-mass-cancel");

    static List<String> orders() {
        return ORDERS;
    }

    @ParameterizedTest
    @MethodSource("orders")
    void shouldAnswerEveryLineOfTheExamplesOfOrdersAsTheyDo(final String name) throws IOException {
        shouldAnswerEveryLineAsTheWorkedExampleDoes("market-structure/" + name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"spot", "futures", "mixed", "hostile", "fees", "deep"})
    void shouldAnswerEveryLineAsTheWorkedExampleDoes(final String name) throws IOException {
        final List<String> lines = Files.readAllLines(EXAMPLES.resolve(name + ".jsonl"));
        final List<String> expected = Files.readAllLines(EXAMPLES.resolve(name + ".expected.jsonl"));
        final List<String> actual = new ModelRunner(Invariants::check).run(new Scenario(name, Settings.DEFAULT, lines));

        for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
            final int line = i + 1;
            assertEquals(
                    ResultLines.comparable(expected.get(i)),
                    ResultLines.comparable(actual.get(i)),
                    () -> name + ", result line " + line);
        }
        assertEquals(expected.size(), actual.size(), "number of result lines");
    }
}
