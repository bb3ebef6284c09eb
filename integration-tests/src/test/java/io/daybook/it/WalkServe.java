package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.Command;
import io.daybook.api.MassCancel;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.ResumeUser;
import io.daybook.api.SuspendUser;
import io.daybook.host.FreePorts;
import io.daybook.sessions.member.Secret;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** {@code daybook serve} with all its doors, started by the launcher with files like those in the documents. */
final class WalkServe implements AutoCloseable {
    /** The parts of a new key, which are shown once. */
    record NewKey(String apiKey, String secret) {}

    static final int TCP_SESSION = 17;
    static final int FIX_SESSION = 18;
    static final int OPERATOR_SESSION = 19;
    private static final long SEED = 7;

    final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(30)).build();
    final int tcpPort = FreePorts.next();
    final int fixPort = FreePorts.next();
    final Secret.Fresh secret = VenueProcess.secret(SEED);
    private final Path folder;
    private @Nullable UnpackedDistribution launcher;
    private @Nullable Process process;
    private String url = "";
    private String admin = "";
    private @Nullable WalkTcp operator;

    WalkServe(final Path folder) throws IOException {
        this.folder = folder;
    }

    /** Writes the file of the configuration with these listings, and the file of the members with these sessions. */
    void configure(final String listings, final String slippages, final String... sessions) throws IOException {
        write("""
                data = "data"
                members = "members.json"
                [http]
                port = 0
                orderTimeoutMs = 60000
                [limits]
                requestsPerSecond = 100000
                ordersPerSecond = 100000
                [tcp]
                port = %d
                [fix]
                port = %d
                [fix.slippage]
                %s
                [currency.BTC]
                id = %d
                decimals = 3
                [currency.EUR]
                id = %d
                decimals = 5
                %s
                """.formatted(tcpPort, fixPort, slippages, WalkExec.BASE, WalkExec.QUOTE, listings));
        writeMembers("members.json", sessions);
    }

    void write(final String toml) throws IOException {
        Files.writeString(folder.resolve("daybook.toml"), toml);
    }

    void writeMembers(final String name, final String... sessions) throws IOException {
        Files.writeString(
                folder.resolve(name),
                "{\"members\":[{\"name\":\"ALPHA\",\"secret\":\""
                        + secret.kept().kept() + "\",\"sessions\":[{" + String.join("},\n{", sessions) + "}]}]}");
    }

    static String session(final int number, final String protocol, final String accounts) {
        return "\"session\":" + number + ",\"protocol\":\"" + protocol + "\",\"accounts\":{" + accounts
                + "},\"may\":[\"trade\",\"admin\"],\"cancelOnDisconnect\":\"none\","
                + "\"limits\":{\"perSecond\":1000000,\"burst\":1000000}"
                + (protocol.equals("fix") ? ",\"compId\":\"C" + number + "\",\"venue\":\"DAYBOOK\"" : "");
    }

    Path data() {
        return folder.resolve("data");
    }

    void start(final UnpackedDistribution daybook) throws IOException {
        start(daybook, data());
    }

    void start(final UnpackedDistribution daybook, final Path data) throws IOException {
        launcher = daybook;
        final Process started = daybook.builder(
                        "serve", "--config", folder.resolve("daybook.toml").toString())
                .redirectError(folder.resolve("serve.log").toFile())
                .start();
        process = started;
        final BufferedReader out =
                new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
        final String listening = "listening on http://";
        String line = out.readLine();
        while (line != null && !line.startsWith(listening)) {
            line = out.readLine();
        }
        assertTrue(line != null, this::log);
        url = line.replaceFirst("listening on (\\S+): .*", "$1");
        admin = Files.readString(data.resolve("server/admin-token")).strip();
    }

    /** Ends the server in order, and starts it again on its folder. */
    void restart() throws IOException, InterruptedException {
        close();
        operator = null;
        start(Objects.requireNonNull(launcher));
    }

    String log() {
        try {
            return Files.readString(folder.resolve("serve.log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    String url() {
        return url;
    }

    /**
     * Makes a key of a kind that trades for accounts, with the command line, which accepts users that do not exist yet.
     * The server reads the key within a second.
     */
    NewKey keyByCommand(final String name, final String kind, final Collection<String> accounts) throws Exception {
        final List<String> arguments = new ArrayList<>(List.of("key", "add", name, "--kind", kind, "--role", "trader"));
        arguments.addAll(List.of("--config", folder.resolve("daybook.toml").toString()));
        accounts.forEach(account -> arguments.addAll(List.of("--account", account)));
        final DaybookProcess.Ended ended = DaybookProcess.run(arguments.toArray(String[]::new));
        assertTrue(ended.status() == 0, ended::toString);
        return new NewKey(line("apiKey: ", ended.out()), line("secret: ", ended.out()));
    }

    /** Makes an {@code hmac} key for an existing user, over HTTP: it is valid at once. */
    NewKey key(final String name, final long uid) throws Exception {
        final String made = asAdmin(
                        "POST",
                        "/v1/admin/keys",
                        "{\"name\":\"" + name + "\",\"kind\":\"hmac\",\"roles\":[\"trader\"],\"accounts\":{\"A\":" + uid
                                + "}}")
                .body();
        return new NewKey(WalkExec.text("apiKey", made), WalkExec.text("secret", made));
    }

    private static String line(final String head, final List<String> text) {
        return text.stream()
                .filter(line -> line.startsWith(head))
                .map(line -> line.substring(head.length()))
                .findFirst()
                .orElse("");
    }

    /** Sends a request again until the server has read a new key. */
    HttpResponse<String> untilKnown(final Callable<HttpResponse<String>> ask) throws Exception {
        final long start = System.nanoTime();
        HttpResponse<String> answer = ask.call();
        while (answer.statusCode() == 401 || answer.statusCode() == 429) {
            assertTrue(System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(WalkDoor.TIME_OUT_MS), this::log);
            TimeUnit.MILLISECONDS.sleep(500); // requests without a valid key are limited to ten a minute
            answer = ask.call();
        }
        return answer;
    }

    HttpResponse<String> asAdmin(final String method, final String path, final String body) throws Exception {
        return send(method, path, "Bearer " + admin, body);
    }

    HttpResponse<String> send(final String method, final String path, final String authorization, final String body)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create(url + path))
                        .timeout(Duration.ofMillis(WalkDoor.TIME_OUT_MS))
                        .header("Authorization", authorization)
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** {@code SUCCESS}, or the body of the answer, which has the reason of the refusal. */
    static String outcome(final HttpResponse<String> answer) {
        return answer.statusCode() / 100 == 2 ? "SUCCESS" : answer.body();
    }

    /**
     * Carries out a command of an operator, for users of any door: over HTTP, but a mass cancel without suspension over
     * TCP.
     */
    String operate(final Command command) throws Exception {
        if (command instanceof SuspendUser s) {
            return act("users/" + s.uid() + "/suspend", "");
        } else if (command instanceof ResumeUser r) {
            return act("users/" + r.uid() + "/resume", "");
        } else if (command instanceof AddUser a) {
            return act("users", "{\"uid\":" + a.uid() + "}");
        } else if (command instanceof AdjustBalance a) {
            final String amount = BigDecimal.valueOf(a.amount(), 5).toPlainString();
            return act(
                    "users/" + a.uid() + "/adjust",
                    "{\"currency\":\"EUR\",\"amount\":\"" + amount + "\",\"transactionId\":" + a.transactionId() + "}");
        } else if (command instanceof PersistSnapshot) {
            return act("snapshot", "");
        } else if (command instanceof AddSymbol s) {
            final int symbol = s.spec().symbol();
            return act(
                    "listings",
                    "{\"listing\":{\"" + WalkDoor.listing(symbol) + "\":{\"symbol\":" + symbol
                            + ",\"base\":\"BTC\",\"quote\":\"EUR\",\"tick\":\"0.01\",\"lot\":\"0.001\"}}}");
        } else if (command instanceof MassCancel m && m.suspend()) {
            return act("kill-switch", "{\"uid\":" + m.uid() + "}");
        } else if (command instanceof MassCancel) {
            if (operator == null) {
                operator = new WalkTcp(0, "operator", tcp(OPERATOR_SESSION), this::operate);
            }
            return operator.send(command);
        }
        throw new UnsupportedOperationException(command.toString());
    }

    private String act(final String what, final String body) throws Exception {
        return outcome(asAdmin("POST", "/v1/admin/" + what, body));
    }

    io.daybook.client.DaybookClient.Builder tcp(final int session) {
        return io.daybook.client.DaybookClient.builder()
                .address("127.0.0.1", tcpPort)
                .session(session, secret.text());
    }

    @Override
    public void close() throws InterruptedException {
        if (operator != null) {
            operator.close();
        }
        final Process running = process;
        if (running != null) {
            running.destroy();
            if (!running.waitFor(60, TimeUnit.SECONDS)) {
                running.destroyForcibly();
            }
            assertEquals(0, running.exitValue(), this::log);
        }
    }
}
