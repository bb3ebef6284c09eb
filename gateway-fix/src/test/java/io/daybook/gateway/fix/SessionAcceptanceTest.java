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
 * The session-level test cases of FIX 4.4 for an acceptor: conversations over sockets, each with its own session,
 * written from the specification (volume 2, and its test cases by their numbers).
 */
@Proves(value = "a FIX session passes the session-level test cases of FIX 4.4", normal = "64 conversations")
@Timeout(300)
@Tag("whole")
final class SessionAcceptanceTest {
    private static final Path SCRIPTS =
            Path.of("src", "test", "resources", "io", "daybook", "gateway", "fix", "acceptance");

    @TempDir
    private static Path folder;

    /** How many conversations run at once: some wait for seconds until the venue closes, and none affects another. */
    private static final int AT_ONCE = 8;

    private static final long PATIENCE_S = 120;

    /**
     * The heartbeat of conversations that fail if other conversations delay them: these run one by one, after the
     * others. A machine that stops for a second still delays them, so a failed one runs again with longer heartbeats.
     */
    private static final Pattern SHORT_HEARTBEAT = Pattern.compile("108=[1-9]\\|");

    private static final Pattern HEARTBEAT = Pattern.compile("108=([1-9])\\b");
    private static final int LONGER = 8;

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
                IntStream.range(0, 2 * scripts.size())
                        .mapToObj(i -> isForViewers(scripts.get(i % scripts.size()))
                                ? FixVenue.viewer(100 + i)
                                : FixVenue.trader(100 + i, 1 + i % 4))
                        .toArray(SessionSettings[]::new));
        conversations = IntStream.range(0, scripts.size())
                .mapToObj(i -> new FutureTask<>(() -> run(scripts.get(i), 100 + i, 1)))
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
            return DynamicTest.dynamicTest(name, () -> ended(i));
        });
    }

    private static void ended(final int number) throws Throwable {
        final FutureTask<Void> conversation = conversations.get(number);
        final boolean isBegun = isBegunAtOnce(scripts.get(number));
        if (!isBegun) {
            assertTrue(CLIENTS.awaitTermination(PATIENCE_S, TimeUnit.SECONDS), "other conversations have not ended");
            conversation.run();
        }
        try {
            conversation.get();
        } catch (ExecutionException e) {
            if (isBegun) {
                throw e.getCause();
            }
            again(number, e.getCause());
        }
    }

    /** Runs a conversation again, with another session, whose numbers are new. */
    private static void again(final int number, final Throwable before) throws IOException {
        try {
            run(scripts.get(number), 100 + scripts.size() + number, LONGER);
        } catch (AssertionError e) {
            e.addSuppressed(before);
            throw e;
        }
    }

    private static @Nullable Void run(final Path script, final int session, final int longer) throws IOException {
        final Map<String, String> names = Map.of(
                "comp",
                "S" + session,
                "session",
                Integer.toString(session),
                "login",
                "553=" + session + "|554=" + FixVenue.SECRET.text());
        try (FixScript conversation = new FixScript(venue.port(), names)) {
            conversation.run(Files.readAllLines(script).stream()
                    .map(line -> longer(line, longer))
                    .toList());
        }
        return null;
    }

    private static String longer(final String line, final int times) {
        return HEARTBEAT.matcher(line).replaceAll(found -> "108=" + times * Integer.parseInt(found.group(1)));
    }
}
