package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests each row of the tables of docs/fix.md with a conversation: the command of each request, and the report of each
 * result or event. Each conversation has its own listing, two users with money, and three sessions: a trader for each
 * user, and a drop copy of the first.
 */
@Proves(value = "every row of fix.md's tables, against a real exchange", normal = "62 conversations")
@Timeout(300)
final class OrderTablesTest {
    private static final Path SCRIPTS =
            Path.of("src", "test", "resources", "io", "daybook", "gateway", "fix", "tables");

    @TempDir
    private static Path folder;

    private static List<Path> scripts = List.of();
    private static FixVenue venue;

    @BeforeAll
    static void open() throws IOException {
        try (Stream<Path> files = Files.list(SCRIPTS)) {
            scripts = files.sorted().toList();
        }
        assertTrue(scripts.size() >= 50, () -> "conversations: " + scripts.size());
        venue = FixVenue.ofRows(folder, scripts.size());
    }

    @AfterAll
    static void close() {
        venue.close();
    }

    @TestFactory
    Stream<DynamicTest> shouldAnswerAsTheTablesSay() {
        return IntStream.range(0, scripts.size()).mapToObj(row -> {
            final Path script = scripts.get(row);
            return DynamicTest.dynamicTest(script.getFileName().toString(), () -> run(script, row));
        });
    }

    private static void run(final Path script, final int row) throws IOException {
        final Map<String, String> names = new HashMap<>(Map.of(
                "symbol",
                FixVenue.nameOf(row),
                "account",
                "A" + FixVenue.uidOf(row),
                "account-other",
                "A" + (FixVenue.uidOf(row) + 1)));
        final List<String> suffixes = List.of("", "-other", "-copy");
        for (int i = 0; i < suffixes.size(); i++) {
            final int session = FixVenue.sessionOf(row) + i;
            names.put("comp" + suffixes.get(i), "S" + session);
            names.put("login" + suffixes.get(i), "553=" + session + "|554=" + FixVenue.SECRET.text());
        }
        try (FixScript conversation = new FixScript(venue.port(), names)) {
            conversation.run(Files.readAllLines(script));
        }
    }
}
