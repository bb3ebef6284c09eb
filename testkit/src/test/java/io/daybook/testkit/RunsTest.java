package io.daybook.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.daybook.host.Proves;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Whole runs of tests: what fails them, what they print, how long they take. */
@Proves(
        value = "a fault that nothing met fails its test, a failure prints the journal, 100 tests take seconds",
        normal = "12 tests a run",
        large = "100 tests a run")
@Tag("whole")
final class RunsTest {
    private static final boolean IS_LONG = Boolean.getBoolean("daybook.long");
    private static final int TESTS = IS_LONG ? 100 : 12;

    private static TestExecutionSummary run(final Class<?>... types) {
        final LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(
                        List.of(types).stream().map(type -> selectClass(type)).toList())
                .build();
        final SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        return listener.getSummary();
    }

    static final class UnmetFault {
        @RegisterExtension
        static final TestVenue VENUE = TestVenue.builder().inProcess().build();

        @Test
        void shouldLeaveAFault(final TestTrader trader) {
            VENUE.faults().next(VenueFaults.order().of(trader)).loseAnswer();
        }
    }

    static final class Failing {
        @RegisterExtension
        final TestVenue venue = TestVenue.builder().seed(31).inProcess().build();

        @Test
        void shouldFail(final TestTrader trader) throws Exception {
            assertEquals(201, trader.buy("BTC-EUR", "51234", "0.1", "mine").status());
            fail("as planned");
        }

        @Test
        void shouldPass(final TestTrader trader) throws Exception {
            assertEquals(201, trader.buy("BTC-EUR", "52345", "0.1", "mine").status());
        }
    }

    static final class OfClass {
        @RegisterExtension
        static final TestVenue VENUE =
                TestVenue.builder().daybook(Launched.words()).build();

        static IntStream tests() {
            return IntStream.range(0, TESTS);
        }

        @ParameterizedTest
        @MethodSource("tests")
        void shouldTrade(final int number, final TestTrader trader) throws Exception {
            assertEquals(
                    201, trader.buy("BTC-EUR", "50000", "0.1", "a-" + number).status());
        }
    }

    static final class OfTest {
        @RegisterExtension
        static final TestVenue VENUE =
                TestVenue.builder().daybook(Launched.words()).resetEachTest().build();

        static IntStream tests() {
            return IntStream.range(0, TESTS);
        }

        @ParameterizedTest
        @MethodSource("tests")
        void shouldTrade(final int number, final TestTrader trader) throws Exception {
            assertEquals(
                    201, trader.buy("BTC-EUR", "50000", "0.1", "a-" + number).status());
        }
    }

    @Test
    void shouldFailATestThatLeavesAFault() {
        final TestExecutionSummary summary = run(UnmetFault.class);
        assertEquals(1, summary.getTestsFailedCount());
        final String message = summary.getFailures().get(0).getException().getMessage();
        assertTrue(message.startsWith("no request or message met {") && message.contains("loseAnswer"), message);
    }

    @Test
    void shouldPrintTheJournalAndTheSeedOfATestThatFails() {
        final PrintStream before = System.err;
        final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        final TestExecutionSummary summary;
        try {
            summary = run(Failing.class);
        } finally {
            System.setErr(before);
        }
        final String text = printed.toString(StandardCharsets.UTF_8);
        assertEquals(1, summary.getTestsFailedCount(), text);
        assertEquals(1, summary.getTestsSucceededCount(), text);
        assertTrue(text.contains("Failing#shouldFail") && text.contains("51234"), text);
        assertTrue(text.contains("TestVenue.builder().seed(31).inProcess().build(), on a new venue."), text);
        assertFalse(text.contains("52345"), "the journal of another test: " + text);
    }

    @Test
    void shouldRunTestsWithAUserEach() {
        measure(OfClass.class, 10);
        measure(OfTest.class, 30);
    }

    private static void measure(final Class<?> type, final long mostS) {
        final long beganNs = System.nanoTime();
        final TestExecutionSummary summary = run(type);
        final long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
        assertEquals(
                TESTS,
                summary.getTestsSucceededCount(),
                () -> String.valueOf(summary.getFailures().get(0).getException()));
        System.out.println(type.getSimpleName() + ": " + TESTS + " tests in " + tookMs + " ms");
        assertTrue(!IS_LONG || tookMs < TimeUnit.SECONDS.toMillis(mostS), tookMs + " ms");
    }

    @Test
    void shouldPassTheProgramOfTheDocuments(@TempDir final Path folder) throws Exception {
        final Path page = Path.of(System.getProperty("daybook.root"), "docs", "test-venue.md");
        final String block = Files.readString(page).split("```java\n")[1].split("```")[0];
        final String program = block.replace(".seed(7).build()", ".seed(7).inProcess().build()");
        assertFalse(program.equals(block), "the program starts a process");
        final Path source = Files.writeString(folder.resolve("LostAnswerTest.java"), program);
        final String classPath = System.getProperty("java.class.path");
        final int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-cp", classPath, "-d", folder.toString(), source.toString());
        assertEquals(0, status);
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            final TestExecutionSummary summary = run(loader.loadClass("LostAnswerTest"));
            assertEquals(1, summary.getTestsSucceededCount(), () -> String.valueOf(summary.getFailures()));
        }
    }

    @Test
    void shouldFindTheCommandInItsHomeElseOnThePath(@TempDir final Path folder) throws Exception {
        final String root = System.getProperty("daybook.root");
        assertEquals(Path.of(root, "daybook").toString(), Running.found(root, ""));
        assertEquals(Path.of(root, "daybook").toString(), Running.found(null, folder + File.pathSeparator + root));
        final String home = folder.toString();
        final String message = assertThrows(TestVenueException.class, () -> Running.found(home, root))
                .getMessage();
        assertTrue(message.contains("DAYBOOK_HOME=" + home), message);
        assertThrows(TestVenueException.class, () -> Running.found(null, home));
    }

    @Test
    void shouldNameTheWayOutWhereTheVenueDoesNotStart() {
        final Running.Settings settings =
                new Running.Settings(1, false, false, false, null, List.of("/bin/sh", "-c", "echo broken >&2"));
        final String message = assertThrows(TestVenueException.class, () -> Running.start(settings))
                .getMessage();
        assertTrue(message.contains("does not start") && message.contains("broken"), message);
        assertThrows(
                IllegalArgumentException.class,
                () -> TestVenue.builder().inProcess().killable().build());
    }
}
