package io.daybook.it.browser;

import io.daybook.host.FreePorts;
import io.daybook.it.DaybookProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code daybook serve --demo} in a process of its own, on the same port after each restart. */
final class DemoVenue implements AutoCloseable {
    private static final long TIME_OUT_S = 60;

    private final Path folder;
    private final int port;
    private @Nullable Process process;

    DemoVenue(final Path folder) {
        this.folder = folder;
        this.port = FreePorts.next();
    }

    /** Starts the venue; returns once it takes orders. */
    void start() throws IOException {
        final List<String> command = new ArrayList<>(DaybookProcess.builder(
                        "serve",
                        "--demo",
                        "--seed",
                        "7",
                        "--set",
                        "http.port=" + port,
                        "--set",
                        "http.orderTimeoutMs=60000")
                .command());
        final Process started = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("serve.log").toFile()))
                .start();
        process = started;
        final BufferedReader out =
                new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith("listening on ")) {
                return;
            }
        }
        throw new AssertionError("the venue did not start: " + Files.readString(folder.resolve("serve.log")));
    }

    /** Ends the venue as {@code kill -9} does. */
    void kill() throws InterruptedException {
        final Process running = process;
        if (running != null && !running.destroyForcibly().waitFor(TIME_OUT_S, TimeUnit.SECONDS)) {
            throw new AssertionError("the venue does not end");
        }
    }

    String url() {
        return "http://127.0.0.1:" + port + "/";
    }

    /** The token of the trader, or of the admin. */
    String token(final String who) throws IOException {
        return Files.readString(folder.resolve("daybook-demo").resolve(who + ".header"))
                .replace("Authorization: Bearer ", "")
                .strip();
    }

    /** Flips one bit in the largest file of the venue's snapshots; a second call flips the bit back. */
    void flipSnapshot() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("daybook-demo"))) {
            final Path file = files.filter(Files::isRegularFile)
                    .filter(path -> path.toString().contains("/snapshots/"))
                    .max(Comparator.comparingLong(path -> path.toFile().length()))
                    .orElseThrow();
            final byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length / 2] ^= 1;
            Files.write(file, bytes);
        }
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }
}
