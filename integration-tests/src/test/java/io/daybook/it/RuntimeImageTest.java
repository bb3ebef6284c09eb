package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the distribution that contains its own Java, if {@code -Pimage} has built it. */
@Proves("the runtime image starts without a Java on the machine, and trades")
@Tag("whole")
final class RuntimeImageTest {
    private static final long MOST_BYTES = 90_000_000;
    private static final long TIME_OUT_S = 60;

    @TempDir
    private Path folder;

    private Path launcher;

    @BeforeEach
    void unpack() throws IOException, InterruptedException {
        final Path target = Documents.ROOT.resolve("cli/target");
        final List<Path> built;
        try (Stream<Path> files = Files.list(target)) {
            built = files.filter(file -> file.toString().endsWith("-linux-x64.tar.gz"))
                    .toList();
        }
        assumeTrue(
                !built.isEmpty(),
                "skipped: there is no image; mvn -Pimage -DskipTests -pl cli -am package makes it, in 2 minutes");
        final Path packed = built.get(0);
        System.out.println(packed.getFileName() + ": " + Files.size(packed) + " bytes");
        assertTrue(Files.size(packed) <= MOST_BYTES, () -> packed + " is too large");
        assertEquals(
                0,
                new ProcessBuilder("tar", "-xzf", packed.toString(), "-C", folder.toString(), "--strip-components=1")
                        .inheritIO()
                        .start()
                        .waitFor());
        launcher = folder.resolve("bin/daybook");
    }

    private ProcessBuilder builder(final String... arguments) {
        final ProcessBuilder builder = new ProcessBuilder(
                        Stream.concat(Stream.of(launcher.toString()), Stream.of(arguments))
                                .toList())
                .directory(folder.toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().clear();
        builder.environment().put("PATH", "");
        return builder;
    }

    @Test
    void shouldRunTheDemonstration() throws Exception {
        final Process process = builder("demo", "--seconds", "1")
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        assertTrue(process.waitFor(TIME_OUT_S, TimeUnit.SECONDS));
        assertEquals(0, process.exitValue(), Files.readString(folder.resolve("err")));
        assertTrue(Files.size(folder.resolve("out")) > 0);
        assertEquals("", Files.readString(folder.resolve("err")), "warnings on standard error");
    }

    @Test
    void shouldTradeOnATestVenue() throws Exception {
        final Process process = builder("testvenue", "--stdin").start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            final String line = String.valueOf(out.readLine());
            assertTrue(line.startsWith("{"), line + Files.readString(folder.resolve("err")));
            final String bearer = line.replaceFirst(".*?\"bearer\":\"([^\"]*)\".*", "$1");
            final String http = line.replaceFirst(".*?\"http\":\"([^\"]*)\".*", "$1");
            final HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(http + "/v1/orders"))
                                    .header("Authorization", "Bearer " + bearer)
                                    .POST(HttpRequest.BodyPublishers.ofString(
                                            "{\"symbol\":\"BTC-EUR\",\"side\":\"buy\",\"type\":\"limit\",\"price\":"
                                                    + "\"60000\",\"size\":\"0.1\"}"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertEquals(201, answer.statusCode(), answer::body);
            process.getOutputStream().close();
            assertTrue(process.waitFor(TIME_OUT_S, TimeUnit.SECONDS));
            assertEquals("", Files.readString(folder.resolve("err")));
        } finally {
            process.destroyForcibly();
        }
    }
}
