package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the test venue in a process of its own, and that a venue of {@code daybook serve} has no part of the test
 * venue.
 */
@Tag("whole")
@Proves("daybook serve has no control door, and loads no class of the test venue")
class TestVenueProcessTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final long TIME_OUT_S = 60;
    private static final long LOOK_MS = 20;

    @TempDir
    private Path folder;

    private static String member(final String json, final String name) {
        final Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        assertTrue(found.find(), () -> name + " in " + json);
        return found.group(1);
    }

    private static int status(final String url, final String token) throws Exception {
        return CLIENT.send(
                        HttpRequest.newBuilder(URI.create(url))
                                .header("Authorization", "Bearer " + token)
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    @Test
    void shouldSayWhereItIsInOneLineAndEndWithItsInput() throws Exception {
        final Path data = folder.resolve("venue");
        final Process process = DaybookProcess.builder("testvenue", "--stdin", "--data", data.toString())
                .redirectError(folder.resolve("err").toFile())
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            final String line = String.valueOf(out.readLine());
            assertTrue(line.startsWith("{\"http\":"), line);
            assertEquals(200, status(member(line, "control") + "/hash", member(line, "token")));
            assertEquals(200, status(member(line, "http") + "/readyz", member(line, "bearer")));
            assertEquals(
                    404,
                    status(member(line, "http") + "/test/v1/", member(line, "bearer")),
                    "the API of the control door on the HTTP door");
            process.getOutputStream().close();
            assertTrue(process.waitFor(TIME_OUT_S, TimeUnit.SECONDS));
            assertEquals(0, process.exitValue());
            assertEquals("", String.valueOf(Files.readString(folder.resolve("err"))));
        } finally {
            process.destroyForcibly();
        }
        assertTrue(Files.exists(data.resolve("data")), "a folder that was given with --data was deleted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"before", "after"})
    void shouldKillTheVenueAndStartItAgainOnItsFolderAndPorts(final String at) throws Exception {
        final Process process = DaybookProcess.builder("testvenue", "--stdin", "--killable", "--memory", "--seed", "5")
                .redirectError(folder.resolve("err").toFile())
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            final String line = String.valueOf(out.readLine());
            assertTrue(line.startsWith("{\"http\":"), line);
            final String token = member(line, "token");
            final String control = member(line, "control");
            final String anna = member(line, "bearer");
            final String order = "{\"symbol\":\"BTC-EUR\",\"side\":\"buy\",\"type\":\"limit\",\"price\":\"50000\","
                    + "\"size\":\"0.1\",\"clientOrderId\":\"a-%d\"}";
            post(control + "/users", token, "{\"name\":\"carl\",\"balances\":{\"EUR\":\"7\"}}");
            assertEquals(
                    201,
                    post(member(line, "http") + "/v1/orders", anna, String.format(order, 1))
                            .statusCode());
            post(
                    control + "/faults",
                    token,
                    "{\"faults\":[{\"when\":{\"clientOrderId\":\"a-2\"},\"do\":\"kill\",\"at\":\"" + at
                            + "\",\"restartAfter\":\"PT0.2S\"},"
                            + "{\"when\":{\"key\":\"anna\",\"route\":\"POST /v1/orders\","
                            + "\"nth\":3},\"do\":\"status\",\"status\":429}]}");
            assertThrows(
                    IOException.class, () -> post(member(line, "http") + "/v1/orders", anna, String.format(order, 2)));
            awaitAnswer(control + "/hash", token);
            assertEquals(200, status(member(line, "http") + "/v1/orders/by-client/a-1", anna));
            assertEquals(
                    at.equals("after") ? 200 : 404, status(member(line, "http") + "/v1/orders/by-client/a-2", anna));
            assertEquals(
                    201,
                    post(member(line, "http") + "/v1/orders", anna, String.format(order, 3))
                            .statusCode());
            assertEquals(
                    429,
                    post(member(line, "http") + "/v1/orders", anna, String.format(order, 4))
                            .statusCode(),
                    "the third request that matches, counted from before the kill");
            final String faults = get(control + "/faults", token);
            assertTrue(
                    faults.contains("\"number\":1,\"do\":\"kill\"") && faults.contains("\"met\":1,\"left\":0"), faults);
            assertEquals("{\"faults\":[]}", get(control + "/faults?unused", token));
            final String requests = get(control + "/requests", token);
            assertTrue(requests.contains("a-1") && requests.contains("\"fault\":\"kill\""), requests);
            assertTrue(requests.contains("a-3"), requests);
            assertEquals(
                    200,
                    post(control + "/books/BTC-EUR", token, "{\"asks\":[[\"60000\",\"1\"]]}")
                            .statusCode());
            final String taken =
                    post(control + "/users", token, "{\"name\":\"carl\"}").body();
            assertTrue(taken.contains("is taken"), taken);
            process.getOutputStream().close();
            assertTrue(process.waitFor(TIME_OUT_S, TimeUnit.SECONDS));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static HttpResponse<String> post(final String url, final String token, final String body) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(url))
                        .header("Authorization", "Bearer " + token)
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static String get(final String url, final String token) throws Exception {
        return CLIENT.send(
                        HttpRequest.newBuilder(URI.create(url))
                                .header("Authorization", "Bearer " + token)
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static void awaitAnswer(final String url, final String token) throws Exception {
        final long beganNs = System.nanoTime();
        while (true) {
            try {
                if (status(url, token) == 200) {
                    return;
                }
            } catch (IOException e) {
                assertTrue(System.nanoTime() - beganNs < TimeUnit.SECONDS.toNanos(TIME_OUT_S), "the venue is not back");
                TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            }
        }
    }

    @Test
    void shouldPrintTheStepsOfACertification() throws Exception {
        final Process process = DaybookProcess.builder("testvenue", "--stdin", "--memory", "--certify", "fix")
                .redirectError(folder.resolve("err").toFile())
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            assertTrue(String.valueOf(out.readLine()).startsWith("{\"http\":"));
            assertEquals("1 of 20, logon: Log on; if you are logged on, log out and log on again", out.readLine());
            process.destroy();
            assertTrue(process.waitFor(TIME_OUT_S, TimeUnit.SECONDS));
            assertEquals(1, process.exitValue(), "not all steps were passed");
        } finally {
            process.destroyForcibly();
        }
        final var refused = DaybookProcess.run("testvenue", "--memory", "--certify", "http");
        assertEquals(2, refused.status(), refused.err());
        assertTrue(refused.err().contains("--certify accepts only fix"), refused.err());
    }

    @Test
    void shouldLeaveFoldersAloneThatItHasNotMade() throws Exception {
        final Path kept = Files.writeString(folder.resolve("kept"), "of a user");
        final var ended = DaybookProcess.run("testvenue", "--data", folder.toString());
        assertEquals(2, ended.status(), ended.err());
        assertTrue(ended.err().contains("was not made by daybook testvenue"), ended.err());
        assertEquals("of a user", Files.readString(kept));
    }

    @Test
    void shouldSayWhatIsWrongWithTheFile() throws Exception {
        final Path file = Files.writeString(folder.resolve("own.toml"), "[listing.A-B]\nsymbl = 1\n");
        final var ended = DaybookProcess.run("testvenue", "--memory", "--listings", file.toString());
        assertEquals(2, ended.status(), ended.err());
        assertTrue(ended.err().contains("own.toml") && ended.err().contains("symbl"), ended.err());
    }

    @Test
    void shouldLoadNoClassOfTheTestVenueWhereAVenueServes() throws Exception {
        Files.writeString(folder.resolve("daybook.toml"), """
                data = "data"
                [http]
                port = 0
                [currency.BTC]
                id = 1
                decimals = 8
                [currency.EUR]
                id = 2
                decimals = 8
                [listing.BTC-EUR]
                symbol = 1
                base = "BTC"
                quote = "EUR"
                tick = "0.01"
                lot = "0.00001"
                """);
        final ProcessBuilder builder = DaybookProcess.builder("serve").directory(folder.toFile());
        final int last = builder.command().indexOf("-cp"); // after the flags of child processes, which silence logs
        builder.command().add(last, "-Xlog:class+load:file=" + folder.resolve("classes.txt"));
        final Process process =
                builder.redirectError(folder.resolve("err").toFile()).start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = String.valueOf(out.readLine());
            while (!line.contains("listening on ")) {
                line = String.valueOf(out.readLine());
            }
            final String url = line.replaceAll(".*listening on (http\\S*): .*", "$1");
            final String admin =
                    Files.readString(folder.resolve("data/server/admin-token")).trim();
            for (final String path : List.of("/test/v1/", "/test/v1/reset", "/test/v1/faults")) {
                assertEquals(404, status(url + path, admin), path);
            }
            process.destroy();
            assertTrue(process.waitFor(TIME_OUT_S, TimeUnit.SECONDS));
        } finally {
            process.destroyForcibly();
        }
        final String classes = Files.readString(folder.resolve("classes.txt"));
        assertTrue(classes.contains("io.daybook.venue.Venue "), "the list of classes is not that of the venue");
        assertFalse(classes.contains("io.daybook.testvenue."), "a class of the test venue was loaded");
    }
}
