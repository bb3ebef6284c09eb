package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.gateway.session.SessionSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * The session-level test cases of FIX 4.4, for the side that accepts: conversations over sockets, each with a session
 * of its own, written from the specification (volume 2, and its test cases by their numbers).
 */
@Timeout(300)
final class SessionAcceptanceTest {
    private static final Path SCRIPTS =
            Path.of("src", "test", "resources", "io", "daybook", "gateway", "fix", "acceptance");

    @TempDir
    private static Path folder;

    private static List<Path> scripts = List.of();
    private static FixVenue venue;

    @BeforeAll
    static void open() throws IOException {
        try (Stream<Path> files = Files.list(SCRIPTS)) {
            scripts = files.sorted().toList();
        }
        assertTrue(scripts.size() >= 64, () -> "conversations: " + scripts.size());
        venue = new FixVenue(
                folder,
                IntStream.range(0, scripts.size())
                        .mapToObj(i -> isForViewers(scripts.get(i))
                                ? FixVenue.viewer(100 + i)
                                : FixVenue.trader(100 + i, 1 + i % 4))
                        .toArray(SessionSettings[]::new));
    }

    private static boolean isForViewers(final Path script) {
        try {
            return Files.readString(script).contains("35=V");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterAll
    static void close() {
        venue.close();
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepToTheSession() {
        return IntStream.range(0, scripts.size()).mapToObj(i -> {
            final Path script = scripts.get(i);
            return DynamicTest.dynamicTest(script.getFileName().toString(), () -> run(script, 100 + i));
        });
    }

    private static void run(final Path script, final int session) throws IOException {
        final Map<String, String> names = Map.of(
                "comp",
                "S" + session,
                "session",
                Integer.toString(session),
                "login",
                "553=" + session + "|554=" + FixVenue.SECRET.text());
        try (FixScript conversation = new FixScript(venue.port(), names)) {
            conversation.run(Files.readAllLines(script));
        }
    }
}
