package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client that sends each order until it is answered, against a server that is killed at random: no client id stands
 * for two orders, and what was answered once is answered the same for ever. Beside it a peer of the streams goes on
 * from the last update that it has got, in each life of the server: it hears of each once, in order.
 */
@Proves(
        value = "an order over HTTP is placed once, and answered the same, whenever the server is killed",
        normal = "3 kills",
        large = "100 kills")
@Tag("whole")
class ServeKillTest {
    private static final long TIME_OUT_S = 60;
    private static final Pattern LISTENING = Pattern.compile("listening on (http://[^ ]*): .*");

    @TempDir
    private Path folder;

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final Map<String, String> answered = new TreeMap<>();
    private Process process;
    private String url = "";

    @AfterEach
    void kill() {
        if (process != null) {
            process.destroyForcibly();
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
                        "limits.ordersPerSecond=100000",
                        "--set",
                        "limits.requestsPerSecond=100000")
                .command());
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("serve.log").toFile()))
                .start();
        final BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            final Matcher listening = LISTENING.matcher(line);
            if (listening.matches()) {
                url = listening.group(1);
                return;
            }
        }
        throw new AssertionError("it did not start: " + Files.readString(folder.resolve("serve.log")));
    }

    private HttpResponse<String> send(final String token, final String method, final String target, final String body)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(url + target))
                        .timeout(Duration.ofSeconds(TIME_OUT_S))
                        .header("Authorization", "Bearer " + token)
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private String ok(final String token, final String method, final String target, final String body)
            throws IOException, InterruptedException {
        final HttpResponse<String> answer = send(token, method, target, body);
        assertEquals(2, answer.statusCode() / 100, answer.body());
        return answer.body();
    }

    @Test
    void shouldPlaceEachOrderOnceWhateverIsKilled() throws Exception {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        System.out.println("seed=" + seed);
        final SplittableRandom dice = new SplittableRandom(seed);
        assertEquals(
                0,
                DaybookProcess.run(
                                folder,
                                "config",
                                "init",
                                folder.resolve("daybook.toml").toString())
                        .status());
        serve();
        final String admin =
                Files.readString(folder.resolve("data/server/admin-token")).strip();
        ok(admin, "POST", "/v1/admin/users", "{\"uid\":301}");
        ok(
                admin,
                "POST",
                "/v1/admin/users/301/adjust",
                "{\"currency\":\"EUR\",\"amount\":\"9000000\",\"transactionId\":1}");
        ok(
                admin,
                "POST",
                "/v1/admin/users/301/adjust",
                "{\"currency\":\"BTC\",\"amount\":\"900\",\"transactionId\":2}");
        final String key = ok(
                admin,
                "POST",
                "/v1/admin/keys",
                "{\"name\":\"a\",\"kind\":\"bearer\",\"roles\":[\"trader\"],\"accounts\":{\"A\":301}}");
        final String token = member(key, "secret");
        final StreamedOrders streamed = new StreamedOrders(client, token);
        final int lives = Boolean.getBoolean("daybook.long") ? 100 : 3;
        int next = 0;
        for (int life = 0; life < lives; life++) {
            final int until = next + 5 + dice.nextInt(20);
            final Thread killer = new Thread(
                    () -> {
                        try {
                            TimeUnit.MILLISECONDS.sleep(50 + dice.nextInt(400)); // when is the point of the test
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        process.destroyForcibly();
                    },
                    "killer");
            killer.start();
            streamed.open(url);
            next = place(token, next, until, dice, admin);
            killer.join();
            assertTrue(process.waitFor(TIME_OUT_S, TimeUnit.SECONDS));
            serve();
            for (int i = 0; i < next; i++) {
                final String again = ok(token, "POST", "/v1/orders", order(i));
                final String before = answered.putIfAbsent("c-" + i, core(again));
                assertEquals(before == null ? core(again) : before, core(again), "seed=" + seed + " life=" + life);
            }
        }
        final Set<String> ids = new HashSet<>();
        answered.values().forEach(one -> ids.add(member(one, "orderId")));
        assertEquals(answered.size(), ids.size(), "an id for each order");
        streamed.open(url);
        streamed.requireAll(ok(token, "GET", "/v1/orders?state=all&limit=1000", ""), seed);
        final String all = ok(token, "GET", "/v1/orders?state=all&limit=1000", "");
        assertEquals(ids.size(), all.split("\"orderId\"", -1).length - 1, "no order twice: " + all);
        process.destroy();
        assertTrue(process.waitFor(TIME_OUT_S, TimeUnit.SECONDS), "SIGTERM ends it");
        assertEquals(0, process.exitValue(), Files.readString(folder.resolve("serve.log")));
    }

    /** Sends orders until one is not answered; the number of the one behind the last that was sent. */
    private int place(
            final String token, final int from, final int until, final SplittableRandom dice, final String admin)
            throws InterruptedException {
        for (int i = from; i < until; i++) {
            try {
                final HttpResponse<String> answer = send(token, "POST", "/v1/orders", order(i));
                if (answer.statusCode() != 201) {
                    return i + 1;
                }
                answered.put("c-" + i, core(answer.body()));
                if (dice.nextInt(6) == 0) {
                    send(admin, "POST", "/v1/admin/snapshot", "");
                }
            } catch (IOException e) {
                return i + 1; // killed: its fate is not known, and it is sent again
            }
        }
        return until;
    }

    /** Every second one meets the one before. */
    private static String order(final int i) {
        return "{\"symbol\":\"BTC-EUR\",\"side\":\"" + (i % 2 == 0 ? "buy" : "sell")
                + "\",\"type\":\"limit\",\"price\":\"" + (100 + i % 7) + "\",\"size\":\"0.01\",\"clientOrderId\":\"c-"
                + i
                + "\"}";
    }

    /** An answer without what only a repetition says. */
    private static String core(final String answer) {
        return answer.replace(",\"duplicate\":true", "");
    }

    private static String member(final String json, final String name) {
        final Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        assertTrue(found.find(), json);
        return found.group(1);
    }
}
