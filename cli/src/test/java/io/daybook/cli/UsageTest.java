package io.daybook.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "exec",
                "shell",
                "explain",
                "demo",
                "restore",
                "journal",
                "journal stat",
                "journal verify",
                "journal dump",
                "journal truncate",
                "journal followers",
                "snapshot",
                "snapshot list",
                "snapshot verify",
                "audit",
                "import",
                "import lobster",
                "import itch",
                "export",
                "export itch",
                "series",
                "backtest",
                "feed",
                "feed play",
                "feed restart",
                "session",
                "session secret",
                "session reset",
                "fix",
                "fix dump",
                "fix roll",
                "serve",
                "backup",
                "config",
                "config init",
                "config show",
                "config check",
                "key",
                "key add",
                "key init",
                "key list",
                "key password",
                "key end"
            })
    void shouldTeachEveryCommand(final String command) {
        final String[] arguments = (command + " --help").strip().split(" ");
        final CommandRun run = CommandRun.of(arguments);
        assertEquals(0, run.status());
        assertTrue(run.out().startsWith(("Usage: daybook " + command).strip()), run.out());
        assertTrue(run.out().lines().count() > 5, run.out());
        assertEquals("", run.err());
    }

    @Test
    void shouldShowExamplesThatWork() {
        final String scenario = CommandRun.of("exec", "--help")
                .out()
                .lines()
                .filter(line -> line.startsWith("    {"))
                .collect(Collectors.joining("\n"));
        final CommandRun run = CommandRun.withInput(scenario, "exec");
        assertEquals(0, run.status());
        assertEquals(
                "{\"seq\":3,\"cmd\":\"book\",\"result\":\"SUCCESS\",\"symbol\":1,\"asks\":[],\"bids\":[[100,5,1]]}",
                run.lastLine());
        assertTrue(run.lines().stream().allMatch(line -> line.contains("SUCCESS")), run.out());
    }

    @Test
    void shouldSayItsVersion() {
        final CommandRun run = CommandRun.of("--version");
        assertEquals(0, run.status());
        assertTrue(run.out().startsWith("daybook "), run.out());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "exce",
                "--colour",
                "exec --topology many",
                "session",
                "fix roll",
                "session reset daybook.toml x",
                "exec --topology pipelined:0",
                "exec --topology pipelined:x",
                "exec --book hash",
                "exec --book ladder,avl",
                "exec --book ladder,0=avl",
                "exec --book 1=avl,1=radix",
                "exec --book x=avl",
                "exec --book ladder,",
                "exec --ack never",
                "exec --compression zip",
                "exec a b",
                "exec --journal x --snapshot-every-commands 0",
                "exec --journal x --snapshot-every-minutes hourly",
                "exec --journal x --snapshot-keep 3 --snapshot-retain-all",
                "shell a",
                "explain NOTHING",
                "restore",
                "journal",
                "journal dump",
                "journal dump x --from 5 --to 4",
                "journal dump x --from x",
                "journal truncate x",
                "journal truncate x --at 1",
                "import",
                "import lobster a",
                "import lobster a b --symbol 0",
                "import itch",
                "import itch x --at 25:00",
                "import itch /no/such/file",
                "export",
                "export x",
                "export x --to nowhere",
                "export x --to csv:y --from 0",
                "export x --to csv:y --file-mib 0",
                "export /no/such/folder --to csv:y",
                "export itch x",
                "export itch x y --date yesterday",
                "export itch /no/such/folder y",
                "series",
                "series --flow x",
                "series --flow /no/such/file --tops /no/such/folder/y",
                "backtest --flow x --orders y --out z",
                "backtest --flow x --symbol A --orders /no/such/file --out z",
                "feed play x",
                "feed play x --to nowhere",
                "feed play x --to 127.0.0.1:15000 --speed 0",
                "feed play x --to 127.0.0.1:15000 --config y",
                "feed play /no/such/folder --to 127.0.0.1:15000",
                "restore /no/such/folder",
                "import lobster /no/such/file /no/such/file",
            })
    void shouldAnswerWrongUsageWithStatusTwo(final String arguments) {
        final CommandRun run = arguments.isEmpty() ? CommandRun.of() : CommandRun.of(arguments.split(" "));
        assertEquals(2, run.status(), run.err());
        assertTrue(run.err().startsWith("daybook: "), run.err());
        assertTrue(run.err().lines().count() <= 3, run.err());
        assertEquals("", run.out());
    }

    @Test
    void shouldNotStartOnAJavaThatIsTooOld(@TempDir final Path jdk) throws IOException, InterruptedException {
        final Path launcher = Path.of(System.getProperty("daybook.root"), "daybook");
        Files.createDirectories(jdk.resolve("bin"));
        final Path java = Files.writeString(jdk.resolve("bin").resolve("java"), "#!/bin/sh\nexit 9\n");
        assertTrue(java.toFile().setExecutable(true));
        Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"11.0.2\"\n");
        assertLauncherFails(launcher, jdk, "Java 11.0.2; Daybook needs 17 or later");
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"1.8.0_402\"\n");
        assertLauncherFails(launcher, jdk, "Java 1.8.0_402; Daybook needs 17 or later");
        assertLauncherFails(launcher, jdk.resolve("none"), "there is no bin/java in it");
    }

    private static void assertLauncherFails(final Path launcher, final Path jdk, final String part)
            throws IOException, InterruptedException {
        final ProcessBuilder builder = new ProcessBuilder(launcher.toString(), "--version").redirectErrorStream(true);
        final Map<String, String> environment = builder.environment();
        environment.put("JAVA_HOME", jdk.toString());
        final Process process = builder.start();
        final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(2, process.waitFor(), said);
        assertTrue(said.startsWith("daybook: ") && said.contains(part), said);
    }
}
