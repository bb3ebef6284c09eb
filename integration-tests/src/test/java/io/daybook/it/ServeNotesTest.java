package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the notes that a server prints for the person who starts it: how to sign in, and faults in its folder. */
@Proves("a server that starts reports the faults in its folder, and runs")
@Tag("whole")
class ServeNotesTest {
    private static final long TIME_OUT_S = 60;

    @TempDir
    private Path folder;

    private Process process;

    @AfterEach
    void kill() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    @Test
    void shouldLetItsAdminSignInAndNameWhatIsWrongInItsFolder() throws Exception {
        final String file =
                Files.writeString(folder.resolve("daybook.toml"), """
                        data = "data"
                        [http]
                        port = 0
                        [currency.EUR]
                        id = 20
                        decimals = 2
                        """).toString();
        DaybookExchange.builder().journal(folder.resolve("data")).start().close();
        run("key", "init", "--config", file);
        run("key", "add", "typo", "--role=trader", "--account", "C=999", "--config", file);
        Files.write(Files.createDirectories(folder.resolve("data/marks")).resolve("warehouse"), new byte[] {1, 2, 3});
        start(file);
        final BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        while (line != null && !line.contains("/#code=")) {
            line = out.readLine();
        }
        final String link = Objects.requireNonNull(line, log());
        assertTrue(link.startsWith("  admin "), link);
        final String url = link.strip().replaceFirst("admin +(http.*)/#code=.*", "$1");
        final String code = link.replaceFirst(".*#code=", "");
        final HttpResponse<String> session = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(url + "/v1/session"))
                                .POST(HttpRequest.BodyPublishers.ofString("{\"code\":\"" + code + "\"}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertTrue(session.body().contains("\"roles\":[\"admin\"]"), session.body());
        awaitLog("typo trades for users that the exchange does not have: [C=999]");
        assertTrue(
                log().lines().anyMatch(note -> note.startsWith("daybook: note: ") && note.contains("warehouse")),
                log());
    }

    private static void run(final String... words) {
        final DaybookProcess.Ended ended = DaybookProcess.run(Path.of("/dev/null"), words);
        assertEquals(0, ended.status(), ended.err());
    }

    private void start(final String file) throws IOException {
        final ProcessBuilder builder = DaybookProcess.builder("serve", "--config", file);
        final List<String> words = builder.command();
        words.set(words.indexOf("-cp") + 1, UnpackedDistribution.serverClassPath()); // the test's has no logger
        words.add(1, "-Ddaybook.terminal=true"); // as the launcher sets it on a terminal
        process = builder.redirectError(folder.resolve("serve.log").toFile()).start();
    }

    private String log() throws IOException {
        return Files.readString(folder.resolve("serve.log"));
    }

    private void awaitLog(final String text) throws Exception {
        final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIME_OUT_S);
        while (!log().contains(text)) {
            assertTrue(System.nanoTime() < endNs, log());
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }
}
