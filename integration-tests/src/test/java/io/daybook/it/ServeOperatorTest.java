package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the work of an operator: a running server reloads its files on a signal and over HTTP, is backed up, and is
 * stopped over HTTP.
 */
@Proves("an operator can reload, back up and stop a running server")
@Tag("whole")
class ServeOperatorTest {
    private static final long TIME_OUT_S = 60;

    @TempDir
    private Path folder;

    private Process process;
    private String url = "";

    @AfterEach
    void kill() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    @Test
    void shouldBeReadAgainCopiedAndEnded() throws Exception {
        final Path config = folder.resolve("daybook.toml");
        assertEquals(0, DaybookProcess.run("config", "init", config.toString()).status());
        VenueProcess.requireHangUps();
        serve();
        final String admin = "-H 'Authorization: Bearer "
                + Files.readString(folder.resolve("data/server/admin-token")).strip() + "' ";
        final String named = "curl -s -o /dev/null -w '%{http_code}' -H 'Host: venue.example' " + url + "/livez";
        assertEquals("421", shell(named));

        final String before = Files.readString(config);
        Files.writeString(config, before.replace("# hosts = [\"venue.example\"]", "hosts = [\"venue.example\"]"));
        assertEquals("", shell("kill -HUP " + process.pid()));
        await(named, "200");
        Files.writeString(config, before);
        assertEquals("{\"reloaded\":true}", shell("curl -s -X POST " + admin + url + "/v1/admin/reload"));
        assertEquals("421", shell(named));
        Files.writeString(config, before.replace("tick = \"0.01\"", "tick = \"0.1\""));
        final String refused = shell("curl -s -X POST " + admin + url + "/v1/admin/reload");
        assertTrue(refused.contains("NOT_DONE") && refused.contains("a listing"), refused);
        Files.writeString(config, before);

        shell("curl -sf -X POST " + admin + url + "/v1/admin/users -d '{\"uid\":301}'");
        final DaybookProcess.Ended backup = DaybookProcess.run(
                "backup",
                "--config",
                config.toString(),
                "--to",
                folder.resolve("copy").toString());
        assertEquals(0, backup.status(), backup.err());
        final DaybookProcess.Ended audit =
                DaybookProcess.run("audit", folder.resolve("copy").toString());
        assertTrue(audit.out().contains("balanced"), String.join("\n", audit.out()) + audit.err());
        assertTrue(audit.out().stream().anyMatch(backup.out()::contains), "the audit has another hash than the backup");
        assertEquals(
                3,
                DaybookProcess.run(
                                "backup",
                                "--config",
                                config.toString(),
                                "--to",
                                folder.resolve("copy").toString())
                        .status());

        assertEquals("{\"stopping\":true}", shell("curl -s -X POST " + admin + url + "/v1/admin/stop"));
        assertTrue(process.waitFor(TIME_OUT_S, TimeUnit.SECONDS), "the server did not end");
        assertEquals(0, process.exitValue(), Files.readString(folder.resolve("serve.log")));
    }

    private void await(final String line, final String wanted) throws IOException, InterruptedException {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIME_OUT_S);
        String said = shell(line);
        while (!said.equals(wanted)) {
            assertTrue(System.nanoTime() < deadlineNs, line + " answers " + said);
            said = shell(line);
        }
    }

    private void serve() throws IOException {
        final List<String> command = new ArrayList<>(DaybookProcess.builder(
                        "serve",
                        "--config",
                        folder.resolve("daybook.toml").toString(),
                        "--set",
                        "http.port=0",
                        "--set",
                        "http.orderTimeoutMs=60000",
                        "--set",
                        "limits.requestsPerSecond=1000")
                .command());
        command.add(1, "-XX:TieredStopAtLevel=1"); // the process does not run long enough for C2
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("serve.log").toFile()))
                .start();
        final BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith("listening on ")) {
                url = line.replaceFirst("listening on (\\S+): .*", "$1");
                return;
            }
        }
        throw new AssertionError("the server did not start: " + Files.readString(folder.resolve("serve.log")));
    }

    private String shell(final String line) throws IOException, InterruptedException {
        final Process shell = new ProcessBuilder("sh", "-c", line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        final String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, shell.waitFor(), line + "\n" + said);
        return said.strip();
    }
}
