package io.daybook.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The model against the worked examples of the contract; it is skipped, saying so, where those are missing. */
class ExamplesTest {

    @ParameterizedTest
    @ValueSource(strings = {"spot", "futures", "mixed", "hostile", "fees", "deep"})
    void shouldAnswerEveryLineAsTheWorkedExampleDoes(String name) throws IOException {
        final Path examples = examples();
        assumeTrue(Files.isDirectory(examples), () -> "skipped: no worked examples in " + examples);

        final List<String> lines = Files.readAllLines(examples.resolve(name + ".jsonl"));
        final List<String> expected = Files.readAllLines(examples.resolve(name + ".expected.jsonl"));
        final List<String> actual = new ModelRunner(Invariants::check).run(new Scenario(name, Settings.DEFAULT, lines));

        for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
            final int line = i + 1;
            assertEquals(
                    ResultLines.comparable(expected.get(i)),
                    ResultLines.comparable(actual.get(i)),
                    () -> name + ", result line " + line);
        }
        assertEquals(expected.size(), actual.size(), "result lines");
    }

    private static Path examples() {
        return Path.of(System.getProperty("daybook.data", "")).resolveSibling("examples");
    }
}
