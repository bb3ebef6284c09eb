package io.daybook.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The errors of the first hour: each message has the fault and the way out. */
@Proves("errors of the first hour name the way out")
class NewcomerErrorsTest {
    private static final Path ROOT = Path.of(System.getProperty("daybook.root"));
    private static final String MARKET = """
            {"cmd":"add_symbol","symbol":1,"type":"EXCHANGE_PAIR","base":10,"quote":20,"lotSize":1,"tickValue":1}
            {"cmd":"add_accounts","accounts":{"301":{"20":1000}}}
            """;

    private static String lastResult(final String line) {
        return CommandRun.withInput(MARKET + line, "exec").lastLine();
    }

    @BeforeEach
    void lookAtTheResults() {
        System.setProperty("daybook.terminal", "true");
    }

    @AfterEach
    void lookAway() {
        System.clearProperty("daybook.terminal");
    }

    /**
     * Returns the last result. For people, standard error also has the meaning of the code, and the command that
     * explains it.
     */
    private static String refusal(final String line, final String code, final String whatToDo) {
        final CommandRun run = CommandRun.withInput(MARKET + line, "exec");
        assertEquals(0, run.status(), run.err());
        assertEquals(
                "daybook: 1 refused, the first with " + code + "; what it means and what to do: daybook explain "
                        + code,
                run.err().strip());
        final String explained = CommandRun.of("explain", code).out();
        assertTrue(explained.contains(whatToDo), explained);
        System.clearProperty("daybook.terminal");
        assertEquals("", CommandRun.withInput(MARKET + line, "exec").err(), "programs get no explanation");
        return run.lastLine();
    }

    @Test
    void shouldNameTheJavaThatIsTooOldAndTheWayOut(@TempDir final Path jdk) throws IOException, InterruptedException {
        final Path java = script(Files.createDirectories(jdk.resolve("bin")).resolve("java"), "exit 9");
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
        assertEquals(
                "daybook: " + java + " is Java 11.0.2; Daybook needs 17 or later: install JDK 17, or set JAVA_HOME to"
                        + " the folder of one",
                launch(ROOT.resolve("daybook"), jdk, System.getenv("PATH")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"daybook", "cli/src/main/dist/bin/daybook"})
    void shouldNameTheJavaOnThePathThatIsTooOld(final String launcher, @TempDir final Path bin)
            throws IOException, InterruptedException {
        final Path java = script(bin.resolve("java"), "echo 'openjdk version \"11.0.2\" 2019-01-15' >&2");
        final String said = launch(ROOT.resolve(launcher), null, bin + ":" + System.getenv("PATH"));
        assertTrue(said.startsWith("daybook: " + java + " is Java 11.0.2; Daybook needs 17 or later: install "), said);
        assertTrue(said.endsWith("or set JAVA_HOME to the folder of one"), said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"daybook", "cli/src/main/dist/bin/daybook"})
    void shouldSayThatThereIsNoJava(final String launcher, @TempDir final Path folder)
            throws IOException, InterruptedException {
        final String said = launch(ROOT.resolve(launcher), null, toolsIn(folder).toString());
        assertTrue(said.startsWith("daybook: no Java found; install "), said);
        assertTrue(said.endsWith("17 or later, or set JAVA_HOME"), said);
    }

    @Test
    void shouldSayHowToBuildWithoutMaven(@TempDir final Path folder) throws IOException, InterruptedException {
        // A fresh clone, as far as the launcher checks, and a PATH with all that it needs except
        // Maven.
        final Path launcher = Files.copy(ROOT.resolve("daybook"), folder.resolve("daybook"));
        final Path tools = toolsIn(Files.createDirectory(folder.resolve("bin")));
        assertEquals(
                "daybook: not built yet, and no mvn on the PATH: install Maven 3.8 or later, or unpack a built"
                        + " distribution (daybook-VERSION.tar.gz), which needs Java only",
                launch(launcher, Path.of(System.getProperty("java.home")), tools.toString()));
    }

    @Test
    void shouldSayWhyTheBuildFailed(@TempDir final Path folder) throws IOException, InterruptedException {
        final Path launcher = Files.copy(ROOT.resolve("daybook"), folder.resolve("daybook"));
        final Path bin = Files.createDirectory(folder.resolve("bin"));
        script(bin.resolve("mvn"), "echo '[ERROR] Could not resolve dependencies'; exit 1");
        final String said =
                launch(launcher, Path.of(System.getProperty("java.home")), bin + ":" + System.getenv("PATH"));
        assertEquals(
                "daybook: building (once, about two minutes)\n[ERROR] Could not resolve dependencies\n"
                        + "daybook: the build failed; the whole of it: "
                        + folder.toRealPath().resolve("cli/target/launcher.out"),
                said);
    }

    @Test
    void shouldSayWhoHasTheFolder(@TempDir final Path folder) {
        try (Exchange running = DaybookExchange.builder().journal(folder).start()) {
            assertEquals(0, running.recovery().lastSeq());
            final CommandRun run = CommandRun.withInput(MARKET, "exec", "--journal", folder.toString());
            assertEquals(3, run.status());
            assertEquals("", run.out());
            assertTrue(
                    run.err().startsWith("daybook: the exchange does not start on " + folder + ": LOCKED: "),
                    run.err());
            assertTrue(run.err().contains("pid " + ProcessHandle.current().pid()), run.err());
            assertTrue(run.err().contains("Way out: "), run.err());
        }
    }

    @Test
    void shouldTellAnUnknownSymbol() {
        final String result = refusal(
                "{\"cmd\":\"place\",\"uid\":301,\"symbol\":7,\"orderId\":1,\"side\":\"BID\",\"type\":\"GTC\","
                        + "\"price\":5,\"size\":1}",
                "INVALID_SYMBOL",
                "Add the symbol first");
        assertEquals("{\"seq\":3,\"cmd\":\"place\",\"result\":\"INVALID_SYMBOL\"}", result);
    }

    @Test
    void shouldTellAPriceWithDecimals() {
        final String result = lastResult(
                "{\"cmd\":\"place\",\"uid\":301,\"symbol\":1,\"orderId\":1,\"side\":\"BID\",\"type\":\"GTC\","
                        + "\"price\":5.25,\"size\":1}");
        assertEquals(
                "{\"line\":3,\"error\":\"key \\\"price\\\": found 5.25; expected an integer that fits in 64 bits:"
                        + " prices count ticks, sizes lots, amounts minor units (cents, satoshi)\"}",
                result);
    }

    @Test
    void shouldTellMissingFunds() {
        final String result = refusal(
                "{\"cmd\":\"place\",\"uid\":301,\"symbol\":1,\"orderId\":1,\"side\":\"BID\",\"type\":\"GTC\","
                        + "\"price\":500,\"size\":3}",
                "RISK_NSF",
                "Deposit, cancel other orders, or order less.");
        assertEquals("{\"seq\":3,\"cmd\":\"place\",\"result\":\"RISK_NSF\"}", result);
    }

    @Test
    void shouldTellAnOrderIdThatIsLive() {
        final String order =
                "{\"cmd\":\"place\",\"uid\":301,\"symbol\":1,\"orderId\":1,\"side\":\"BID\",\"type\":\"GTC\","
                        + "\"price\":5,\"size\":3}\n";
        assertEquals(
                "{\"seq\":4,\"cmd\":\"place\",\"result\":\"MATCHING_DUPLICATE_ORDER_ID\"}",
                refusal(order + order, "MATCHING_DUPLICATE_ORDER_ID", "Use another id"));
    }

    @Test
    void shouldSuggestTheCommandThatWasMeant() {
        final CommandRun run = CommandRun.of("exce");
        assertEquals(2, run.status());
        assertTrue(run.err().contains("Did you mean: daybook exec"), run.err());
        assertTrue(run.err().contains("Try: daybook --help"), run.err());
        assertTrue(lastResult("{\"cmd\":\"plaec\"}").contains("did you mean \\\"place\\\"?"));
    }

    private static Path which(final String tool) {
        for (final String folder : System.getenv("PATH").split(":")) {
            final Path path = Path.of(folder, tool);
            if (Files.isExecutable(path)) {
                return path;
            }
        }
        throw new AssertionError("no " + tool + " on the PATH");
    }

    private static Path script(final Path file, final String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        assertTrue(file.toFile().setExecutable(true));
        return file;
    }

    /** Makes a folder for the PATH with all that a launcher needs, except Java and Maven. */
    private static Path toolsIn(final Path bin) throws IOException {
        for (final String tool : List.of("bash", "dirname", "readlink", "sed", "find", "head", "mkdir", "tail")) {
            script(bin.resolve(tool), "exec " + which(tool) + " \"$@\"");
        }
        return bin;
    }

    /** Returns the output of a launcher that gives up; JAVA_HOME is not set if it is null. */
    private static String launch(final Path launcher, final Path javaHome, final String path)
            throws IOException, InterruptedException {
        final ProcessBuilder builder = new ProcessBuilder(which("bash").toString(), launcher.toString(), "--version")
                .redirectErrorStream(true);
        if (javaHome == null) {
            builder.environment().remove("JAVA_HOME");
        } else {
            builder.environment().put("JAVA_HOME", javaHome.toString());
        }
        builder.environment().put("PATH", path);
        final Process process = builder.start();
        final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(2, process.waitFor(), said);
        return said.strip();
    }
}
