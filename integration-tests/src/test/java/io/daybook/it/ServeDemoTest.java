package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts the demonstration as a newcomer does, and sends every request exactly as the demonstration prints it. */
@Proves("each request that the demo prints works as printed, and its market survives a kill")
@Tag("whole")
class ServeDemoTest {
    private static final long TIME_OUT_S = 60;
    private static final int COMMANDS_OF_THE_PAST = 20_000;
    private static final int LIVE_COMMANDS = 2_000;

    @TempDir
    private Path folder;

    private Process process;
    private final List<String> told = new ArrayList<>();

    @AfterEach
    void kill() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    @Test
    void shouldMakeAMarketToTryAndGoOnWithItAfterAKill() throws Exception {
        serve("--seed", "7");
        final List<String> requests =
                told.stream().filter(line -> line.startsWith("  curl ")).toList();
        assertTrue(requests.size() >= 7, String.join("\n", told));
        for (final String request : requests) {
            final String answer = shell(request);
            assertTrue(answer.startsWith("{") && !answer.contains("/problems/"), request + "\n" + answer);
            if (request.contains("/v1/orders")) {
                assertTrue(answer.contains("\"state\":\"filled\""), answer);
            }
            if (request.contains("interval=15m")) {
                final int candles = answer.split("\"start\"", -1).length - 1;
                assertTrue(candles >= 24, "six hours have 24 candles of 15 minutes, but the answer has " + candles);
            }
        }
        signIn();
        requireSpotKey();
        final String kept = shell(requests.get(requests.size() - 2));
        process.destroyForcibly();
        assertTrue(process.waitFor(TIME_OUT_S, TimeUnit.SECONDS));

        serve();
        final String url = url();
        final String fills = shell("curl -sS -H @daybook-demo/trader.header " + url + "/v1/fills");
        assertEquals(kept, fills, "the trader's fills after the kill");
        final String day = shell("curl -sS '" + url + "/v1/candles/BTC-EUR?interval=1m&limit=1000'");
        assertTrue(day.split("\"start\"", -1).length > 300, "the earlier hours are missing: " + day.length());
        process.destroy();
        assertTrue(process.waitFor(TIME_OUT_S, TimeUnit.SECONDS), "SIGTERM must end the demonstration");
        assertEquals(0, process.exitValue(), errors());
        final DaybookProcess.Ended audit =
                DaybookProcess.run("audit", folder.resolve("daybook-demo/data").toString());
        assertEquals(0, audit.status(), audit.err());
        assertTrue(audit.out().contains("balanced"), String.join("\n", audit.out()));
    }

    /**
     * Requires that requests which are signed with the printed key, as clients of that API sign, work at the printed
     * addresses of the spot dialect.
     */
    private void requireSpotKey() throws Exception {
        final String said = String.join("\n", told);
        final String file = said.replaceFirst("(?s).*key, secret = open\\('([^']*)'\\)\\.read\\(\\).*", "$1");
        final String api = said.replaceFirst("(?s).*\\{name: '([^']*)' for name in .*", "$1");
        final String[] key = Files.readString(folder.resolve(file)).split("\\s+");
        assertEquals(2, key.length, file);
        final Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key[1].getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
        final String query = "recvWindow=60000&timestamp=" + System.currentTimeMillis();
        final String signature = HexFormat.of().formatHex(mac.doFinal(query.getBytes(StandardCharsets.US_ASCII)));
        final String request = "curl -sS -H 'X-MBX-APIKEY: " + key[0] + "' '" + api + "/account?" + query;
        final String account = shell(request + "&signature=" + signature + "'");
        assertTrue(account.contains("\"canTrade\":true") && account.contains("\"asset\":\"BTC\""), account);
        assertTrue(shell(request + "'").contains("\"code\":-1"), "accepted without a signature");
        final String url = said.replaceFirst("(?s).*\\['sapi'\\] = '([^']*)'.*", "$1");
        assertEquals(url() + "/sapi/v1", url);
    }

    /** Requires that the links sign in a trader and an operator, and that each link works only once. */
    private void signIn() throws Exception {
        final List<String> links =
                told.stream().filter(line -> line.contains("/#code=")).toList();
        assertEquals(2, links.size(), String.join("\n", told));
        for (final String link : links) {
            final String code = link.replaceFirst(".*#code=", "");
            final String signIn = "curl -sS " + url() + "/v1/session -d '{\"code\":\"" + code + "\"}'";
            final String role = link.contains("trader") ? "\"roles\":[\"trader\"]" : "\"roles\":[\"admin\"]";
            final String answer = shell(signIn);
            assertTrue(answer.contains(role), link + "\n" + answer);
            assertTrue(shell(signIn).contains("UNAUTHENTICATED"), link);
        }
        assertTrue(told.stream().noneMatch(line -> line.contains("dbk_")), "a token is shown");
    }

    @OnlyLong
    @Test
    void shouldSendTheSameCommandsWithTheSameSeed() throws Exception {
        final List<String> first = commands();
        final List<String> second = commands();
        final int both = Math.min(first.size(), second.size());
        assertEquals(String.join("\n", first.subList(0, both)), String.join("\n", second.subList(0, both)));
    }

    /**
     * The commands of a new demonstration, without timestamps and tags: those of the past, and at least 2,000 live
     * ones.
     */
    private List<String> commands() throws Exception {
        serve("--fresh", "--seed", "11");
        final Path data = folder.resolve("daybook-demo/data");
        List<String> commands = List.of();
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIME_OUT_S);
        while (commands.size() < COMMANDS_OF_THE_PAST + LIVE_COMMANDS) {
            assertTrue(System.nanoTime() < deadline, "the bots do not trade");
            final DaybookProcess.Ended dump = DaybookProcess.run("journal", "dump", data.toString());
            commands = dump.out().stream()
                    .filter(line -> line.startsWith("{"))
                    .map(line -> line.replaceAll("\"(timestamp|tag)\":(\\d+|\"[^\"]*\"),?", ""))
                    .toList();
        }
        process.destroy();
        assertTrue(process.waitFor(TIME_OUT_S, TimeUnit.SECONDS), "SIGTERM must end the demonstration");
        return commands;
    }

    @Test
    void shouldLeaveAloneWhatIsNotItsOwn() throws Exception {
        final Path foreign = Files.createDirectory(folder.resolve("daybook-demo"));
        Files.writeString(foreign.resolve("daybook.toml"), "data = \"data\"\n");
        assertEquals(2, ended("--fresh"));
        assertTrue(errors().contains("daybook-demo is not the folder of a demonstration"), errors());
        assertTrue(Files.exists(foreign.resolve("daybook.toml")));
        Files.delete(foreign.resolve("daybook.toml"));
        Files.delete(foreign);
        assertEquals(2, ended("--set", "http.bind=0.0.0.0", "--set", "http.behindProxy=true"));
        assertTrue(errors().contains("http.bind=0.0.0.0"), errors());
    }

    private int ended(final String... options) throws IOException, InterruptedException {
        start(options);
        assertTrue(process.waitFor(TIME_OUT_S, TimeUnit.SECONDS), errors());
        return process.exitValue();
    }

    private void serve(final String... options) throws IOException {
        start(options);
        told.clear();
        final BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            told.add(line);
            if (line.contains("/v1/admin/overview")) {
                return;
            }
        }
        throw new AssertionError("the demonstration did not start: " + errors());
    }

    private void start(final String... options) throws IOException {
        final List<String> command = new ArrayList<>(
                DaybookProcess.builder("serve", "--demo", "--set", "http.port=0", "--set", "http.orderTimeoutMs=60000")
                        .command());
        command.add(1, "-XX:TieredStopAtLevel=1"); // the process does not run long enough for C2
        command.addAll(List.of(options));
        process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("serve.log").toFile()))
                .start();
    }

    private String url() {
        return told.stream()
                .filter(line -> line.startsWith("listening on "))
                .map(line -> line.replaceFirst("listening on (\\S+): .*", "$1"))
                .findFirst()
                .orElseThrow();
    }

    private String errors() throws IOException {
        return Files.readString(folder.resolve("serve.log"));
    }

    private String shell(final String line) throws IOException, InterruptedException {
        final Process shell = new ProcessBuilder("sh", "-c", line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        final String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, shell.waitFor(), line + "\n" + said);
        return said;
    }
}
