package io.daybook.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.core.DaybookExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong in the first hour: each error says what is wrong and what to do. */
class NewcomerErrorsTest {
    private static final Path ROOT = Path.of(System.getProperty("daybook.root"));
    private static final String MARKET = """
            {"cmd":"add_symbol","symbol":1,"type":"EXCHANGE_PAIR","base":10,"quote":20,"lotSize":1,"tickValue":1}
            {"cmd":"add_accounts","accounts":{"301":{"20":1000}}}
            """;

    private static String lastResult(final String line) {
        return CommandRun.withInput(MARKET + line, "exec").lastLine();
    }

    private static String explained(final String code) {
        return CommandRun.of("explain", code).out();
    }

    @Test
    void shouldNameTheJavaThatIsTooOldAndTheWayOut(@TempDir final Path jdk) throws IOException, InterruptedException {
        Files.createDirectories(jdk.resolve("bin"));
        final Path java = Files.writeString(jdk.resolve("bin").resolve("java"), "#!/bin/sh\nexit 9\n");
        assertTrue(java.toFile().setExecutable(true));
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
        final String said = launch(ROOT.resolve("daybook"), jdk, System.getenv("PATH"));
        assertEquals(
                "daybook: " + java + " is Java 11.0.2; Daybook needs 17 or later: install JDK 17, or set JAVA_HOME to"
                        + " the folder of one",
                said);
    }

    @Test
    void shouldSayHowToBuildWithoutMaven(@TempDir final Path folder) throws IOException, InterruptedException {
        // A fresh clone, as far as the launcher looks, and a PATH with what it needs but Maven.
        final Path launcher = Files.copy(ROOT.resolve("daybook"), folder.resolve("daybook"));
        assertTrue(launcher.toFile().setExecutable(true));
        final Path bin = Files.createDirectory(folder.resolve("bin"));
        for (final String tool : List.of("bash", "dirname", "readlink", "sed", "find", "head", "mkdir", "tail")) {
            final Path wrapper = Files.writeString(bin.resolve(tool), "#!/bin/sh\nexec " + which(tool) + " \"$@\"\n");
            assertTrue(wrapper.toFile().setExecutable(true));
        }
        final String said = launch(launcher, Path.of(System.getProperty("java.home")), bin.toString());
        assertEquals(
                "daybook: not built yet, and no mvn on the PATH: install Maven 3.8 or later, or unpack a built"
                        + " distribution (daybook-VERSION.tar.gz), which needs Java only",
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
        final String result = lastResult(
                "{\"cmd\":\"place\",\"uid\":301,\"symbol\":7,\"orderId\":1,\"side\":\"BID\",\"type\":\"GTC\",\"price\":5,\"size\":1}");
        assertEquals("{\"seq\":3,\"cmd\":\"place\",\"result\":\"INVALID_SYMBOL\"}", result);
        assertTrue(explained("INVALID_SYMBOL").contains("Add the symbol first"), explained("INVALID_SYMBOL"));
    }

    @Test
    void shouldTellAPriceWithDecimals() {
        final String result = lastResult(
                "{\"cmd\":\"place\",\"uid\":301,\"symbol\":1,\"orderId\":1,\"side\":\"BID\",\"type\":\"GTC\",\"price\":5.25,\"size\":1}");
        assertEquals(
                "{\"line\":3,\"error\":\"key \\\"price\\\": found 5.25; expected an integer that fits in 64 bits:"
                        + " prices count ticks, sizes lots, amounts minor units (cents, satoshi)\"}",
                result);
    }

    @Test
    void shouldTellMissingFunds() {
        final String result = lastResult(
                "{\"cmd\":\"place\",\"uid\":301,\"symbol\":1,\"orderId\":1,\"side\":\"BID\",\"type\":\"GTC\",\"price\":500,\"size\":3}");
        assertEquals("{\"seq\":3,\"cmd\":\"place\",\"result\":\"RISK_NSF\"}", result);
        assertTrue(explained("RISK_NSF").contains("Deposit, cancel other orders, or order less."));
    }

    @Test
    void shouldTellAnOrderIdThatIsLive() {
        final String order =
                "{\"cmd\":\"place\",\"uid\":301,\"symbol\":1,\"orderId\":1,\"side\":\"BID\",\"type\":\"GTC\",\"price\":5,\"size\":3}\n";
        assertEquals(
                "{\"seq\":4,\"cmd\":\"place\",\"result\":\"MATCHING_DUPLICATE_ORDER_ID\"}", lastResult(order + order));
        assertTrue(explained("MATCHING_DUPLICATE_ORDER_ID").contains("Use another id"));
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

    private static String launch(final Path launcher, final Path javaHome, final String path)
            throws IOException, InterruptedException {
        final ProcessBuilder builder = new ProcessBuilder(which("bash").toString(), launcher.toString(), "--version")
                .redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", javaHome.toString());
        builder.environment().put("PATH", path);
        final Process process = builder.start();
        final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(2, process.waitFor(), said);
        return said.strip();
    }
}
