package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.OrderBookType;
import io.daybook.api.Topology;
import io.daybook.host.Proves;
import io.daybook.it.scenario.ProductRunner;
import io.daybook.model.ResultLines;
import io.daybook.model.Scenario;
import io.daybook.model.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the product with the worked examples of orders with terms. */
@Proves(value = "the product gives the answers of the worked examples of orders with terms", normal = "12 examples")
class OrderExamplesTest {
    private static final Path EXAMPLES =
            Documents.ROOT.resolve("integration-tests/src/test/resources/examples/market-structure");
    private static final String ANSWERS = ".expected.jsonl";

    static List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(ANSWERS))
                    .map(name -> name.substring(0, name.length() - ANSWERS.length()))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldAnswerEveryLineAsTheWorkedExampleDoes(final String name) throws IOException {
        final List<String> lines = Files.readAllLines(EXAMPLES.resolve(name + ".jsonl"));
        final List<String> expected = Files.readAllLines(EXAMPLES.resolve(name + ANSWERS));

        final List<String> actual = new ProductRunner(Topology.INLINE, OrderBookType.LADDER)
                .run(new Scenario(name, Settings.DEFAULT, lines));

        assertEquals(comparable(expected), comparable(actual));
    }

    private static List<String> comparable(final List<String> results) {
        return results.stream().map(ResultLines::comparable).toList();
    }
}
