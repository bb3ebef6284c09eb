package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.sessions.member.SessionSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The session-level test cases of FIX 4.4, for the side that accepts: conversations over sockets, each with a session
 * of its own, written from the specification (volume 2, and its test cases by their numbers).
 */
@Proves(value = "a FIX session passes the session-level test cases of FIX 4.4", normal = "64 conversations")
@Timeout(300)
@Tag("whole")
final class SessionAcceptanceTest {
    private static final Path SCRIPTS =
            Path.of("src", "test", "resources", "io", "daybook", "gateway", "fix", "acceptance");

    @TempDir
    private static Path folder;

    /** Some wait for seconds until the venue closes; no conversation is of another's business. */
    private static final int AT_ONCE = 8;

    private static final long PATIENCE_S = 120;

    /**
     * A heartbeat of seconds: who is late because of others fails here, so these come one by one, behind the others.
     */
    private static final Pattern SHORT_HEARTBEAT = Pattern.compile("108=[1-9]\\|");

    private static final ExecutorService CLIENTS = Executors.newFixedThreadPool(AT_ONCE);

    private static List<Path> scripts = List.of();
    private static List<FutureTask<Void>> conversations = List.of();
    private static FixVenue venue;

    @BeforeAll
    static void open() throws IOException {
        try (Stream<Path> files = Files.list(SCRIPTS)) {
            scripts = files.sorted().toList();
        }
        assertTrue(scripts.size() >= 64, () -> "conversations: " + scripts.size());
        venue = new FixVenue(
                folder,
                FixVenue.limits(scripts.size()),
                IntStream.range(0, scripts.size())
                        .mapToObj(i -> isForViewers(scripts.get(i))
                                ? FixVenue.viewer(100 + i)
                                : FixVenue.trader(100 + i, 1 + i % 4))
                        .toArray(SessionSettings[]::new));
        conversations = IntStream.range(0, scripts.size())
                .mapToObj(i -> new FutureTask<>(() -> run(scripts.get(i), 100 + i)))
                .toList();
        for (int i = 0; i < scripts.size(); i++) {
            if (isBegunAtOnce(scripts.get(i))) {
                CLIENTS.execute(conversations.get(i));
            }
        }
        CLIENTS.shutdown();
    }

    private static boolean isBegunAtOnce(final Path script) {
        return !SHORT_HEARTBEAT.matcher(text(script)).find();
    }

    private static boolean isForViewers(final Path script) {
        return text(script).contains("35=V");
    }

    private static String text(final Path script) {
        try {
            return Files.readString(script);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterAll
    static void close() {
        CLIENTS.shutdownNow();
        venue.close();
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepToTheSession() {
        return IntStream.range(0, scripts.size()).mapToObj(i -> {
            final String name = scripts.get(i).getFileName().toString();
            return DynamicTest.dynamicTest(name, () -> ended(conversations.get(i), isBegunAtOnce(scripts.get(i))));
        });
    }

    private static void ended(final FutureTask<Void> conversation, final boolean isBegun) throws Throwable {
        if (!isBegun) {
            assertTrue(CLIENTS.awaitTermination(PATIENCE_S, TimeUnit.SECONDS), "others have not ended");
            conversation.run();
        }
        try {
            conversation.get();
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }

    private static @Nullable Void run(final Path script, final int session) throws IOException {
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
        return null;
    }
}
