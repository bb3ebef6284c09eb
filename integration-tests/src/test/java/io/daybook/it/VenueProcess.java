package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ResultCode;
import io.daybook.client.DaybookClient;
import io.daybook.core.DaybookExchange;
import io.daybook.host.FreePorts;
import io.daybook.sessions.member.Secret;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** A venue in a folder: its files, and the processes that run on it, one after the other. */
final class VenueProcess {
    private static final long TIME_OUT_S = 60;

    /** A connection without a message for twice this time ends: no machine stalls for so long. */
    private static final int HEARTBEAT_MS = 30_000;

    private static final String RESTORED = "restored to seq ";

    private final Path folder;
    private final int port;
    private final String secret;
    private final String kept;
    private int fixPort;
    private boolean isFixAlone;
    private boolean isFixClosed;
    private boolean isServed;
    private int hopEvery = 64;
    private String url = "";
    private long restoredSeq;
    private List<String> program = List.of();
    private InstalledJava java = InstalledJava.own();
    private @Nullable String classPath;
    private @Nullable UnpackedDistribution launcher;
    private @Nullable Process process;
    private @Nullable BufferedReader out;

    /** Creates a venue that does not run yet, with a free port and the secret of the seed. */
    VenueProcess(final Path folder, final long seed) throws IOException {
        this.folder = folder;
        port = FreePorts.next();
        final Secret.Fresh fresh = secret(seed);
        secret = fresh.text();
        kept = fresh.kept().kept();
    }

    /** The secret of all members of a run, which follows from the seed. */
    static Secret.Fresh secret(final long seed) {
        final byte[] random = new byte[Secret.RANDOM_BYTES];
        final SplittableRandom dice = new SplittableRandom(seed);
        for (int i = 0; i < random.length; i++) {
            random[i] = (byte) dice.nextInt();
        }
        return Secret.make(random);
    }

    /** Makes the next {@link #configure} open the FIX door, too; returns its port. */
    int withFix() throws IOException {
        fixPort = FreePorts.next();
        return fixPort;
    }

    /** Makes the next {@link #configure} open these doors, at least one; the FIX door keeps its port. */
    void withDoors(final boolean tcp, final boolean fix) {
        isFixAlone = !tcp;
        isFixClosed = !fix;
    }

    /** Makes the next {@link #configure} open an HTTP door, too. */
    void withHttp() {
        isServed = true;
    }

    /** Makes the next {@link #configure} measure the times of one command in this many. */
    void timingEvery(final int commands) {
        hopEvery = commands;
    }

    /** The address of the HTTP door. */
    String url() {
        return url;
    }

    /** Sets the Java of the next processes. */
    void on(final InstalledJava other) {
        java = other;
    }

    /** Sets the class path of the next processes, in place of the test's. */
    void with(final String otherClassPath) {
        classPath = otherClassPath;
    }

    /** Makes the next processes start as users of a built distribution start them. */
    void launchBy(final UnpackedDistribution distribution) {
        launcher = distribution;
    }

    /** Makes the next processes run a class of the tests with the file of the configuration and this argument. */
    void runBy(final Class<?> main, final Path argument) {
        program = List.of(main.getName(), folder.resolve("daybook.toml").toString(), argument.toString());
    }

    /** The seq to which the process of {@link #runBy} was restored. */
    long restoredSeq() {
        return restoredSeq;
    }

    /** Writes a line to the process; returns the next line that it prints, or null at its end. */
    @Nullable
    String ask(final String line) throws IOException {
        final OutputStream in = running().getOutputStream();
        in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
        return Objects.requireNonNull(out).readLine();
    }

    /** Makes the next {@link #configure} open the FIX door and no TCP door; returns the port. */
    int withFixAlone() throws IOException {
        isFixAlone = true;
        return withFix();
    }

    /** Writes the files; {@code exchange} and {@code tcp} are lines of these sections. */
    void configure(final String exchange, final String tcp, final String... sessions) throws IOException {
        Files.writeString(folder.resolve("daybook.toml"), """
                data = "data"
                members = "members.json"
                hopEvery = %d
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
                %s
                """.formatted(
                hopEvery,
                exchange,
                isFixAlone ? "" : "[tcp]\nport = " + port + "\n" + tcp,
                fixPort == 0 || isFixClosed ? "" : "[fix]\nport = " + fixPort,
                isServed ? "[http]\nport = 0\norderTimeoutMs = 60000\n[limits]\nrequestsPerSecond = 100000" : ""));
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

    /** Gives users 301 to 303 more money than they can spend, before the first process runs. */
    void endow() {
        final Map<Integer, Long> money = Map.of(1, 1_000_000_000_000_000L, 2, 1_000_000_000_000_000L);
        try (Exchange exchange = DaybookExchange.builder().journal(data()).start()) {
            final CommandResult added = exchange.submit(AddAccounts.of(Map.of(301L, money, 302L, money, 303L, money)))
                    .join();
            assertEquals(ResultCode.SUCCESS, added.code());
        }
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

    /** A client that waits for a slow machine, and notices at once that its connection is closed. */
    DaybookClient.Builder client(final int session) {
        return DaybookClient.builder()
                .address("127.0.0.1", port)
                .session(session, secret)
                .heartbeatMs(HEARTBEAT_MS)
                .connectTimeoutMs(TimeUnit.SECONDS.toMillis(TIME_OUT_S));
    }

    /** Starts the process, and does not wait until it listens. */
    void spawn() throws IOException {
        final String config = folder.resolve("daybook.toml").toString();
        final String[] command = {"serve", "--config", config, "--set", "http.enabled=" + isServed};
        final ProcessBuilder builder =
                launcher != null ? launcher.builder(command) : DaybookProcess.builder(java, command);
        if (classPath != null) {
            builder.command().set(builder.command().indexOf("-cp") + 1, classPath);
        }
        if (!program.isEmpty()) {
            final List<String> words = builder.command();
            words.subList(words.size() - command.length - 1, words.size()).clear();
            words.addAll(program);
        }
        final Process spawned = builder.redirectError(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("gateway.log").toFile()))
                .start();
        process = spawned;
        out = new BufferedReader(new InputStreamReader(spawned.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts the process and waits until it listens. */
    void start() throws IOException {
        spawn();
        if (isServed) {
            awaitHttp();
            return;
        }
        final String line = Objects.requireNonNull(out).readLine();
        assertTrue(
                line != null && line.startsWith(isFixAlone ? "FIX 4.4 on " : "listening on "),
                () -> line + "\n" + log());
    }

    private void awaitHttp() throws IOException {
        final String listening = "listening on http://";
        final BufferedReader lines = Objects.requireNonNull(out);
        String line = lines.readLine();
        while (line != null && !line.startsWith(listening)) {
            if (line.startsWith(RESTORED)) {
                restoredSeq = Long.parseLong(line.substring(RESTORED.length()));
            }
            line = lines.readLine();
        }
        assertTrue(line != null, this::log);
        url = line.substring(listening.indexOf("http"), line.indexOf(": ", listening.length()));
    }

    /** Kills the process with SIGKILL, at any point of its work. */
    void kill() throws InterruptedException {
        final Process running = process;
        if (running != null) {
            running.destroyForcibly();
            assertTrue(running.waitFor(TIME_OUT_S, TimeUnit.SECONDS));
        }
    }

    /** Sends SIGTERM. */
    void terminate() {
        running().destroy();
    }

    /** Waits for the process at most this long; returns whether it has ended. */
    boolean ends(final long timeoutMs) throws InterruptedException {
        return running().waitFor(timeoutMs, TimeUnit.MILLISECONDS);
    }

    /** Ends the process in order. */
    void stop() throws InterruptedException {
        terminate();
        assertTrue(ends(TimeUnit.SECONDS.toMillis(TIME_OUT_S)), this::log);
        assertEquals(0, running().exitValue(), this::log);
    }

    boolean isAlive() {
        return running().isAlive();
    }

    /**
     * Skips the test if this process was started with SIGHUP ignored, as by nohup, because its children then ignore
     * SIGHUP, too.
     */
    static void requireHangUps() throws IOException {
        final Path status = Path.of("/proc/self/status");
        boolean isIgnored = false;
        if (Files.isReadable(status)) {
            for (final String line : Files.readAllLines(status)) {
                isIgnored |= line.startsWith("SigIgn:")
                        && Long.parseUnsignedLong(line.substring(7).trim(), 16) % 2 != 0;
            }
        }
        Assumptions.assumeFalse(isIgnored, "SKIPPED: the tests were started with SIGHUP ignored");
    }

    void signal(final String name) throws IOException, InterruptedException {
        if (name.equals("HUP")) {
            requireHangUps();
        }
        final Process kill =
                new ProcessBuilder("kill", "-" + name, Long.toString(running().pid())).start();
        assertEquals(0, kill.waitFor());
    }

    private Process running() {
        return Objects.requireNonNull(process, "no process was started");
    }

    String log() {
        try {
            return Files.readString(folder.resolve("gateway.log"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
