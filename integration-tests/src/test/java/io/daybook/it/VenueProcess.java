package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.DaybookClient;
import io.daybook.gateway.session.Secret;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A venue in a folder: its files, and the {@code daybook gateway} that runs on it, life after life. */
final class VenueProcess {
    private static final long TIME_OUT_S = 60;

    private final Path folder;
    private final int port;
    private final String secret;
    private final String kept;
    private int fixPort;
    private boolean isFixAlone;
    private @Nullable Process process;
    private @Nullable BufferedReader out;

    /** Users 301 to 303 have more money than they can spend; sessions 17 to 19 are theirs. */
    VenueProcess(final Path folder, final long seed) throws IOException {
        this.folder = folder;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        final byte[] random = new byte[Secret.RANDOM_BYTES];
        final SplittableRandom dice = new SplittableRandom(seed);
        for (int i = 0; i < random.length; i++) {
            random[i] = (byte) dice.nextInt();
        }
        final Secret.Fresh fresh = Secret.make(random);
        secret = fresh.text();
        kept = fresh.kept().kept();
    }

    /** The next {@link #configure} opens the FIX door, too. */
    int withFix() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            fixPort = free.getLocalPort();
        }
        return fixPort;
    }

    /** The next {@link #configure} opens the FIX door and no other. */
    int withFixAlone() throws IOException {
        isFixAlone = true;
        return withFix();
    }

    /** Writes the files; {@code exchange} and {@code tcp} are lines of these sections. */
    void configure(final String exchange, final String tcp, final String... sessions) throws IOException {
        Files.writeString(folder.resolve("daybook.toml"), """
                data = "data"
                members = "members.json"
                [exchange]
                %s
                %s
                [currency.BTC]
                id = 1
                decimals = 8
                [currency.EUR]
                id = 2
                decimals = 7
                [listing.BTC-EUR]
                symbol = 1
                base = "BTC"
                quote = "EUR"
                tick = "0.01"
                lot = "0.00001"
                takerFee = "0.001"
                %s
                """.formatted(
                        exchange,
                        isFixAlone ? "" : "[tcp]\nport = " + port + "\n" + tcp,
                        fixPort == 0 ? "" : "[fix]\nport = " + fixPort));
        members(sessions);
    }

    /** Writes the sessions, each as JSON without its braces. */
    void members(final String... sessions) throws IOException {
        final Path written = folder.resolve("members.new");
        Files.writeString(
                written,
                "{\"members\":[{\"name\":\"ALPHA\",\"secret\":\"" + kept + "\",\"sessions\":[{"
                        + String.join("},\n{", sessions) + "}]}]}");
        Files.move(
                written,
                folder.resolve("members.json"),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    /** Gives the users their money. */
    void endow() throws IOException {
        final String money = "{\"1\":1000000000000000,\"2\":1000000000000000}";
        final Path input = Files.writeString(
                folder.resolve("users.jsonl"),
                "{\"cmd\":\"add_accounts\",\"accounts\":{\"301\":" + money + ",\"302\":" + money + ",\"303\":" + money
                        + "}}\n");
        final var ended = DaybookProcess.run(folder, input, "exec", "--journal", data().toString());
        assertEquals(0, ended.status(), ended.err());
    }

    Path data() {
        return folder.resolve("data");
    }

    int port() {
        return port;
    }

    String secret() {
        return secret;
    }

    DaybookClient.Builder client(final int session) {
        return DaybookClient.builder().address("127.0.0.1", port).session(session, secret);
    }

    /** Starts the process; it may not listen yet. */
    void spawn() throws IOException {
        final List<String> command = new ArrayList<>(
                DaybookProcess.builder("gateway", folder.resolve("daybook.toml").toString())
                        .command());
        command.add(1, "-XX:TieredStopAtLevel=1"); // it does not live long enough for more
        final Process spawned = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("gateway.log").toFile()))
                .start();
        process = spawned;
        out = new BufferedReader(new InputStreamReader(spawned.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts the process and waits until it listens. */
    void start() throws IOException {
        spawn();
        final String line = Objects.requireNonNull(out).readLine();
        assertTrue(
                line != null && line.startsWith(isFixAlone ? "FIX 4.4 on " : "listening on "),
                () -> line + "\n" + log());
    }

    /** Ends it with SIGKILL, wherever it is. */
    void kill() throws InterruptedException {
        final Process running = process;
        if (running != null) {
            running.destroyForcibly();
            assertTrue(running.waitFor(TIME_OUT_S, TimeUnit.SECONDS));
        }
    }

    /** Asks it to end. */
    void terminate() {
        running().destroy();
    }

    /** Whether it ends by itself in time. */
    boolean ends(final long timeoutMs) throws InterruptedException {
        return running().waitFor(timeoutMs, TimeUnit.MILLISECONDS);
    }

    /** Ends it in order. */
    void stop() throws InterruptedException {
        terminate();
        assertTrue(ends(TimeUnit.SECONDS.toMillis(TIME_OUT_S)), this::log);
        assertEquals(0, running().exitValue(), this::log);
    }

    boolean isAlive() {
        return running().isAlive();
    }

    void signal(final String name) throws IOException, InterruptedException {
        final Process kill =
                new ProcessBuilder("kill", "-" + name, Long.toString(running().pid())).start();
        assertEquals(0, kill.waitFor());
    }

    private Process running() {
        return Objects.requireNonNull(process, "spawned");
    }

    String log() {
        try {
            return Files.readString(folder.resolve("gateway.log"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
